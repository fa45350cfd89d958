import type { Clock } from '../../../../src/kit/clock.ts';

/** Jobs that came to nothing before their dream does. */
const MOST_FAILURES = 2;
/** A dream waits for a service that takes no jobs for so long. */
const REFUSED_TIMEOUT_MS = 10 * 60_000;

/** Counts the attempts to get a worker for each dream. */
export function createAttempts(clock: Clock) {
  const known = new Map<string, { failures: number; refusedSince: number | null }>();

  function of(dreamId: string) {
    const one = known.get(dreamId) ?? { failures: 0, refusedSince: null };
    known.set(dreamId, one);
    return one;
  }

  return {
    made(dreamId: string): void {
      of(dreamId).refusedSince = null;
    },
    /** A job was made and did not serve it. True when that was the last one. */
    failed: (dreamId: string): boolean => ++of(dreamId).failures >= MOST_FAILURES,
    /** No job was made for it. True when it has lasted too long. */
    refused(dreamId: string): boolean {
      const one = of(dreamId);
      one.refusedSince ??= clock.monotonic();
      return clock.monotonic() - one.refusedSince >= REFUSED_TIMEOUT_MS;
    },
    drop(isOver: (dreamId: string) => boolean): void {
      for (const dreamId of known.keys()) if (isOver(dreamId)) known.delete(dreamId);
    },
  };
}
