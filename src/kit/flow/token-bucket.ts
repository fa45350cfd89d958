import type { Clock } from '../clock.ts';

/** So much at once, and so much a second over time. */
export function createTokenBucket(
  clock: Pick<Clock, 'monotonic'>,
  { capacity, perSecond }: { capacity: number; perSecond: number },
) {
  let tokens = capacity;
  let at = clock.monotonic();

  function refill(): void {
    const now = clock.monotonic();
    tokens = Math.min(capacity, tokens + ((now - at) / 1000) * perSecond);
    at = now;
  }

  return {
    /** Takes so many if there are enough. */
    take(count = 1): boolean {
      refill();
      if (tokens < count) return false;
      tokens -= count;
      return true;
    },
    /** Takes so many in any case: what is missing has to come in before the next. */
    owe(count = 1): void {
      refill();
      tokens -= count;
    },
  };
}
