import type { Clock } from '../clock.ts';

/** Token bucket: allows bursts of `capacity`, refilled at `perSecond`. */
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
    /** Takes tokens if there are enough. */
    take(count = 1): boolean {
      refill();
      if (tokens < count) return false;
      tokens -= count;
      return true;
    },
    /** Takes tokens unconditionally; the balance may go negative. */
    owe(count = 1): void {
      refill();
      tokens -= count;
    },
  };
}
