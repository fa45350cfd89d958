/**
 * Resolves after the first contentful paint, so that what waits for it doesn't compete for bandwidth. Also resolves on
 * hidden pages, which don't paint, and in browsers that don't report paint timing.
 */
export const firstPaintScript = `var firstPaint=new Promise(function(done){
var tells=(PerformanceObserver.supportedEntryTypes||[]).indexOf('paint')>=0;
if(document.hidden)done();
addEventListener('load',function(){setTimeout(done,tells?1000:0)});
if(tells)new PerformanceObserver(function(list){if(list.getEntriesByName('first-contentful-paint').length)done()}).observe({type:'paint',buffered:true})});
`.replaceAll('\n', '');

/** Enables the fonts before the first paint if all their files are cached; never hits the network. */
export const cachedFontsScript = (files: string[]) =>
  `Promise.all(${JSON.stringify(files)}.map(function(file){
return fetch(file,{cache:'only-if-cached',mode:'same-origin'}).then(function(kept){if(!kept.ok)throw kept})
})).then(function(){document.querySelector('link[data-fonts]').media='all'},function(){})`.replaceAll(
    '\n',
    '',
  );
