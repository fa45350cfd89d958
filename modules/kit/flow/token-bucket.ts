import type { Clock } from '../clock.ts';

type BucketClock = Pick<Clock, 'monotonic'>;

export interface BucketLimits {
  capacity: number;
  perSecond: number;
}

/** Token bucket: allows bursts of `capacity`, refilled at `perSecond`. */
export const createTokenBucket = (clock: BucketClock, limits: BucketLimits): TokenBucket =>
  new TokenBucket(clock, limits);

/** A class, because each frame takes from three buckets that have left the processor's cache since the last one. */
class TokenBucket {
  readonly #clock: BucketClock;
  readonly #capacity: number;
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  constructor(clock: BucketClock, { capacity, perSecond }: BucketLimits) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#tokens = capacity;
    this.#at = clock.monotonic();
  }

  /** Takes tokens if there are enough. */
  take(count = 1): boolean {
    this.#refill();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes tokens unconditionally; the balance may go negative. */
  owe(count = 1): void {
    this.#refill();
    this.#tokens -= count;
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
