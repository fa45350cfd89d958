/**
 * Keeps what is pressed in an island before its script has come: `islands/client.ts` presses it once more. Fields
 * of forms keep themselves, and menus of the platform open without a script.
 */
export const earlyPressScript = `var earlyPresses=new Set;(function(){
function find(e,what){return e.target.closest&&e.target.closest(':is([data-status=identified],[data-status=imported])[data-island] '+what)}
function keep(e,b){if(!b)return;e.preventDefault();e.stopImmediatePropagation();earlyPresses.add(b)}
addEventListener('click',function(e){keep(e,find(e,':is(button:not([popovertarget]),input[type=radio]:not(form *))'))},true);
addEventListener('keydown',function(e){if(e.key!=='Enter'||e.shiftKey||e.isComposing)return;
var f=find(e,'textarea[enterkeyhint=send]');keep(e,f&&f.form&&f.form.querySelector('[type=submit]'))},true)})();
`.replaceAll('\n', '');

/** Islands come after the first words, each file of theirs at once. A module, so that it runs after the page's own. */
export const islandScript = (client: string) =>
  `firstWords.then(function(){document.querySelectorAll('link[data-later]').forEach(function(l){l.rel='modulepreload'});import(${JSON.stringify(client)})})`;
