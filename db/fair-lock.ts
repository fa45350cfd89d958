import { withinLimit } from '../modules/kit/unavailable.ts';

/** A FIFO lock; a caller whose wait times out loses its place. */
export function createFairLock() {
  const waiting: (() => void)[] = [];
  let held = false;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  }

  /** @returns a function that releases the lock; call it once. @throws DatabaseUnavailableError on timeout */
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
        // The lock may have been granted at the moment of the timeout.
        if (place >= 0) waiting.splice(place, 1);
        else release();
        throw error;
      }
    }
    held = true;
    return release;
  };
}
