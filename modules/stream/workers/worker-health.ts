import type { Clock } from '../../kit/clock.ts';

/** Back-off after a failure; doubles with each consecutive failure. */
const REST_FIRST_MS = 1_000;
const REST_MOST_MS = 10 * 60_000;
/** Consecutive failures before operators get a mail. */
export const MANY_FAILURES = 3;
/** Limits memory: RunPod worker ids never come back. */
const MAX_KNOWN = 1_000;

export interface HealthReports {
  /** called on every failure from the third in a row */
  failing(workerId: string, fault: string): void;
  /** called after each dream that a worker has drawn */
  works(workerId: string): void;
}

export type WorkerHealth = ReturnType<typeof createWorkerHealth>;

/** Consecutive failures by worker id, so that reconnecting doesn't reset them. */
export function createWorkerHealth(clock: Clock, reports: HealthReports) {
  const failing = new Map<string, { failures: number; fault: string; restsUntil: number }>();
  return {
    /** true while a failed worker is in back-off and accepts no dream */
    rests: (workerId: string): boolean => clock.monotonic() < (failing.get(workerId)?.restsUntil ?? 0),
    /** The reason for its last failure, as it reported. Null once it has drawn a dream. */
    fault: (workerId: string): string | null => failing.get(workerId)?.fault ?? null,

    failed(workerId: string, fault: string): void {
      const failures = (failing.get(workerId)?.failures ?? 0) + 1;
      const restMs = Math.min(REST_MOST_MS, REST_FIRST_MS * 2 ** (failures - 1));
      failing.delete(workerId);
      failing.set(workerId, { failures, fault, restsUntil: clock.monotonic() + restMs });
      const [oldest] = failing.keys();
      if (failing.size > MAX_KNOWN && oldest !== undefined) failing.delete(oldest);
      if (failures >= MANY_FAILURES) reports.failing(workerId, fault);
    },

    works(workerId: string): void {
      failing.delete(workerId);
      reports.works(workerId);
    },
  };
}
