import type { JobOutcome } from '../../contract/job-outcome.ts';
import { type Job, learn, nextStep, noteStart } from './job.ts';
import type { DreamRoom, JobBook } from './job-book.ts';
import { waitMs } from './pause.ts';

/** Status polling interval for a job whose worker hasn't dialled in. */
export const LOOK_INTERVAL_MS = 5_000;
/** Time to remember a finished job's ticket, in case its worker still dials in. */
const REMEMBERED_MS = 3600_000;

export type JobCare = ReturnType<typeof createJobCare>;

/** Follows each requested job until nothing of it is left at RunPod and its row is saved. */
export function createJobCare(book: JobBook) {
  const { clock, log, client, store, rooms, jobs, passes, attempts, at, nameDream } = book;

  function care(job: Job): void {
    const room = rooms.find(job.dreamId);
    const isAlive = room !== null && !room.ended;
    const serves = isAlive && room.worker?.jobKey === job.key;
    if (!isAlive || (room.worker && !serves)) release(job, job.dialledAt === null ? 'unused' : 'served');
    switch (nextStep(job, serves, clock.monotonic())) {
      case 'look':
        void look(job);
        break;
      case 'cancel':
        void cancel(job);
        break;
      case 'close':
        close(job);
        break;
      case 'fail':
        fail(job, room);
    }
    if (job.isUnsaved && !job.isCalling) void save(job);
    if (job.overSince !== null && clock.monotonic() - job.overSince >= REMEMBERED_MS) drop(job);
  }

  function release(job: Job, outcome: JobOutcome): void {
    if (job.unwantedSince !== null) return;
    job.unwantedSince = clock.monotonic();
    job.nextSince = 0;
    job.tries = 0;
    job.outcome ??= outcome;
  }

  function close(job: Job, outcome = job.phase === 'lost' ? 'lost' : job.outcome): void {
    if (job.phase === 'over') return;
    job.phase = 'over';
    job.outcome = outcome;
    job.endedAt = clock.now();
    job.overSince = clock.monotonic();
    job.isUnsaved = true;
  }

  /** Gives up on a job that will never draw its dream. The dream gets a second job but no third. */
  function fail(job: Job, room: DreamRoom | null): void {
    log.warn('a job at RunPod came to nothing', { dream: job.dreamId, job: job.jobId, ended: job.isEnded });
    release(job, job.isEnded ? 'failed' : 'never-dialled');
    // A job that was stuck in RunPod's queue this long would only get stuck again.
    const wasQueued = !job.isEnded && job.startedSince === null;
    if (room && (wasQueued || attempts.failed(job.dreamId))) room.end('no-gpu');
  }

  function drop(job: Job): void {
    jobs.delete(job.key);
    for (const [ticket, one] of passes) if (one === job) passes.delete(ticket);
  }

  async function call<T>(job: Job, work: () => Promise<T>): Promise<T> {
    job.isCalling = true;
    try {
      return await work();
    } finally {
      job.isCalling = false;
    }
  }

  async function look(job: Job): Promise<void> {
    const { jobId } = job;
    if (jobId === null) return;
    const report = await call(job, () => client.status(jobId));
    const isUnwanted = job.unwantedSince !== null;
    job.nextSince = clock.monotonic() + (isUnwanted ? waitMs(job.tries++) : LOOK_INTERVAL_MS);
    if (report === 'gone') {
      job.isEnded = true;
    } else if (report) {
      learn(job, report, at());
      // RunPod acknowledged the cancellation but didn't carry it out, so cancel again.
      job.isCancelled = false;
    }
  }

  async function cancel(job: Job): Promise<void> {
    const { jobId } = job;
    if (jobId === null) return;
    job.isCancelled = await call(job, () => client.cancel(jobId));
    job.nextSince = job.isCancelled ? 0 : clock.monotonic() + waitMs(job.tries++);
  }

  async function save(job: Job): Promise<void> {
    job.isUnsaved = false;
    await store.update(job).catch((error: unknown) => {
      log.warn('a job’s row waits for the database', { job: job.jobId, error });
      job.isUnsaved = true;
    });
  }

  /** Records the job's RunPod id, learned from RunPod's answer, the worker or the webhook. */
  function became(job: Job, jobId: string): void {
    if (job.phase === 'over') return;
    job.phase = 'made';
    if (job.jobId === jobId) return;
    job.jobId = jobId;
    job.isUnsaved = true;
    log.info('a job at RunPod', { dream: job.dreamId, job: jobId });
    const room = rooms.find(job.dreamId);
    if (!room) return;
    const name = jobId.toLowerCase();
    nameDream(job.dreamId, name)
      .then((isNamed) => {
        if (isNamed) room.dream.rpJobId = name;
        else log.warn('another dream has this job’s id', { dream: job.dreamId, job: jobId });
      })
      .catch((error: unknown) => log.warn('a dream keeps its first job id', { dream: job.dreamId, error }));
  }

  function dialled(job: Job, jobId: string | null, workerId: string): string | null {
    if (job.jobId !== null && jobId !== null && jobId !== job.jobId) {
      return 'the ticket is of another job';
    }
    if (jobId !== null) became(job, jobId);
    job.dialledAt ??= clock.now();
    job.workerId ??= workerId;
    noteStart(job, at());
    return null;
  }

  return { care, close, call, became, dialled };
}
