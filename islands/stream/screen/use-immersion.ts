import { type RefObject, useCallback, useEffect, useState } from 'react';
import { lockLandscape } from '../../browser/lock-landscape.ts';

/** Full screen, or the whole window if the browser doesn't support full screen. */
export function useImmersion(stage: RefObject<HTMLElement | null>) {
  const [immersed, setImmersed] = useState(false);

  useEffect(() => {
    const follow = () =>
      setImmersed(document.fullscreenElement !== null && document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [stage]);

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
    await lockLandscape();
  }, [stage]);

  return { immersed, toggle };
}
