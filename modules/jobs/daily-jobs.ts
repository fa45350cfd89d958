import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import type { DailyJob } from './contract/define-daily.ts';
import { type DefinedJob, defineJob } from './contract/define-job.ts';
import type { JobsStore } from './store.ts';

const DAY_MS = 24 * 3600_000;

export interface DailyDeps {
  jobs: Pick<JobsStore, 'enqueue'>;
  clock: Pick<Clock, 'now'>;
}

/** Adds one job a day for each daily task, keyed by the day so that restarts and other nodes add no duplicates. */
export function createDailyJobs({ jobs, clock }: DailyDeps, dailies: readonly DailyJob[]) {
  const dayOf = ({ atMs }: DailyJob) => Math.floor((clock.now() - atMs) / DAY_MS);
  const enqueue = ({ name, atMs }: DailyJob, day: number) =>
    jobs.enqueue({ kind: name, key: String(day), payload: {}, runAt: day * DAY_MS + atMs });

  return {
    jobs: dailies.map((daily): DefinedJob => {
      return defineJob({
        kind: daily.name,
        payload: z.object({}),
        async run(_payload, { job, signal }) {
          // Comes first so that a failed day doesn't break the chain. Uses the job's key too, because an earlier
          // version may have run it at another hour.
          await enqueue(daily, Math.max(dayOf(daily), Number(job.key)) + 1);
          await daily.run(signal);
        },
      });
    }),
    /** Starts each chain, unless it's already running. */
    async schedule(): Promise<void> {
      for (const daily of dailies) await enqueue(daily, dayOf(daily));
    },
  };
}
