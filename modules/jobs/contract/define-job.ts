import { z } from 'zod';
import { isDeferred, nextAttemptAt } from '../../kit/mail-deferral.ts';
import type { jobs } from '../tables.ts';

export type Job = typeof jobs.$inferSelect;

/**
 * A job leased to this process until `leaseUntil`. Every update checks the lease, so a process that lost it changes
 * nothing. `attempts` includes the current attempt, even for kinds where only failures count.
 */
export type LeasedJob = Job & { leaseOwner: string; leaseUntil: number };

/** Passed to a handler along with its job. */
export interface JobContext {
  /** Aborted when the process stops or the lease is lost; the handler should then throw promptly. */
  signal: AbortSignal;
  /** Reports progress, 0–1. */
  progress(value: number): void;
}

/**
 * Thrown by a handler whose job can't run yet through no fault of its own. The job is retried and the attempt doesn't
 * count.
 */
export class RetryLater extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.delayMs = delayMs;
  }
}

/** The payload doesn't match the schema of its kind, so a retry would fail again. */
export class InvalidPayload extends Error {
  constructor({ kind, key }: Pick<LeasedJob, 'kind' | 'key'>, cause: z.ZodError) {
    super(`The payload of job ${kind} ${key} does not fit:\n${z.prettifyError(cause)}`, { cause });
  }
}

export interface JobHandler {
  /**
   * Runs the job; a throw causes a retry. A crash at any point, even after the job has finished, may run it again, so
   * its effects must be idempotent.
   */
  run(job: LeasedJob, context: JobContext): Promise<void>;
  /** Default 5. Attempts count from their start, so a job that crashes its process eventually fails too. */
  maxAttempts?: number;
  /** Set when a separate process does the work: the death of this one says nothing about it, so only failures count. */
  onlyFailuresCount?: boolean;
  /** Called when the last attempt has failed, to inform anyone waiting for the job. Must be idempotent. */
  gaveUp?(job: LeasedJob, error: string): Promise<void>;
}

/** A job handler with its kind, ready for a runner. */
export interface DefinedJob extends JobHandler {
  kind: string;
  /**
   * Maximum concurrency for this kind, which then gets its own runner. Kinds without it share one runner and run one at
   * a time.
   */
  concurrency?: number;
}

/**
 * Defines a kind of job and its payload schema. Rows outlive the version that wrote them, so a payload that doesn't
 * match fails its job with an error that names the field.
 */
export function defineJob<Payload>(
  definition: Omit<DefinedJob, 'run'> & {
    payload: z.ZodType<Payload>;
    /** Like a handler's `run`, with the parsed payload as the first argument. */
    run(payload: Payload, context: JobContext & { job: LeasedJob }): Promise<void>;
  },
): DefinedJob {
  const { payload, run, ...handler } = definition;
  return {
    ...handler,
    async run(job, context) {
      const read = payload.safeParse(job.payload);
      if (!read.success) throw new InvalidPayload(job, read.error);
      await run(read.data, { ...context, job });
    },
  };
}

/**
 * For jobs that send a single mail: reschedules the job if the server deferred it. @throws RetryLater, or the original
 * error
 */
export function retryDeferred(error: unknown, firstAt: number, now: number): never {
  const next = isDeferred(error) ? nextAttemptAt(firstAt, now) : null;
  throw next === null ? error : new RetryLater(next - now, error);
}
