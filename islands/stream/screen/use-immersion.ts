import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Full screen. Where a browser has no full screen, the window serves. */
export function useImmersion(stage: RefObject<HTMLElement | null>) {
  const [immersed, setImmersed] = useState(false);

  useEffect(() => {
    const follow = () => setImmersed(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  const toggle = useCallback(async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    const element = stage.current;
    if (!element?.requestFullscreen) return setImmersed((now) => !now);
    try {
      await element.requestFullscreen({ navigationUI: 'hide' });
    } catch {
      // Rejected, by a browser's rule: the window serves here, too.
      return setImmersed((now) => !now);
    }
    if (matchMedia('(pointer: coarse)').matches) await lockLandscape();
  }, [stage]);

  return { immersed, toggle };
}

/** Phones turn the picture to their long side; most others refuse, which is fine. */
async function lockLandscape() {
  const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
  await orientation.lock?.('landscape').catch(() => {});
}
