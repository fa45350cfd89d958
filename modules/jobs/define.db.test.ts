import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { dialect } from '../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { defineDaily } from './contract/define-daily.ts';
import { type DefinedJob, defineJob } from './contract/define-job.ts';
import { createDailyJobs } from './daily-jobs.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { createJobsStore, type JobsStore } from './store.ts';

const TIMEOUTS = { timeout: 20_000, interval: 20 };
const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** Noon on day 20,000 since the epoch. */
const NOON = 20_000 * DAY + 12 * HOUR;

let at: TestDatabase;
let store: JobsStore;
let now: number;
const clock = { now: () => now, monotonic: () => now };
const runners: JobRunner[] = [];

beforeEach(async () => {
  now = NOON;
  at = await openTestDatabase();
  store = createJobsStore(at.db, clock);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await at.drop();
});

function run(jobs: readonly DefinedJob[]): JobRunner {
  const handlers = Object.fromEntries(jobs.map((job) => [job.kind, job]));
  const runner = createJobRunner({ store, clock, handlers, concurrency: 1 });
  runners.push(runner);
  runner.start();
  return runner;
}
const ended = (kind: string, key: string, state: 'done' | 'failed') =>
  vi.waitFor(async () => expect(await store.find(kind, key)).toMatchObject({ state }), TIMEOUTS);

describe(`a kind of job on ${dialect}`, () => {
  test('has a valid payload, or fails immediately with an error that names the field', async () => {
    const greeted: string[] = [];
    const gaveUp = vi.fn(async () => {});
    const greet = defineJob({
      kind: 'greet',
      payload: z.object({ name: z.string() }),
      maxAttempts: 100,
      gaveUp,
      async run({ name }, { job }) {
        greeted.push(`${job.key}: ${name}`);
      },
    });
    await store.enqueue({ kind: 'greet', key: 'fits', payload: { name: 'Ada', since: 'a later version' } });
    await store.enqueue({ kind: 'greet', key: 'misfits', payload: { name: 7 } });
    run([greet]);
    await ended('greet', 'fits', 'done');
    await ended('greet', 'misfits', 'failed');
    expect(greeted).toEqual(['fits: Ada']);
    expect(gaveUp).toHaveBeenCalledTimes(1);
    const misfit = await store.find('greet', 'misfits');
    expect(misfit?.lastError).toContain('The payload of job greet misfits does not fit:');
    expect(misfit?.lastError).toContain('expected string, received number');
    expect(misfit?.lastError).toContain('at name');
  });

  test('is deleted after its retention period, and never before it ends', async () => {
    for (const key of ['done', 'failed', 'waiting']) await store.enqueue({ kind: 'x', key, payload: {} });
    for (const settle of [store.complete, store.retryLater, store.fail] as const) {
      const job = await store.lease(['x'], HOUR);
      if (job === null) throw new Error('no job was due');
      await settle(job, 'broken');
    }
    const left = async () =>
      (await Promise.all(['done', 'failed', 'waiting'].map((key) => store.find('x', key)))).flatMap(
        (job) => job?.state ?? [],
      );
    await store.dropFinished(now - 1);
    expect(await left()).toHaveLength(3);
    await store.dropFinished(now);
    expect(await left()).toEqual(['waiting']);
  });
});

describe(`daily jobs on ${dialect}`, () => {
  const daily = (work: () => Promise<unknown>, hour: `${number}:${number}` = '03:30') =>
    createDailyJobs({ jobs: store, clock }, [defineDaily('sweep', hour, work)]);
  const rowOf = (day: number) => store.find('sweep', String(day));

  test('run once a day at their hour, however often and wherever they are scheduled', async () => {
    const work = vi.fn(async () => {});
    const { jobs, schedule } = daily(work);
    for (let start = 0; start < 3; start += 1) await daily(work).schedule();
    expect(await rowOf(20_000)).toMatchObject({ state: 'waiting', runAt: 20_000 * DAY + 3.5 * HOUR });
    const runner = run(jobs);
    run(daily(work).jobs);
    await ended('sweep', '20000', 'done');
    await schedule();
    expect(work).toHaveBeenCalledTimes(1);
    const next = 20_001 * DAY + 3.5 * HOUR;
    expect(await rowOf(20_001)).toMatchObject({ state: 'waiting', runAt: next });
    now = next;
    runner.wake();
    await ended('sweep', '20001', 'done');
    expect(work).toHaveBeenCalledTimes(2);
    expect(await rowOf(20_002)).toMatchObject({ state: 'waiting' });
  });

  test('belong to the previous day before their hour', async () => {
    now = 20_000 * DAY + HOUR;
    await daily(async () => {}).schedule();
    expect(await rowOf(19_999)).toMatchObject({ runAt: 19_999 * DAY + 3.5 * HOUR });
    expect(await rowOf(20_000)).toBeNull();
  });

  test('continue the next day after a failure, and skip days without a server', async () => {
    await daily(async () => {}).schedule();
    now += 5 * DAY;
    run(daily(async () => Promise.reject(new Error('no luck'))).jobs);
    await vi.waitFor(async () => expect(await rowOf(20_000)).toMatchObject({ attempts: 1 }), TIMEOUTS);
    await vi.waitFor(async () => expect(await rowOf(20_006)).toMatchObject({ state: 'waiting' }), TIMEOUTS);
    expect(await rowOf(20_001)).toBeNull();
  });

  test('take over rows of a version with a different hour', async () => {
    // The older version's day starts at midnight; this version's starts later and hasn't begun yet.
    now = 20_001 * DAY + 1;
    await store.enqueue({ kind: 'sweep', key: '20001', payload: {}, runAt: 20_001 * DAY });
    const work = vi.fn(async () => {});
    run(daily(work).jobs);
    await ended('sweep', '20001', 'done');
    expect(work).toHaveBeenCalledTimes(1);
    expect(await rowOf(20_002)).toMatchObject({ state: 'waiting', runAt: 20_002 * DAY + 3.5 * HOUR });
  });
});
