import type { Clock } from '../../../kit/clock.ts';

const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/** Exponential back-off for calls to an overloaded server. */
export const waitMs = (tries: number) => Math.min(MOST_MS, FIRST_MS * 2 ** tries);

/** Pauses all calls after a failure. Failures during a pause don't extend it. */
export function createPause<Why extends string>(clock: Clock) {
  let why: Why | null = null;
  let until = 0;
  let tries = 0;
  return {
    begin(reason: Why, atLeastMs: number | null): void {
      why = reason;
      const now = clock.monotonic();
      if (now < until) return;
      until = now + Math.max(waitMs(tries), Math.min(atLeastMs ?? 0, MOST_MS));
      tries += 1;
    },
    end(): void {
      why = null;
      until = 0;
      tries = 0;
    },
    isOn: () => clock.monotonic() < until,
    /** why the last call was rejected; cleared by the next success */
    why: () => why,
  };
}
