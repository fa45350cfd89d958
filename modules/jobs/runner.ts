import type { Clock } from '../../src/kit/clock.ts';
import { within } from '../../src/kit/within.ts';
import { type JobHandler, type LeasedJob, RetryLater, UnfitPayload } from './define-job.ts';
import type { JobsStore } from './store.ts';

const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_MAX_ATTEMPTS = 5;
/** Jobs that another process added are seen this late at worst. */
const POLL_MS = 5_000;
/** A job may be announced just before its transaction commits; a second look finds it. */
const SECOND_LOOK_MS = 250;
/** Progress is written at most this often. */
const PROGRESS_MS = 1_000;

export interface JobRunner {
  kinds: readonly string[];
  start(): void;
  /** Looks for due jobs now, as it does by itself whenever one is added through its store. */
  wake(): void;
  /**
   * Runs one job now, whatever waits before it, unless another process has it or it is not due. Settles with the attempt,
   * and throws nothing. Not for use within a transaction, which the job would inherit.
   */
  runNow(kind: string, key: string): Promise<void>;
  /** Takes no more jobs, lets running ones end for `graceMs` (0 at first), then aborts and puts them back. */
  stop(graceMs?: number): Promise<void>;
}

export interface JobRunnerOptions {
  store: JobsStore;
  clock: Clock;
  /** by kind */
  handlers: Readonly<Record<string, JobHandler>>;
  /** jobs at once, of all kinds together */
  concurrency: number;
  /** how long a dead process keeps its jobs from the others, 30 s at first */
  leaseMs?: number;
  /** hears of failed and postponed attempts (with the job) and of a database that fails (without) */
  onError?: (error: unknown, job: LeasedJob | null) => void;
}

/** Runs due jobs of the handlers' kinds, one lease each, until stopped. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, clock, handlers, concurrency, leaseMs = DEFAULT_LEASE_MS } = options;
  const kinds = Object.keys(handlers);
  const onlyFailures = kinds.filter((kind) => handlers[kind]?.onlyFailuresCount);
  const running = new Map<AbortController, { job: LeasedJob; work: Promise<void> }>();
  const bell = createBell();
  let loop: Promise<void> | null = null;
  let stopping = false;
  /** A job that the loop has leased may not be running yet. */
  let beginningNext: Promise<unknown> = Promise.resolve();

  /**
   * One loop that outlives every call that rings it: work begun from inside such a call would inherit its open
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

  /** Starts what is due while there is room; returns after how many ms to look again. */
  async function fill(): Promise<number> {
    while (!stopping && running.size < concurrency) {
      const beginning = beginNext();
      beginningNext = beginning.catch(() => false);
      if (!(await beginning)) {
        const next = await store.nextDue(kinds);
        return next === null ? POLL_MS : Math.min(Math.max(next - clock.now(), 1), POLL_MS);
      }
    }
    return POLL_MS;
  }

  async function beginNext(): Promise<boolean> {
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

  /** Rejects only when the outcome could not be written; the lease then runs out and the job comes again. */
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
      if (job.attempts >= maxAttempts || error instanceof UnfitPayload)
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

  /** Extends the lease while the job runs, and aborts the job once another node has the lease. */
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
        // Without the database nobody knows whose it is; after a whole lease it may be another's.
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
    start() {
      loop ??= runLoop();
    },
    wake: bell.ring,
    async runNow(kind, key) {
      const job = stopping ? null : await store.leaseOne(kind, key, leaseMs);
      if (job) return start(job);
      await beginningNext;
      await [...running.values()].find((one) => one.job.kind === kind && one.job.key === key)?.work;
    },
    async stop(graceMs = 0) {
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

/** Waits for a time or until rung; a ring while nobody waits counts for the next wait. */
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
