/**
 * Keeps a move between pages that the browser gives up, as when the window changes its size meanwhile, from being
 * reported as an error: the new page simply stands there. In the head, as modules run too late for the event.
 */
export const transitionScript =
  "['pageswap','pagereveal'].forEach(function(n){addEventListener(n,function(e){if(e.viewTransition)e.viewTransition.ready.catch(function(){})})});";
