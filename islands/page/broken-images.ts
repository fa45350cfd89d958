/**
 * Marks images that fail to load, so that the fallback behind them shows. Error events don't bubble, so this listens in
 * the capture phase, and first finds images that failed before the script ran.
 */
export function watchImages(): void {
  const mark = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute('data-broken', type === 'error');
  };
  document.addEventListener('error', mark, true);
  document.addEventListener('load', mark, true);
  for (const image of document.images)
    image.toggleAttribute('data-broken', image.complete && !image.naturalWidth && image.currentSrc !== '');
}
