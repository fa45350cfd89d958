import { useEffect, useRef } from 'react';
import type { StreamState } from '../machine.ts';

/** The message can be read, longer where it has a reason, and what is still to be saved gets a moment. */
const MIN_MS = 1500;
const MIN_WITH_REASON_MS = 5000;
const MAX_MS = 6000;

/** Saves the rest of a dream that is over. One that ended goes on to the dreamboard, which asks for a rating if anything was seen. */
export function useAfterEnd(
  { phase, sessionId, message, hasPicture, running }: StreamState,
  save: () => Promise<unknown>,
) {
  const latest = useRef(save);
  latest.current = save;
  const wasSeen = useRef(false);
  wasSeen.current ||= hasPicture || running;
  const over = phase === 'ended' || phase === 'failed';
  useEffect(() => {
    if (!over) return;
    const saved = latest.current().catch(() => undefined);
    if (phase !== 'ended') return;
    try {
      if (sessionId && wasSeen.current) localStorage.setItem('feedback-session-id', sessionId);
    } catch {
      // Storage is off: nobody is asked for a rating.
    }
    let left = false;
    const enough = Promise.all([saved, wait(message ? MIN_WITH_REASON_MS : MIN_MS)]);
    // Replaced, because going back here would start another dream.
    void Promise.race([enough, wait(MAX_MS)]).then(() => left || location.replace('/dreamboard'));
    return () => {
      left = true;
    };
  }, [over, phase, sessionId, message]);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
