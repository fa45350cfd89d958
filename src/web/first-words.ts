/**
 * Resolves once the first words are drawn: what waits for it leaves the line to them. It also does on a page that nobody
 * sees, which draws nothing, and in a browser that keeps its times of painting to itself.
 */
export const firstWordsScript = `var firstWords=new Promise(function(done){
var tells=(PerformanceObserver.supportedEntryTypes||[]).indexOf('paint')>=0;
if(document.hidden)done();
addEventListener('load',function(){setTimeout(done,tells?1000:0)});
if(tells)new PerformanceObserver(function(list){if(list.getEntriesByName('first-contentful-paint').length)done()}).observe({type:'paint',buffered:true})});
`.replaceAll('\n', '');

/** Turns fonts on before the first words where all of their files are in the browser's cache, and asks nobody for them. */
export const cachedFontsScript = (files: string[]) =>
  `Promise.all(${JSON.stringify(files)}.map(function(file){
return fetch(file,{cache:'only-if-cached',mode:'same-origin'}).then(function(kept){if(!kept.ok)throw kept})
})).then(function(){document.querySelector('link[data-fonts]').media='all'},function(){})`.replaceAll(
    '\n',
    '',
  );
