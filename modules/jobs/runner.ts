import type { Clock } from '../kit/clock.ts';
import { within } from '../kit/within.ts';
import { InvalidPayload, type JobHandler, type LeasedJob, RetryLater } from './contract/define-job.ts';
import type { JobsStore } from './store.ts';

const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_MAX_ATTEMPTS = 5;
/** Longest delay before jobs added by another process are noticed. */
const POLL_MS = 5_000;
/** A job may be announced just before its transaction commits; a second look finds it. */
const SECOND_LOOK_MS = 250;
/** Minimum interval between progress writes. */
const PROGRESS_MS = 1_000;

export type JobRunner = ReturnType<typeof createJobRunner>;

export interface JobRunnerOptions {
  store: JobsStore;
  clock: Clock;
  /** Keyed by kind. */
  handlers: Readonly<Record<string, JobHandler>>;
  /** Maximum concurrency across all kinds. */
  concurrency: number;
  /** Time until other processes may take over a dead process's jobs; default 30 s. */
  leaseMs?: number;
  /** Called with failed and postponed attempts, and without a job for database errors. */
  onError?: (error: unknown, job: LeasedJob | null) => void;
}

/** Leases and runs due jobs of the handlers' kinds until stopped. */
export function createJobRunner(options: JobRunnerOptions) {
  const { store, clock, handlers, concurrency, leaseMs = DEFAULT_LEASE_MS } = options;
  const kinds = Object.keys(handlers);
  const onlyFailures = kinds.filter((kind) => handlers[kind]?.onlyFailuresCount);
  const running = new Map<AbortController, { job: LeasedJob; work: Promise<void> }>();
  const bell = createBell();
  let loop: Promise<void> | null = null;
  let stopping = false;
  /** Lets `runNow` wait for a job that the loop has leased but not started yet. */
  let startingNext: Promise<unknown> = Promise.resolve();

  /**
   * A single loop that outlives every call that rings the bell: work started inside such a call would inherit its open
   * database transaction.
   */
  async function runLoop(): Promise<void> {
    let rung = false;
    while (!stopping) {
      const wait = await fill().catch((error: unknown) => {
        options.onError?.(error, null);
        return POLL_MS;
      });
      if (!stopping) rung = await bell.wait(rung ? Math.min(wait, SECOND_LOOK_MS) : wait);
    }
  }

  /** Starts due jobs up to the concurrency limit. Returns the ms until the next look. */
  async function fill(): Promise<number> {
    while (!stopping && running.size < concurrency) {
      const starting = startNext();
      startingNext = starting.catch(() => false);
      if (!(await starting)) {
        const next = await store.nextDue(kinds);
        return next === null ? POLL_MS : Math.min(Math.max(next - clock.now(), 1), POLL_MS);
      }
    }
    return POLL_MS;
  }

  async function startNext(): Promise<boolean> {
    const job = await store.lease(kinds, leaseMs, onlyFailures);
    if (job) void start(job);
    return job !== null;
  }

  function start(job: LeasedJob): Promise<void> {
    const abort = new AbortController();
    const work = attempt(job, abort)
      .catch((error: unknown) => options.onError?.(error, job))
      .finally(() => {
        running.delete(abort);
        bell.ring();
      });
    running.set(abort, { job, work });
    return work;
  }

  /** Rejects only if the outcome can't be written; the lease then expires and the job runs again. */
  async function attempt(job: LeasedJob, abort: AbortController): Promise<void> {
    const handler = handlers[job.kind];
    if (handler === undefined) return;
    const maxAttempts = handler.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
    if (job.attempts > maxAttempts) {
      return await giveUp(handler, job, job.lastError ?? 'the process ended during every attempt');
    }
    const lease = keepLease(job, abort);
    try {
      await handler.run(job, { signal: abort.signal, progress: lease.progress });
    } catch (error) {
      await lease.end();
      if (abort.signal.aborted) return void (await store.release(job));
      options.onError?.(error, job);
      if (error instanceof RetryLater) return void (await store.postpone(job, error.delayMs, error.message));
      const text = error instanceof Error ? error.message : String(error);
      if (job.attempts >= maxAttempts || error instanceof InvalidPayload)
        return await giveUp(handler, job, text);
      return void (await store.retryLater(job, text));
    }
    await lease.end();
    await store.complete(job);
  }

  async function giveUp(handler: JobHandler, job: LeasedJob, error: string): Promise<void> {
    await handler.gaveUp?.(job, error);
    await store.fail(job, error);
  }

  /** Extends the lease while the job runs, and aborts the job if the lease is lost. */
  function keepLease(job: LeasedJob, abort: AbortController) {
    let latest: number | null = null;
    let writing: Promise<void> | null = null;
    let lastWrite = performance.now();
    let lastSuccess = lastWrite;

    async function write(): Promise<void> {
      lastWrite = performance.now();
      try {
        if (await store.extend(job, leaseMs, latest)) lastSuccess = performance.now();
        else abort.abort(new Error('the lease was lost'));
      } catch (error) {
        options.onError?.(error, job);
        // Without the database we can't know who holds the lease; after a full lease it may be another process.
        if (performance.now() - lastSuccess > leaseMs) abort.abort(error);
      }
    }
    function extend(): void {
      writing ??= write().finally(() => {
        writing = null;
      });
    }
    const timer = setInterval(extend, leaseMs / 3);
    return {
      progress(value: number): void {
        latest = value;
        if (performance.now() - lastWrite >= PROGRESS_MS) extend();
      },
      async end(): Promise<void> {
        clearInterval(timer);
        await writing;
      },
    };
  }

  const stopListening = store.onEnqueued(bell.ring);
  return {
    kinds,
    start(): void {
      loop ??= runLoop();
    },
    /** Checks for due jobs now. Happens automatically when a job is added through this runner's store. */
    wake: bell.ring,
    /**
     * Runs one job ahead of the queue, unless another process has it or it isn't due. Settles when the attempt ends and
     * never throws. Don't call it inside a transaction: the job would inherit it.
     */
    async runNow(kind: string, key: string): Promise<void> {
      const job = stopping ? null : await store.leaseOne(kind, key, leaseMs);
      if (job) return start(job);
      await startingNext;
      await [...running.values()].find((one) => one.job.kind === kind && one.job.key === key)?.work;
    },
    /** Stops leasing jobs, gives running ones `graceMs` (default 0) to finish, then aborts them and puts them back. */
    async stop(graceMs = 0): Promise<void> {
      stopping = true;
      stopListening();
      bell.ring();
      await loop;
      const all = Promise.all([...running.values()].map(({ work }) => work));
      if (graceMs > 0) await within(all, graceMs);
      for (const abort of running.keys()) abort.abort(new Error('the server stops'));
      await all;
    },
  };
}

/** Waits for a time or a ring, whichever comes first. A ring while idle ends the next wait immediately. */
function createBell() {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring(): void {
      rung = true;
      wake?.();
    },
    async wait(ms: number): Promise<boolean> {
      if (!rung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
      }
      wake = null;
      const was = rung;
      rung = false;
      return was;
    },
  };
}
