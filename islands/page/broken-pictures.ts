/**
 * Marks pictures that can't be loaded, so that what stands behind them is seen. An error does not bubble: it is caught on
 * its way down, and those that failed before this script came are looked for.
 */
export function watchPictures(): void {
  const mark = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute('data-broken', type === 'error');
  };
  document.addEventListener('error', mark, true);
  document.addEventListener('load', mark, true);
  for (const image of document.images)
    image.toggleAttribute('data-broken', image.complete && !image.naturalWidth && image.currentSrc !== '');
}
