import type { Clock } from '../../../../src/kit/clock.ts';

const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/** Back-off between calls to an overloaded server, each wait twice as long as the last. */
export const waitMs = (tries: number) => Math.min(MOST_MS, FIRST_MS * 2 ** tries);

/** No call is made while it lasts. What fails within a pause does not lengthen it. */
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
    /** why the last call was rejected, until one is accepted again */
    why: () => why,
  };
}
