import type { Clock } from '../../../src/kit/clock.ts';

/** A worker that failed takes no dream for so long, and for twice as long each time that it fails again. */
const REST_FIRST_MS = 1_000;
const REST_MOST_MS = 10 * 60_000;
/** Failures in a row after which it is no accident, and operators get a mail. */
export const MANY_FAILURES = 3;
/** Ids of failing workers that are remembered: those of RunPod never come back. */
const MAX_KNOWN = 1_000;

export interface HealthReports {
  /** called at each failure from the third in a row on */
  failing(workerId: string, fault: string): void;
  /** called after each dream that a worker has drawn */
  works(workerId: string): void;
}

export type WorkerHealth = ReturnType<typeof createWorkerHealth>;

/** Failures of workers in a row, by their own ids: a worker that dials again is no other one. */
export function createWorkerHealth(clock: Clock, reports: HealthReports) {
  const failing = new Map<string, { failures: number; fault: string; restsUntil: number }>();
  return {
    /** it failed, and takes no dream until its rest is over */
    rests: (workerId: string): boolean => clock.monotonic() < (failing.get(workerId)?.restsUntil ?? 0),
    /** Why it failed last, in its words; null once it has drawn a dream. */
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
