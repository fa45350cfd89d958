import { withinLimit } from '../src/kit/unavailable.ts';

/** First come, first served; a caller that waits too long loses its place. */
export function createFairLock() {
  const waiting: (() => void)[] = [];
  let held = false;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  }

  /** @returns how to release it, once. @throws DatabaseUnavailableError when the wait takes longer */
  return async function acquire(limitMs: number): Promise<() => void> {
    if (held) {
      let turn = () => {};
      const own = new Promise<void>((resolve) => {
        turn = resolve;
        waiting.push(turn);
      });
      try {
        await withinLimit(own, limitMs);
      } catch (error) {
        const place = waiting.indexOf(turn);
        // The turn may have come in the very moment in which the time was over.
        if (place >= 0) waiting.splice(place, 1);
        else release();
        throw error;
      }
    }
    held = true;
    return release;
  };
}
