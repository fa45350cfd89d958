/** Shows a shared dream as soon as its film is ready: the page is the same, so it is loaded again. */
const AGAIN_MS = 10_000;

setInterval(() => {
  if (!document.hidden) location.reload();
}, AGAIN_MS);
