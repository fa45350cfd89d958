import type { JobOutcome } from '../../shared/job-outcome.ts';
import { hasEnded, type JobReport } from './client.ts';

/** Longest stay of a job in RunPod's queue: a cold start with its image takes minutes. */
const QUEUED_TIMEOUT_MS = 10 * 60_000;
/** Time for a worker that has the job to dial in. */
const DIAL_TIMEOUT_MS = 5 * 60_000;
/** A worker that is there takes a job within. */
const TAKEN_TIMEOUT_MS = 20_000;
/** Time that a dream may take beside its limit: for its viewer, the first prompt and the first frame. */
const BESIDE_LIMIT_SECONDS = 240;
/** A worker whose dream has ended reports the job's end to RunPod by itself; after this the job is cancelled. */
const LETS_GO_TIMEOUT_MS = 3_000;

/** Most seconds that the job of a dream of this length runs. */
export const mostSeconds = (limitSeconds: number) => limitSeconds + BESIDE_LIMIT_SECONDS;

/** Time for which RunPod keeps a job that has not ended, in ms. */
export const lifetimeMs = ({ maxSeconds }: Pick<Job, 'maxSeconds'>) => QUEUED_TIMEOUT_MS + maxSeconds * 1000;

/**
 * One job at RunPod. Times that end with `At` are of the wall clock and stored, those that end with `Since` are
 * monotonic.
 */
export interface Job {
  /** of its row; the hash of the last part of its webhook's address */
  readonly key: string;
  readonly dreamId: string;
  readonly maxSeconds: number;
  readonly askedAt: number;
  readonly askedSince: number;
  /** `asking` until RunPod has answered; `lost`: there was no answer, and there may be a job without a known id */
  phase: 'asking' | 'made' | 'lost' | 'over';
  /** RunPod's own */
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
  /** RunPod reports that it has ended */
  isEnded: boolean;
  /** RunPod has acknowledged its cancellation */
  isCancelled: boolean;
  /** since when no dream needs it */
  unwantedSince: number | null;
  /** when it may be asked about, or cancelled, the next time */
  nextSince: number;
  tries: number;
  /** a call about it is on its way */
  isCalling: boolean;
  /** its row is behind */
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
 * @param serves whether its worker draws the dream
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

/** Cancels it until RunPod reports its end, or can't have it any more. */
function stepToEnd(job: Job, now: number): JobStep {
  if (isOutOfTime(job, now)) return 'close';
  const letsGo = job.dialledAt !== null && now - (job.unwantedSince ?? 0) < LETS_GO_TIMEOUT_MS;
  if (letsGo || !isDue(job, now)) return 'wait';
  return job.isCancelled ? 'look' : 'cancel';
}

/** It waits in RunPod's queue for longer than a worker that is there would leave it. */
export const isQueueing = (job: Job, now: number) =>
  job.phase === 'made' &&
  job.startedSince === null &&
  job.unwantedSince === null &&
  now - job.askedSince >= TAKEN_TIMEOUT_MS;

/** RunPod keeps no job for longer. */
const isOutOfTime = (job: Job, now: number) => now - job.askedSince >= lifetimeMs(job);

const isDue = (job: Job, now: number) => !job.isCalling && now >= job.nextSince;

/** Applies RunPod's report to the job. */
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
