import type { Clock } from '../../../kit/clock.ts';
import { hashToken } from '../../../kit/ids.ts';
import { within } from '../../../kit/within.ts';
import type { JobPass } from '../../workers/job-pass.ts';
import type { JobReport, RunpodClient } from './client.ts';
import { createJob, isQueueing, learn } from './job.ts';
import { type DispatcherDeps, openJobBook, type RunpodTrouble } from './job-book.ts';
import { createJobCare } from './job-care.ts';
import { type Addresses, createJobStarter } from './start-jobs.ts';

const STOP_TIMEOUT_MS = 8_000;
const SETTLE_INTERVAL_MS = 50;

export type RunpodDispatcher = ReturnType<typeof createDispatcher>;

/**
 * Starts a RunPod job for each waiting dream and makes sure none is left running once the dream is over. Every tick
 * compares the current state with the desired one and acts on the difference, which also makes up for lost calls.
 */
export function createDispatcher(deps: DispatcherDeps) {
  const book = openJobBook(deps);
  const { clock, client, store, rooms, jobs, passes, attempts, pause, at } = book;
  const jobCare = createJobCare(book);
  const { care, became, dialled } = jobCare;
  const starter = createJobStarter(book, jobCare);
  const endpoint = createEndpointWatch(client, clock);
  let addresses: Addresses | null = null;

  function tick(): void {
    for (const job of jobs.values()) care(job);
    attempts.drop((dreamId) => rooms.find(dreamId) === null);
    if (addresses) starter.tick(addresses);
    endpoint.tick([...jobs.values()].some((job) => isQueueing(job, clock.monotonic())));
  }

  const isSettled = () =>
    [...jobs.values()].every((job) => job.phase === 'over' && !job.isUnsaved && !job.isCalling);

  return {
    tick,
    /** Enables starting jobs. The caller must call `tick` a few times a second. */
    open(to: Addresses): void {
      addresses = to;
    },

    /** On startup: loads the jobs that this node had before it died. No dream needs them any more. */
    async recover(): Promise<void> {
      for (const row of await store.listOpen()) {
        const job = createJob({ ...row, askedSince: clock.monotonic(), phase: row.jobId ? 'made' : 'lost' });
        jobs.set(job.key, job);
      }
    },

    /** Rights of a worker's ticket. `over` if it has expired. */
    pass(ticket: string): JobPass | 'over' | null {
      const job = passes.get(hashToken(ticket));
      if (!job) return null;
      const room = rooms.find(job.dreamId);
      const isTaken = room?.worker && room.worker.jobKey !== job.key;
      if (!room || room.ended || isTaken || job.unwantedSince !== null || job.phase === 'over') return 'over';
      const { key, dreamId } = job;
      return { key, dreamId, dialled: (jobId, workerId) => dialled(job, jobId, workerId) };
    },

    /**
     * Handles a report pushed by RunPod, which may come late, twice or never. Returns false if the token isn't ours.
     */
    async webhook(token: string, report: JobReport): Promise<boolean> {
      const key = hashToken(token);
      const job = jobs.get(key);
      if (!job) return store.isKnown(key);
      if (job.jobId !== null && job.jobId !== report.id) return true;
      if (job.phase !== 'over') became(job, report.id);
      learn(job, report, at());
      care(job);
      return true;
    },

    /** The obstacle that keeps this dream waiting. Null if its worker is on the way. */
    trouble(dreamId: string): RunpodTrouble | null {
      const room = rooms.find(dreamId);
      if (room && starter.hasJob(room)) return null;
      return pause.why() ?? starter.ceiling();
    },
    /** for all waiting dreams */
    troubles: (): RunpodTrouble | 'no-worker-up' | null =>
      pause.why() ?? (endpoint.isEmpty() ? 'no-worker-up' : starter.ceiling()),
    /** true when nothing is left at RunPod and every row is saved */
    isSettled,

    /** Cancels remaining jobs as far as RunPod answers in time. The next start cancels the rest. */
    async stop(): Promise<void> {
      addresses = null;
      const settle = async () => {
        for (tick(); !isSettled(); tick())
          await new Promise((resolve) => setTimeout(resolve, SETTLE_INTERVAL_MS));
      };
      await within(settle(), STOP_TIMEOUT_MS);
    },
  };
}

const ASK_INTERVAL_MS = 20_000;

/** Watches whether any worker is up or starting while jobs wait in RunPod's queue. Polls only then. */
function createEndpointWatch(client: Pick<RunpodClient, 'health'>, clock: Clock) {
  let isEmpty = false;
  let nextSince = 0;
  return {
    tick(isQueueing: boolean): void {
      if (!isQueueing) isEmpty = false;
      if (!isQueueing || clock.monotonic() < nextSince) return;
      nextSince = clock.monotonic() + ASK_INTERVAL_MS;
      void client.health().then((workersUp) => {
        isEmpty = workersUp === 0;
      });
    },
    isEmpty: () => isEmpty,
  };
}
