import { type RefObject, useEffect } from 'react';
import { readStored, writeStored } from '../browser/stored.ts';

const KEY = 'player-volume';

/**
 * Volume as the person left it in this browser.
 * @param isChosen false for a film that starts muted by itself
 */
export function useVolume(video: RefObject<HTMLVideoElement | null>, isChosen: boolean) {
  useEffect(() => {
    const element = video.current;
    if (!element || !isChosen) return;
    const stored = readStored(KEY);
    const volume = Number(stored?.replace('muted ', ''));
    if (stored !== null && volume >= 0 && volume <= 1) {
      element.volume = volume;
      element.muted = stored.startsWith('muted');
    }
    const keep = () => writeStored(KEY, `${element.muted ? 'muted ' : ''}${element.volume}`);
    element.addEventListener('volumechange', keep);
    return () => element.removeEventListener('volumechange', keep);
  }, [video, isChosen]);
}
