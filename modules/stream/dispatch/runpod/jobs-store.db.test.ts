import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../db/database.ts';
import { dialect } from '../../../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../../../../tests/database.ts';
import { createJob } from './job.ts';
import { createRunpodJobsStore } from './jobs-store.ts';

const HOUR = 3600_000;
const ONE_JOB = { maxJobs: 1, maxUsdPerHour: null, usdPerHour: null };

let at: TestDatabase;
let now: number;
beforeEach(async () => {
  now = 1_790_000_000_000;
  at = await openTestDatabase();
});
afterEach(() => at.drop());

const storeOf = (db: Database, node = 'one', ceilings = ONE_JOB) =>
  createRunpodJobsStore(db, { now: () => now, monotonic: () => now }, node, ceilings);
const jobOf = (dreamId: string) =>
  createJob({ key: `job of ${dreamId}`, dreamId, maxSeconds: 600, askedAt: now, askedSince: now });

describe(`jobs at RunPod on ${dialect}`, () => {
  test('started concurrently by two nodes stay within the limit', async () => {
    const stores = [storeOf(at.db), storeOf(at.db, 'two')];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => stores[n % 2]?.reserve(jobOf(`dream ${n}`))),
    );
    expect(answers.filter((reached) => reached === null)).toHaveLength(1);
    expect(answers.filter((reached) => reached === 'jobs')).toHaveLength(9);
  });

  test('are found by the node that started them until they end', async () => {
    const store = storeOf(at.db);
    const job = jobOf('dream');
    await store.reserve(job);
    await store.update({ ...job, jobId: 'runpod-1' });
    expect(await storeOf(at.db, 'two').listOpen()).toEqual([]);
    expect(await store.listOpen()).toMatchObject([{ key: job.key, jobId: 'runpod-1', dreamId: 'dream' }]);
    expect([await store.isKnown(job.key), await store.isKnown('another')]).toEqual([true, false]);

    await store.update({ ...job, endedAt: now, gpuMs: 3_000_000_000, outcome: 'served' });
    expect(await store.listOpen()).toEqual([]);
    expect(await store.reserve(jobOf('next'))).toBeNull();
  });

  test('of a node that never came back stop counting when RunPod drops them', async () => {
    await storeOf(at.db, 'lost').reserve(jobOf('dream'));
    expect(await storeOf(at.db).reserve(jobOf('next'))).toBe('jobs');
    now += HOUR;
    expect(await storeOf(at.db).reserve(jobOf('next'))).toBeNull();
  });

  test('are deleted after a month', async () => {
    const store = storeOf(at.db);
    const job = jobOf('dream');
    await store.reserve(job);
    await store.dropOld();
    expect(await store.isKnown(job.key)).toBe(true);
    now += 31 * 24 * HOUR;
    await store.dropOld();
    expect(await store.isKnown(job.key)).toBe(false);
  });
});
