import { type RefObject, useEffect, useState } from 'react';
import type { Film } from './film.ts';

const STILL = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)';

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Starts a film once the page has loaded, because it would compete with the page for bandwidth. A film that stands
 * still gets its large poster then.
 * @returns the poster to show
 */
export function useAutoplay(
  video: RefObject<HTMLVideoElement | null>,
  { video: source, poster, smallPoster }: Film,
  autoplay: boolean,
): string | null {
  const [shown, setShown] = useState(smallPoster ?? poster);
  useEffect(() => {
    const element = video.current;
    // A new film has a new address.
    if (!element || !source || !autoplay) return;
    element.muted = true;
    return afterLoad(async () => {
      if (savesData()) return;
      if (!matchMedia(STILL).matches) return element.play().catch(() => undefined);
      element.preload = 'metadata';
      if (!poster) return;
      const large = new Image();
      large.src = poster;
      await large.decode().catch(() => undefined);
      if (large.naturalWidth > 0) setShown(poster);
    });
  }, [video, source, poster, autoplay]);
  return shown;
}

/** Runs once the page has loaded. @returns a function that cancels it */
function afterLoad(run: () => void): () => void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
  return () => window.removeEventListener('load', run);
}
