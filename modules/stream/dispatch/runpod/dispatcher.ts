import { hashToken } from '../../../../src/kit/ids.ts';
import { within } from '../../../../src/kit/within.ts';
import type { JobPass } from '../../workers/job-pass.ts';
import type { JobReport } from './client.ts';
import { createEndpointWatch } from './endpoint-watch.ts';
import { createJob, isQueueing, learn } from './job.ts';
import { type DispatcherDeps, openJobBook, type RunpodTrouble } from './job-book.ts';
import { createJobCare } from './job-care.ts';
import { type Addresses, createJobStarter } from './start-jobs.ts';

const STOP_TIMEOUT_MS = 8_000;
const SETTLE_INTERVAL_MS = 50;

export type RunpodDispatcher = ReturnType<typeof createDispatcher>;

/**
 * Starts a job at RunPod for each dream that waits, and sees to it that none is left when the dream is over. Every
 * tick looks at what there is and does what is missing: the next one makes up for whatever gets lost in between.
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
    /** Starts jobs from now on; the caller calls `tick` a few times a second. */
    open(to: Addresses): void {
      addresses = to;
    },

    /** At start: reads the jobs that this node had before it died; no dream needs them. */
    async recover(): Promise<void> {
      for (const row of await store.listOpen()) {
        const job = createJob({ ...row, askedSince: clock.monotonic(), phase: row.jobId ? 'made' : 'lost' });
        jobs.set(job.key, job);
      }
    },

    /** Rights that a worker's ticket grants; `over` when it was one. */
    pass(ticket: string): JobPass | 'over' | null {
      const job = passes.get(hashToken(ticket));
      if (!job) return null;
      const room = rooms.find(job.dreamId);
      const isTaken = room?.worker && room.worker.jobKey !== job.key;
      if (!room || room.ended || isTaken || job.unwantedSince !== null || job.phase === 'over') return 'over';
      const { key, dreamId } = job;
      return { key, dreamId, dialled: (jobId, workerId) => dialled(job, jobId, workerId) };
    },

    /** Takes a report that RunPod sends by itself: late, twice or never. False when the address is none of ours. */
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

    /** The obstacle that keeps this dream waiting; null when its worker is on its way. */
    trouble(dreamId: string): RunpodTrouble | null {
      const room = rooms.find(dreamId);
      if (room && starter.hasJob(room)) return null;
      return pause.why() ?? starter.ceiling();
    },
    /** of all that wait */
    troubles: (): RunpodTrouble | 'no-worker-up' | null =>
      pause.why() ?? (endpoint.isEmpty() ? 'no-worker-up' : starter.ceiling()),
    /** Nothing is left at RunPod, and that is written down. */
    isSettled,

    /** Cancels what is left, so far as RunPod answers; the next start does the rest. */
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
