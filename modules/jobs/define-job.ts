import { z } from 'zod';
import type { jobs } from './tables.ts';

export type Job = typeof jobs.$inferSelect;

/**
 * A job that this process holds until `leaseUntil`; every change names the lease, so a lost one changes nothing.
 * `attempts` includes this one, whether or not it counts from its start.
 */
export type LeasedJob = Job & { leaseOwner: string; leaseUntil: number };

/** Context of a handler beside the job. */
export interface JobContext {
  /** aborted when the process stops or the lease is lost: end soon, by throwing */
  signal: AbortSignal;
  /** reports its progress, 0–1 */
  progress(value: number): void;
}

/** Thrown by a handler whose job can't be done now and is not to blame: it comes again, and this did not count. */
export class RetryLater extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.delayMs = delayMs;
  }
}

/** The payload of a job does not have the shape of its kind: trying again would change nothing. */
export class UnfitPayload extends Error {
  constructor({ kind, key }: Pick<LeasedJob, 'kind' | 'key'>, cause: z.ZodError) {
    super(`The payload of job ${kind} ${key} does not fit:\n${z.prettifyError(cause)}`, { cause });
  }
}

export interface JobHandler {
  /**
   * Does the job; throwing means trying again later. It may run again after a crash at any point, even after
   * its last, so its effects must bear repetition.
   */
  run(job: LeasedJob, context: JobContext): Promise<void>;
  /** 5 at first; an attempt counts from its start, so a job that takes its process down is given up as well */
  maxAttempts?: number;
  /** the work is done by a process of its own: the end of this one says nothing of it, and only failures count */
  onlyFailuresCount?: boolean;
  /** The last attempt failed: informs those that wait. Must bear repetition too. */
  gaveUp?(job: LeasedJob, error: string): Promise<void>;
}

/** A job for a runner, with its kind. */
export interface DefinedJob extends JobHandler {
  kind: string;
  /** so many at once, beside all others; without it they run one after the other with all that say nothing */
  atOnce?: number;
}

/**
 * A kind of job with the shape of its payload. Rows outlive the version that wrote them: one whose payload does
 * not fit is given up, in words that say where.
 */
export function defineJob<Payload>(
  definition: Omit<DefinedJob, 'run'> & {
    payload: z.ZodType<Payload>;
    /** as a handler's, with what the payload holds first */
    run(payload: Payload, context: JobContext & { job: LeasedJob }): Promise<void>;
  },
): DefinedJob {
  const { payload, run, ...handler } = definition;
  return {
    ...handler,
    async run(job, context) {
      const read = payload.safeParse(job.payload);
      if (!read.success) throw new UnfitPayload(job, read.error);
      await run(read.data, { ...context, job });
    },
  };
}
