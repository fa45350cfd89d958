import type { JobOutcome } from '../../contract/job-outcome.ts';
import { hasEnded, type JobReport } from './client.ts';

/** Longest time in RunPod's queue. A cold start that pulls the image takes minutes. */
const QUEUED_TIMEOUT_MS = 10 * 60_000;
/** Time for a worker to dial in once it has the job. */
const DIAL_TIMEOUT_MS = 5 * 60_000;
/** An available worker accepts a job within this time. */
const TAKEN_TIMEOUT_MS = 20_000;
/** Extra time beyond the dream's limit, for the viewer to connect and for the first prompt and frame. */
const BESIDE_LIMIT_SECONDS = 240;
/** A worker normally finishes its own job when the dream ends. After this, the job is cancelled. */
const LETS_GO_TIMEOUT_MS = 3_000;

/** Longest run of a job for a dream of this length, in seconds. */
export const mostSeconds = (limitSeconds: number) => limitSeconds + BESIDE_LIMIT_SECONDS;

/** Time for which RunPod keeps an unfinished job, in ms. */
export const lifetimeMs = ({ maxSeconds }: Pick<Job, 'maxSeconds'>) => QUEUED_TIMEOUT_MS + maxSeconds * 1000;

/** One RunPod job. Times ending in `At` are stored wall-clock times; those ending in `Since` are monotonic. */
export interface Job {
  /** primary key of its row: the hash of the token in the webhook URL */
  readonly key: string;
  readonly dreamId: string;
  readonly maxSeconds: number;
  readonly askedAt: number;
  readonly askedSince: number;
  /** `asking`: no answer from RunPod yet; `lost`: the call failed, and a job with an unknown id may exist */
  phase: 'asking' | 'made' | 'lost' | 'over';
  /** RunPod's id */
  jobId: string | null;
  startedAt: number | null;
  startedSince: number | null;
  dialledAt: number | null;
  endedAt: number | null;
  overSince: number | null;
  workerId: string | null;
  delayMs: number | null;
  gpuMs: number | null;
  outcome: JobOutcome | null;
  /** RunPod reports that the job has ended */
  isEnded: boolean;
  /** RunPod acknowledged the cancellation */
  isCancelled: boolean;
  /** when its dream stopped needing it; null while it is needed */
  unwantedSince: number | null;
  /** earliest time of the next status or cancel call */
  nextSince: number;
  tries: number;
  /** a call is in flight */
  isCalling: boolean;
  /** its row is out of date */
  isUnsaved: boolean;
}

export function createJob(
  known: Pick<Job, 'key' | 'dreamId' | 'maxSeconds' | 'askedAt' | 'askedSince'> & Partial<Job>,
): Job {
  return {
    phase: 'asking',
    jobId: null,
    startedAt: null,
    startedSince: null,
    dialledAt: null,
    endedAt: null,
    overSince: null,
    workerId: null,
    delayMs: null,
    gpuMs: null,
    outcome: null,
    isEnded: false,
    isCancelled: false,
    unwantedSince: null,
    nextSince: 0,
    tries: 0,
    isCalling: false,
    isUnsaved: false,
    ...known,
  };
}

export type JobStep = 'wait' | 'look' | 'cancel' | 'close' | 'fail';

/**
 * The next step for a job. `fail`: it will never serve its dream; `close`: nothing of it is left at RunPod.
 * @param serves whether its worker is drawing the dream
 */
export function nextStep(job: Job, serves: boolean, now: number): JobStep {
  if (job.phase === 'over' || job.phase === 'asking') return 'wait';
  const isUnwanted = job.unwantedSince !== null;
  if (job.phase === 'lost') return isUnwanted || isOutOfTime(job, now) ? 'close' : 'wait';
  if (job.isEnded) return isUnwanted ? 'close' : serves ? 'wait' : 'fail';
  if (isUnwanted) return stepToEnd(job, now);
  if (serves) return 'wait';
  const isLate =
    job.startedSince === null
      ? now - job.askedSince >= QUEUED_TIMEOUT_MS
      : now - job.startedSince >= DIAL_TIMEOUT_MS;
  if (isLate) return 'fail';
  return isDue(job, now) ? 'look' : 'wait';
}

/** Cancels the job until RunPod reports its end or can no longer have it. */
function stepToEnd(job: Job, now: number): JobStep {
  if (isOutOfTime(job, now)) return 'close';
  const letsGo = job.dialledAt !== null && now - (job.unwantedSince ?? 0) < LETS_GO_TIMEOUT_MS;
  if (letsGo || !isDue(job, now)) return 'wait';
  return job.isCancelled ? 'look' : 'cancel';
}

/** True if it has waited in RunPod's queue longer than any available worker would have left it there. */
export const isQueueing = (job: Job, now: number) =>
  job.phase === 'made' &&
  job.startedSince === null &&
  job.unwantedSince === null &&
  now - job.askedSince >= TAKEN_TIMEOUT_MS;

/** True once RunPod has dropped it. */
const isOutOfTime = (job: Job, now: number) => now - job.askedSince >= lifetimeMs(job);

const isDue = (job: Job, now: number) => !job.isCalling && now >= job.nextSince;

export function learn(job: Job, report: JobReport, at: { wall: number; monotonic: number }): void {
  job.workerId = report.workerId ?? job.workerId;
  job.delayMs = report.delayTime ?? job.delayMs;
  job.gpuMs = report.executionTime ?? job.gpuMs;
  job.isUnsaved = true;
  job.isEnded ||= hasEnded(report);
  if (report.status !== 'IN_QUEUE') noteStart(job, at);
}

export function noteStart(job: Job, at: { wall: number; monotonic: number }): void {
  job.startedAt ??= at.wall;
  job.startedSince ??= at.monotonic;
  job.isUnsaved = true;
}
