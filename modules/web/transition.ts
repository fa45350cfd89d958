/**
 * Prevents errors when the browser skips a view transition, for example because the window is resized. Inline in the
 * head, because modules run too late for the event.
 */
export const transitionScript =
  "['pageswap','pagereveal'].forEach(function(n){addEventListener(n,function(e){if(e.viewTransition)e.viewTransition.ready.catch(function(){})})});";
