import { useEffect, useRef } from 'react';
import { FEEDBACK_KEY, FEEDBACK_OWNER_KEY } from '../../browser/person-data.ts';
import { sessionStore } from '../../browser/session-store.ts';
import { writeStored } from '../../browser/stored.ts';
import type { StreamState } from '../machine.ts';

/** Time to read the message (longer if it gives a reason) and to save what is left. */
const MIN_MS = 1500;
const MIN_WITH_REASON_MS = 5000;
const MAX_MS = 6000;

/**
 * Saves the rest of a dream that is over. If it ended normally, goes on to the dreamboard, which asks for a rating if
 * anything was shown. Guests have no dreamboard and stay.
 */
export function useAfterEnd(
  { phase, sessionId, message, hasFrame, running }: StreamState,
  save: () => Promise<unknown>,
  guest: boolean,
) {
  const latest = useRef(save);
  latest.current = save;
  const wasSeen = useRef(false);
  wasSeen.current ||= hasFrame || running;
  const over = phase === 'ended' || phase === 'failed';
  useEffect(() => {
    if (!over) return;
    const saved = latest.current().catch(() => undefined);
    if (phase !== 'ended' || guest) return;
    if (sessionId && wasSeen.current) {
      writeStored(FEEDBACK_KEY, sessionId);
      writeStored(FEEDBACK_OWNER_KEY, sessionStore.get()?.id ?? null);
    }
    let left = false;
    const enough = Promise.all([saved, wait(message ? MIN_WITH_REASON_MS : MIN_MS)]);
    // Replaces the history entry, because going back here would start another dream.
    void Promise.race([enough, wait(MAX_MS)]).then(() => left || location.replace('/dreamboard'));
    return () => {
      left = true;
    };
  }, [over, phase, sessionId, message, guest]);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
