import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { type DailyJob, defineDaily } from './contract/define-daily.ts';
import { type DefinedJob, type JobHandler, RetryLater } from './contract/define-job.ts';
import { createDailyJobs } from './daily-jobs.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { createJobsStore } from './store.ts';

export { createJobsStore };

const FINISHED_KEPT_MS = 90 * 24 * 3600_000;

export type Jobs = ReturnType<typeof createJobs>;

interface JobsKit {
  config: { NODE_URL?: string | undefined };
  db: Database;
  clock: Clock;
  log: Log;
}

/**
 * Background work that outlives the process that queued it. Written in-house, because existing libraries need Redis or
 * support only one of our databases, and because a job must be added in the same transaction as the rows it concerns.
 */
export function createJobs({ config, db, clock, log }: JobsKit) {
  const store = createJobsStore(db, clock);
  let runners: JobRunner[] = [];

  function runnerOf(concurrency: number, defined: readonly DefinedJob[]): JobRunner {
    return createJobRunner({
      store,
      clock,
      concurrency,
      onError: (error, job) => {
        const what = { kind: job?.kind, key: job?.key, error };
        if (error instanceof RetryLater) log.warn('a job waits', what);
        else log.error('job failed', what);
      },
      handlers: Object.fromEntries(
        defined.map((one) => [
          one.kind,
          { ...one, run: (job, context) => db.patiently(() => one.run(job, context)) } satisfies JobHandler,
        ]),
      ),
    });
  }

  return {
    enqueue: store.enqueue,
    rerun: store.rerun,
    progressOf: store.progressOf,
    figures: store.figures,
    schedules: [
      defineDaily('forget-finished-jobs', '00:20', () => store.dropFinished(clock.now() - FINISHED_KEPT_MS)),
    ],

    async recover(): Promise<void> {
      // On a single server, the previous holders of all leases are dead.
      if (!config.NODE_URL) await store.releaseAll();
    },

    /** Starts the chain of every daily job and creates the runners. */
    async prepare(jobs: readonly DefinedJob[], dailies: readonly DailyJob[]): Promise<void> {
      const daily = createDailyJobs({ jobs: store, clock }, dailies);
      await daily.schedule();
      const all = [...jobs, ...daily.jobs];
      const shared = all.filter(({ concurrency }) => concurrency === undefined);
      // A video takes minutes and a bulk mailing hours; neither may hold up other jobs.
      runners = [
        runnerOf(1, shared),
        ...all.flatMap((one) => (one.concurrency === undefined ? [] : [runnerOf(one.concurrency, [one])])),
      ];
    },
    /** Runs a newly added job ahead of the queue; see JobRunner. */
    async runNow(kind: string, key: string): Promise<void> {
      await runners.find(({ kinds }) => kinds.includes(kind))?.runNow(kind, key);
    },
    start(): void {
      for (const one of runners) one.start();
    },
    /** Checks for due jobs now. */
    wake(): void {
      for (const one of runners) one.wake();
    },
    async stop(): Promise<void> {
      await Promise.all(runners.map((one) => one.stop()));
    },
  };
}
