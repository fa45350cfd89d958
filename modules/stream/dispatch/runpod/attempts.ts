import type { Clock } from '../../../kit/clock.ts';

/** Failed jobs before the dream itself fails. */
const MOST_FAILURES = 2;
/** Longest wait for a service that accepts no jobs. */
const REFUSED_TIMEOUT_MS = 10 * 60_000;

/** Counts attempts to get a worker for each dream. */
export function createAttempts(clock: Clock) {
  const known = new Map<string, { failures: number; refusedSince: number | null }>();

  function entryOf(dreamId: string) {
    const one = known.get(dreamId) ?? { failures: 0, refusedSince: null };
    known.set(dreamId, one);
    return one;
  }

  return {
    made(dreamId: string): void {
      entryOf(dreamId).refusedSince = null;
    },
    /** A job was created but didn't serve the dream. Returns true when there are no attempts left. */
    failed: (dreamId: string): boolean => ++entryOf(dreamId).failures >= MOST_FAILURES,
    /** No job could be created. Returns true when this has gone on too long. */
    refused(dreamId: string): boolean {
      const one = entryOf(dreamId);
      one.refusedSince ??= clock.monotonic();
      return clock.monotonic() - one.refusedSince >= REFUSED_TIMEOUT_MS;
    },
    drop(isOver: (dreamId: string) => boolean): void {
      for (const dreamId of known.keys()) if (isOver(dreamId)) known.delete(dreamId);
    },
  };
}
