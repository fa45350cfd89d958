import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { type JobHandler, type LeasedJob, RetryLater } from './contract/define-job.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { createJobsStore, type JobsStore } from './store.ts';

/** Generous, because the machine may be busy. */
const TIMEOUTS = { timeout: 20_000, interval: 20 };

const LEASE_MS = 60_000;

let at: TestDatabase;
let store: JobsStore;
/** Starts at the real time, to agree with the helper process, and only moves when a test moves it. */
let now: number;
const clock = { now: () => now, monotonic: () => now };
const runners: JobRunner[] = [];

beforeEach(async () => {
  now = Date.now();
  at = await openTestDatabase();
  store = createJobsStore(at.db, clock);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await at.drop();
});

const add = (key: string, runAt?: number) =>
  store.enqueue({ kind: 'test', key, payload: { key }, ...(runAt === undefined ? {} : { runAt }) });
const lease = () => store.lease(['test'], LEASE_MS);
async function leaseSure(): Promise<LeasedJob> {
  const job = await lease();
  if (job === null) throw new Error('no job was due');
  return job;
}

describe(`the job queue on ${dialect}`, () => {
  test('adds a job once per kind and key', async () => {
    const first = await add('a');
    expect(first.added).toBe(true);
    expect(await add('a')).toEqual({ id: first.id, added: false });
    expect(await store.enqueue({ kind: 'other', key: 'a', payload: {} })).toMatchObject({ added: true });
    const raced = await Promise.all(Array.from({ length: 20 }, () => add('b')));
    expect(raced.filter((job) => job.added)).toHaveLength(1);
    expect(new Set(raced.map((job) => job.id)).size).toBe(1);
    await store.complete(await leaseSure());
    expect(await add('a')).toEqual({ id: first.id, added: false });
  });

  test('leases due jobs, oldest first, to one holder each', async () => {
    await add('later', now + 1000);
    await add('second', now - 10);
    await add('first', now - 20);
    await store.enqueue({ kind: 'other', key: 'x', payload: {}, runAt: now - 99 });
    expect(await leaseSure()).toMatchObject({ key: 'first', payload: { key: 'first' }, attempts: 1 });
    expect(await leaseSure()).toMatchObject({ key: 'second', state: 'running', leaseUntil: now + LEASE_MS });
    expect(await lease()).toBeNull();
    expect(await store.nextDue(['test'])).toBe(now + 1000);
    now += 1000;
    expect(await leaseSure()).toMatchObject({ key: 'later' });
    expect(await store.nextDue(['nothing'])).toBeNull();
  });

  test('runs due jobs and finished waits after a fast clock is corrected', async () => {
    const HOUR = 3600_000;
    now += HOUR;
    await add('at once');
    await add('failed');
    await add('given up');
    const taken = [await leaseSure(), await leaseSure(), await leaseSure()];
    const named = (key: string) => taken.find((job) => job.key === key) as LeasedJob;
    await store.release(named('at once'));
    await store.retryLater(named('failed'), 'broken');
    await store.fail(named('given up'), 'broken');
    await store.rerun('test', 'given up');
    await store.enqueue({ kind: 'test', key: 'waits', payload: {}, delayMs: 5_000 });
    await add('asked for', now);
    now -= HOUR;
    expect(await store.nextDue(['test'])).toBeLessThanOrEqual(now);
    const due: string[] = [];
    for (let job = await lease(); job; job = await lease()) due.push(job.key);
    expect(due.sort()).toEqual(['at once', 'failed', 'given up', 'waits']);
    // Only relative delays end early; an explicit time stays.
    expect(await store.find('test', 'asked for')).toMatchObject({ state: 'waiting', runAt: now + HOUR });

    // A delay set by the corrected clock runs in full.
    await store.enqueue({ kind: 'test', key: 'patient', payload: {}, delayMs: 5_000 });
    expect(await lease()).toBeNull();
    now += 5_000;
    expect(await leaseSure()).toMatchObject({ key: 'patient' });
  });

  test('leases each of 60 jobs to exactly one of many callers on two connections', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => add(`job-${index}`)));
    const other = await openDatabase(at.settings);
    try {
      const stores = [store, createJobsStore(other, clock)];
      const taken: string[] = [];
      const askers = Array.from({ length: 10 }, async (_, index) => {
        for (let job = await stores[index % 2]?.lease(['test'], LEASE_MS); job; ) {
          taken.push(job.key);
          job = await stores[index % 2]?.lease(['test'], LEASE_MS);
        }
      });
      await Promise.all(askers);
      expect(taken).toHaveLength(60);
      expect(new Set(taken).size).toBe(60);
    } finally {
      await other.close();
    }
  });

  test('renews leases, and accepts nothing from a holder that lost its lease', async () => {
    await add('a');
    const lost = await leaseSure();
    expect(await store.extend(lost, LEASE_MS, 0.25)).toBe(true);
    expect(await store.find('test', 'a')).toMatchObject({ progress: 0.25, leaseUntil: now + LEASE_MS });
    expect(await store.progressOf('test', ['a', 'b'])).toEqual(new Map([['a', 0.25]]));
    expect((await store.progressOf('other', ['a'])).size).toBe(0);
    now += LEASE_MS - 1;
    expect(await lease()).toBeNull();
    now += 1;
    const taken = await leaseSure();
    expect(taken).toMatchObject({ id: lost.id, attempts: 2 });
    expect(await store.extend(lost, LEASE_MS, 0.9)).toBe(false);
    expect(await store.complete(lost)).toBe(false);
    expect(await store.retryLater(lost, 'x')).toBe(false);
    expect(await store.fail(lost, 'x')).toBe(false);
    expect(await store.release(lost)).toBe(false);
    expect(await store.complete(taken)).toBe(true);
    expect(await store.find('test', 'a')).toMatchObject({ state: 'done', progress: 1, finishedAt: now });
    now += 10 * LEASE_MS;
    expect(await lease()).toBeNull();
  });

  test('doubles the wait after each failed attempt, up to ten minutes', async () => {
    await add('a');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const job = await leaseSure();
      expect(job.attempts).toBe(attempt);
      await store.retryLater(job, `attempt ${attempt} ${'x'.repeat(5000)}`);
      const next = await store.nextDue(['test']);
      waits.push((next ?? 0) - now);
      expect(await lease()).toBeNull();
      now = next ?? now;
    }
    expect(waits.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000]);
    expect(waits.at(-1)).toBe(600_000);
    expect((await store.find('test', 'a'))?.lastError).toMatch(/^attempt 12 x{1900}/);
  });

  test('drops leases of dead processes at a start with exclusive access to the database', async () => {
    await add('a');
    await leaseSure();
    await store.releaseAll();
    expect(await leaseSure()).toMatchObject({ key: 'a', attempts: 2 });
  });

  test('reruns a finished job, and no other', async () => {
    await add('a');
    const first = await leaseSure();
    expect(await store.rerun('test', 'a')).toBe(false);
    await store.retryLater(first, 'once');
    expect(await store.rerun('test', 'a')).toBe(false);
    now += 60_000;
    await store.fail(await leaseSure(), 'for good');
    expect(await lease()).toBeNull();
    expect(await store.rerun('test', 'a')).toBe(true);
    expect(await leaseSure()).toMatchObject({ key: 'a', attempts: 1, createdAt: now, finishedAt: null });
    expect(await store.rerun('test', 'never added')).toBe(false);
  });

  test('leases a killed process’s job to another once its lease expires', async () => {
    const { id } = await add('a');
    expect(await holdAndDie()).toBe(id);
    expect(await lease()).toBeNull();
    now = Date.now() + LEASE_MS;
    expect(await leaseSure()).toMatchObject({ id, attempts: 2 });
  });
});

describe(`the job runner on ${dialect}`, () => {
  function run(handler: JobHandler, concurrency = 1, leaseMs = LEASE_MS) {
    const onError = vi.fn();
    const runner = createJobRunner({
      store,
      clock,
      handlers: { test: handler },
      concurrency,
      leaseMs,
      onError,
    });
    runners.push(runner);
    runner.start();
    return { runner, onError };
  }
  const stateOf = async (key: string) => (await store.find('test', key))?.state;

  test('runs waiting jobs, and ones added while it runs or inside a transaction', async () => {
    await add('before');
    const done: string[] = [];
    run({
      async run(job) {
        done.push(job.key);
      },
    });
    await vi.waitFor(async () => expect(await stateOf('before')).toBe('done'), TIMEOUTS);
    await add('after');
    await vi.waitFor(async () => expect(await stateOf('after')).toBe('done'), TIMEOUTS);
    await at.db.transact(async () => {
      await add('inside');
      // Gives a runner time to look before the commit and find nothing.
      await store.find('test', 'inside');
    });
    await vi.waitFor(async () => expect(await stateOf('inside')).toBe('done'), { timeout: 3000 });
    expect(done).toEqual(['before', 'after', 'inside']);
  });

  test('respects the concurrency limit', async () => {
    const gates: (() => void)[] = [];
    let most = 0;
    let active = 0;
    await Promise.all(Array.from({ length: 7 }, (_, index) => add(`job-${index}`)));
    run(
      {
        async run() {
          active += 1;
          most = Math.max(most, active);
          await new Promise<void>((resolve) => gates.push(resolve));
          active -= 1;
        },
      },
      3,
    );
    for (let released = 0; released < 7; released += 1) {
      await vi.waitFor(() => expect(gates).toHaveLength(Math.min(3, 7 - released)), TIMEOUTS);
      gates.shift()?.();
    }
    await vi.waitFor(async () => expect(await stateOf('job-6')).toBe('done'), TIMEOUTS);
    expect(most).toBe(3);
  });

  test('retries after a failure, reports progress, and finally gives up', async () => {
    const gaveUp = vi.fn(async () => {});
    let attempts = 0;
    const { runner, onError } = run({
      maxAttempts: 3,
      gaveUp,
      async run(job, { progress }) {
        attempts += 1;
        progress(0.5);
        throw new Error(`no luck with ${job.key}`);
      },
    });
    await add('a');
    for (let attempt = 1; attempt < 3; attempt += 1) {
      await vi.waitFor(async () => {
        expect(await store.find('test', 'a')).toMatchObject({ state: 'waiting', attempts: attempt });
      }, TIMEOUTS);
      now = (await store.nextDue(['test'])) ?? now;
      runner.wake();
    }
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('failed'), TIMEOUTS);
    expect(attempts).toBe(3);
    expect(onError).toHaveBeenCalledTimes(3);
    expect(gaveUp.mock.calls).toEqual([[expect.objectContaining({ key: 'a' }), 'no luck with a']]);
    expect(await store.find('test', 'a')).toMatchObject({ lastError: 'no luck with a', finishedAt: now });
  });

  test('gives up a job that crashes its process each time', async () => {
    await add('a');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      expect((await leaseSure()).attempts).toBe(attempt);
      now += LEASE_MS;
    }
    const gaveUp = vi.fn(async () => {});
    const work = vi.fn(async () => {});
    run({ run: work, maxAttempts: 2, gaveUp });
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('failed'), TIMEOUTS);
    expect(work).not.toHaveBeenCalled();
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  test('waits for a job’s prerequisites indefinitely, and only counts failures', async () => {
    const gaveUp = vi.fn(async () => {});
    const postponed = (ms: number) => new RetryLater(ms, new Error('no room'));
    const outcomes = [
      ...Array.from({ length: 20 }, () => postponed(5_000)),
      new Error('broken'),
      postponed(7_000),
    ];
    const { runner, onError } = run({
      maxAttempts: 2,
      gaveUp,
      async run() {
        const outcome = outcomes.shift();
        if (outcome) throw outcome;
      },
    });
    await add('a');
    const comesAgain = async (expected: { attempts: number; lastError: string }, wait: number) => {
      const runAt = now + wait;
      await vi.waitFor(async () => {
        expect(await store.find('test', 'a')).toMatchObject({ state: 'waiting', runAt, ...expected });
      }, TIMEOUTS);
      now += wait;
      runner.wake();
    };
    for (let count = 0; count < 20; count += 1) {
      await comesAgain({ attempts: 0, lastError: 'no room' }, 5_000);
    }
    await comesAgain({ attempts: 1, lastError: 'broken' }, 2_000);
    await comesAgain({ attempts: 1, lastError: 'no room' }, 7_000);
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('done'), TIMEOUTS);
    expect(gaveUp).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledTimes(22);
  });

  test('doesn’t give up a job for exits of its own process if another one does the work', async () => {
    await add('a');
    for (let death = 1; death <= 9; death += 1) {
      expect(await store.lease(['test'], LEASE_MS, ['test'])).toMatchObject({ attempts: 1 });
      now += LEASE_MS;
    }
    const attempts: number[] = [];
    const gaveUp = vi.fn(async () => {});
    const { runner } = run({
      onlyFailuresCount: true,
      maxAttempts: 2,
      gaveUp,
      async run(job) {
        attempts.push(job.attempts);
        throw new Error('broken');
      },
    });
    await vi.waitFor(
      async () => expect(await store.find('test', 'a')).toMatchObject({ attempts: 1 }),
      TIMEOUTS,
    );
    now = (await store.nextDue(['test'])) ?? now;
    runner.wake();
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('failed'), TIMEOUTS);
    expect(attempts).toEqual([1, 2]);
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  test('returns interrupted jobs to the queue on shutdown, without counting an attempt', async () => {
    await add('a');
    let began = false;
    const { runner, onError } = run({
      run: (_job, { signal }) => untilAborted(signal, () => (began = true)),
    });
    await vi.waitFor(() => expect(began).toBe(true), TIMEOUTS);
    await add('b');
    await runner.stop();
    expect(await store.find('test', 'a')).toMatchObject({ state: 'waiting', attempts: 0, leaseOwner: null });
    expect(await store.find('test', 'b')).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(onError).not.toHaveBeenCalled();
  });

  test('lets a job finish within the grace period on shutdown', async () => {
    await add('a');
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    let began = false;
    const { runner } = run({
      run: () => {
        began = true;
        return finished;
      },
    });
    await vi.waitFor(() => expect(began).toBe(true), TIMEOUTS);
    expect(await stateOf('a')).toBe('running');
    const stopped = runner.stop(20_000);
    finish();
    await stopped;
    expect(await stateOf('a')).toBe('done');
  });

  test('renews its lease while it works, and stops when it loses it', async () => {
    await add('a');
    let reason: unknown;
    // A short lease means a short wait for its next extension; the fake clock stands still.
    run(
      {
        run: (_job, { signal }) =>
          untilAborted(signal, () => {}).finally(() => {
            reason = signal.reason;
          }),
      },
      1,
      150,
    );
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('running'), TIMEOUTS);
    now += 100;
    await vi.waitFor(async () => {
      expect((await store.find('test', 'a'))?.leaseUntil).toBe(now + 150);
    }, TIMEOUTS);
    now += 150;
    const thief = createJobsStore(at.db, clock);
    let stolen: LeasedJob | null = null;
    await vi.waitFor(async () => {
      now += 1000;
      stolen = await thief.lease(['test'], 1e9);
      expect(stolen).not.toBeNull();
    }, TIMEOUTS);
    await vi.waitFor(() => expect(reason).toMatchObject({ message: 'the lease was lost' }), TIMEOUTS);
    if (stolen !== null) expect(await thief.complete(stolen)).toBe(true);
  });

  test('survives a temporary database failure', async () => {
    await add('a');
    let broken = true;
    const shaky: JobsStore = {
      ...store,
      lease: (...args) => (broken ? Promise.reject(new Error('gone')) : store.lease(...args)),
    };
    const onError = vi.fn();
    const runner = createJobRunner({
      store: shaky,
      clock,
      handlers: { test: { async run() {} } },
      concurrency: 1,
      onError,
    });
    runners.push(runner);
    runner.start();
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), TIMEOUTS);
    broken = false;
    runner.wake();
    await vi.waitFor(async () => expect(await stateOf('a')).toBe('done'), TIMEOUTS);
  });

  test('an immediate run waits for a job that the loop has leased but not started', async () => {
    const held = Promise.withResolvers<void>();
    const slow: JobsStore = {
      ...store,
      async lease(...asked) {
        const job = await store.lease(...asked);
        await held.promise;
        return job;
      },
      async leaseOne(...asked) {
        const job = await store.leaseOne(...asked);
        setImmediate(held.resolve);
        return job;
      },
    };
    const done: string[] = [];
    const runner = createJobRunner({
      store: slow,
      clock,
      handlers: { test: { run: async ({ key }) => void done.push(key) } },
      concurrency: 1,
    });
    runners.push(runner);
    await add('leased');
    runner.start();
    await vi.waitFor(async () => expect(await stateOf('leased')).toBe('running'), TIMEOUTS);
    await runner.runNow('test', 'leased');
    expect(done).toEqual(['leased']);
  });
});

function untilAborted(signal: AbortSignal, began: () => void): Promise<void> {
  began();
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Has another process lease the next job, then kills it with SIGKILL. Returns the job's id. */
async function holdAndDie(): Promise<string> {
  const program = fileURLToPath(new URL('./testing/hold-job.ts', import.meta.url));
  const { DATA_DIR, DATABASE_URL = '' } = at.settings;
  const holder = spawn(process.execPath, [program, DATA_DIR], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL },
  });
  const id = await new Promise<string>((resolve) => {
    holder.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('close', resolve));
  return id;
}
