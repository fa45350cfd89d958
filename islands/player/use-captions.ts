import { type RefObject, useEffect, useState } from 'react';
import { readStored, writeStored } from '../browser/stored.ts';

const KEY = 'player-captions';

/**
 * Captions of a video, rendered by the player so that its controls don't cover them. The choice is stored in this
 * browser.
 * @param isOn default for people who have never chosen
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, isOn: boolean) {
  const [on, setOn] = useState(isOn);
  const [lines, setLines] = useState<string[]>([]);
  useEffect(() => {
    const stored = readStored(KEY);
    if (stored) setOn(stored === 'on');
  }, []);
  useEffect(() => {
    const element = video.current;
    const track = element?.textTracks[0];
    if (!element || !track) return;
    const show = () => setLines(on ? linesOf(track) : []);
    const own = () => {
      track.mode = on ? 'hidden' : 'disabled';
      show();
    };
    // Phones that only play full screen in their own player render captions there.
    const theirs = () => {
      track.mode = on ? 'showing' : 'disabled';
    };
    own();
    track.addEventListener('cuechange', show);
    element.addEventListener('webkitbeginfullscreen', theirs);
    element.addEventListener('webkitendfullscreen', own);
    return () => {
      track.removeEventListener('cuechange', show);
      element.removeEventListener('webkitbeginfullscreen', theirs);
      element.removeEventListener('webkitendfullscreen', own);
    };
  }, [video, on]);
  return {
    on,
    lines,
    toggle() {
      writeStored(KEY, on ? 'off' : 'on');
      setOn(!on);
    },
  };
}

const linesOf = ({ activeCues }: TextTrack): string[] =>
  [...(activeCues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent ?? '');
