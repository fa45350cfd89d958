import { useEffect, useRef, useState } from 'react';
import { askFeedback } from '../../browser/feedback.ts';
import type { StreamState } from '../machine.ts';

/** Time to read the message and to save the rest; longer if there is a reason to read, or a film to watch. */
const MIN_MS = 1500;
const MIN_WITH_MORE_MS = 5000;
const MAX_MS = 6000;
/** A mouse that moves further than this, in px, is being used. */
const MOVED = 40;

/**
 * Saves the rest of a dream that is over. If it ended normally, opens the dreamboard, unless the person touches
 * something first: a dream that was seen has a film to watch here. Guests have no dreamboard and stay.
 */
export function useAfterEnd(
  { phase, sessionId, message, hasFrame, running }: StreamState,
  save: () => Promise<unknown>,
  guest: boolean,
) {
  const latest = useRef(save);
  latest.current = save;
  const [seen, setSeen] = useState(false);
  if (!seen && (hasFrame || running)) setSeen(true);
  const [staying, setStaying] = useState(false);
  const over = phase === 'ended' || phase === 'failed';
  const hasFilm = phase === 'ended' && seen && sessionId !== null;

  useEffect(() => {
    if (!over) return;
    const saved = latest.current().catch(() => undefined);
    if (phase !== 'ended' || guest) return;
    if (hasFilm) askFeedback(sessionId);
    let left = false;
    const enough = Promise.all([saved, wait(message || hasFilm ? MIN_WITH_MORE_MS : MIN_MS)]);
    // Replaces the history entry, because going back here would start another dream.
    void Promise.race([enough, wait(MAX_MS)]).then(() => left || location.replace('/dreamboard'));
    const unwatch = hasFilm
      ? watchTouch(() => {
          left = true;
          setStaying(true);
        })
      : undefined;
    return () => {
      left = true;
      unwatch?.();
    };
  }, [over, phase, sessionId, hasFilm, message, guest]);
  return { filmOf: hasFilm ? sessionId : null, staying: staying || guest };
}

/** @param onTouch called when the person presses or types something, or moves the mouse */
function watchTouch(onTouch: () => void): () => void {
  let moved = 0;
  const onMove = ({ movementX, movementY }: PointerEvent) => {
    moved += Math.abs(movementX) + Math.abs(movementY);
    if (moved > MOVED) onTouch();
  };
  const presses = ['pointerdown', 'keydown'] as const;
  for (const name of presses) document.addEventListener(name, onTouch);
  document.addEventListener('pointermove', onMove);
  return () => {
    for (const name of presses) document.removeEventListener(name, onTouch);
    document.removeEventListener('pointermove', onMove);
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
