import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../modules/jobs/tables.ts';
import { ANSWERS_TIMEOUT_MS, isUnavailable } from '../modules/kit/unavailable.ts';
import { openTestDatabase, type TestDatabase } from '../tests/database.ts';
import { longTest } from '../tests/long-test.ts';
import { dialect } from './dialect.ts';
import { SQLITE_FILE } from './settings.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { openReaders } from './sqlite-readers.ts';

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.drop());

const timed = async (work: Promise<unknown>) => {
  const began = performance.now();
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return { outcome, ms: performance.now() - began };
};

const job = (id: string) => ({
  id,
  kind: 'test',
  key: id,
  payload: {},
  state: 'waiting' as const,
  runAt: 0,
  attempts: 0,
  createdAt: 0,
});
const countJobs = () => at.db.orm.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(jobs);
/** SQLite has no sleep, so this counts: on a slow machine, five million take one second. */
const counting = (to: number) =>
  `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${to}) select i from n) as n`;
/** Takes far longer than any time limit. */
const endless = () =>
  at.db.orm
    .select({ n: sql`count(*)` })
    .from(sql.raw(dialect === 'postgres' ? 'pg_sleep(600) as n' : counting(60_000_000)));
/** Postgres sleeps, but SQLite keeps a core busy; the regular suite tests its threads with a shorter limit, below. */
const slowTest: typeof longTest = dialect === 'postgres' ? test : longTest;

describe(`statements on ${dialect}`, () => {
  slowTest('that take too long are refused in time, and hold up nothing beside them', {}, async () => {
    const slow = timed(endless());
    const beside: number[] = [];
    const until = performance.now() + 400;
    while (performance.now() < until) beside.push((await timed(countJobs())).ms);
    console.log(
      `${dialect}: beside a slow statement ${beside.length} others, the slowest in ${Math.max(...beside).toFixed(0)} ms`,
    );
    expect(Math.max(...beside)).toBeLessThan(500);
    const { outcome, ms } = await slow;
    expect(isUnavailable(outcome)).toBe(true);
    expect(ms).toBeLessThan(ANSWERS_TIMEOUT_MS + 1_000);
    await countJobs();
  });

  test('see everything that was acknowledged before, whichever connection reads', async () => {
    for (let round = 0; round < 20; round++) {
      await at.db.orm.insert(jobs).values(job(`seen-${round}`));
      const reads = Array.from({ length: 6 }, () =>
        at.db.orm
          .select()
          .from(jobs)
          .where(eq(jobs.id, `seen-${round}`)),
      );
      for (const rows of await Promise.all(reads)) expect(rows).toHaveLength(1);
    }
  });
});

if (dialect === 'sqlite')
  describe('a SQLite thread', () => {
    const LIMIT_MS = 100;

    test('that takes too long is given up in time, and holds up nothing beside it', async () => {
      const file = join(at.settings.DATA_DIR, SQLITE_FILE);
      const ended: Promise<void>[] = [];
      const readers = await openReaders(() => {
        const connection = connectSqlite({ file, readonly: true });
        const close = () => {
          const end = connection.close();
          ended.push(end);
          return end;
        };
        return { ...connection, close };
      });
      const ask = (from: string, limitMs: number) =>
        timed(readers.query(limitMs, `select count(*) from ${from}`, [], 'all'));
      const slow = ask(counting(5_000_000), LIMIT_MS);
      const beside = [];
      // Continues for as long again after the timeout, because the thread is still counting.
      for (const end = performance.now() + 2 * LIMIT_MS; performance.now() < end; )
        beside.push(await ask('jobs', ANSWERS_TIMEOUT_MS));
      expect(beside.map(({ outcome }) => outcome).filter(Boolean)).toEqual([]);
      expect(Math.max(...beside.map(({ ms }) => ms))).toBeLessThan(500);
      const { outcome, ms } = await slow;
      expect(isUnavailable(outcome)).toBe(true);
      expect(ms).toBeLessThan(LIMIT_MS + 1_000);
      expect((await ask('jobs', ANSWERS_TIMEOUT_MS)).outcome).toBeNull();
      await readers.close();
      await Promise.all(ended);
    });

    test('that is slow to start keeps no statement from the threads that have', async () => {
      const file = join(at.settings.DATA_DIR, SQLITE_FILE);
      const started = Promise.withResolvers<void>();
      let threads = 0;
      const readers = await openReaders(() => {
        const connection = connectSqlite({ file, readonly: true });
        threads += 1;
        if (threads === 1) return connection;
        const query: typeof connection.query = (...asked) =>
          started.promise.then(() => connection.query(...asked));
        return { ...connection, query };
      });
      const asked = Array.from({ length: 8 }, () =>
        timed(readers.query(ANSWERS_TIMEOUT_MS, `select count(*) from ${counting(200_000)}`, [], 'all')),
      );
      expect((await Promise.all(asked)).map(({ outcome }) => outcome)).toEqual(asked.map(() => null));
      expect(threads).toBeGreaterThan(1);
      started.resolve();
      await readers.close();
    });
  });

if (dialect === 'sqlite')
  describe('a SQLite file that another program holds', () => {
    test('is told in time to those who write, and takes their writes once it is free', async () => {
      const other = new Sqlite(join(at.settings.DATA_DIR, SQLITE_FILE));
      other.exec('BEGIN IMMEDIATE');
      const writes = [
        at.db.orm.insert(jobs).values(job('held')),
        at.db.transact(async () => void (await at.db.orm.insert(jobs).values(job('held-too')))),
      ].map(timed);
      expect((await timed(countJobs())).outcome).toBeNull();
      for (const { outcome, ms } of await Promise.all(writes)) {
        expect(isUnavailable(outcome)).toBe(true);
        expect(ms).toBeLessThan(ANSWERS_TIMEOUT_MS + 1_000);
      }
      other.exec('COMMIT');
      other.close();
      await at.db.orm.insert(jobs).values(job('free'));
      await at.db.transact(async () => void (await at.db.orm.insert(jobs).values(job('free-too'))));
    });
  });
