/**
 * Records clicks and Enter in islands whose script hasn't loaded yet; `islands/client.ts` replays them. Form fields
 * keep their own state, and native menus open without a script.
 */
export const earlyPressScript = `var earlyPresses=new Set;(function(){
function find(e,what){return e.target.closest&&e.target.closest(':is([data-status=identified],[data-status=imported])[data-island] '+what)}
function keep(e,b){if(!b)return;e.preventDefault();e.stopImmediatePropagation();earlyPresses.add(b)}
addEventListener('click',function(e){keep(e,find(e,':is(button:not([popovertarget]),input[type=radio]:not(form *))'))},true);
addEventListener('keydown',function(e){if(e.key!=='Enter'||e.shiftKey||e.isComposing)return;
var f=find(e,'textarea[enterkeyhint=send]');keep(e,f&&f.form&&f.form.querySelector('[type=submit]'))},true)})();
`.replaceAll('\n', '');

/** `stopIsland` replaces an island that can't load with words to that effect, which are in the page. */
export const stopIslandScript = `function stopIsland(i){i.dataset.status='failed';i.replaceChildren(document.getElementById('stopped').content.cloneNode(true))}`;

/**
 * Loads the islands after the first paint, with all of their files in parallel; if that fails, the page says so once.
 * Must be a module script, so that it runs after the page script.
 */
export const islandScript = (client: string) =>
  `firstPaint.then(function(){document.querySelectorAll('link[data-later]').forEach(function(l){l.rel='modulepreload'});import(${JSON.stringify(client)}).catch(function(e){console.error(e);document.querySelectorAll('[data-island]').forEach(function(i,n){n?i.remove():stopIsland(i)})})})`;
