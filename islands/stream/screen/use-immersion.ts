import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Full screen, or the whole window if the browser doesn't support full screen. */
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
      // Rejected by the browser's policy: use the whole window.
      return setImmersed((now) => !now);
    }
    if (matchMedia('(pointer: coarse)').matches) await lockLandscape();
  }, [stage]);

  return { immersed, toggle };
}

/** Turns phones to landscape. Most other devices reject this, which is fine. */
async function lockLandscape() {
  const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
  await orientation.lock?.('landscape').catch(() => {});
}
