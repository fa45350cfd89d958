import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../modules/jobs/tables.ts';
import { ANSWERS_WITHIN_MS, isUnavailable } from '../src/kit/unavailable.ts';
import { openTestDatabase, type TestDatabase } from '../tests/database.ts';
import { dialect } from './dialect.ts';
import { SQLITE_FILE } from './settings.ts';

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
/** Takes far longer than anybody waits; SQLite knows no sleep. */
const endless = () =>
  at.db.orm
    .select({ n: sql`count(*)` })
    .from(
      dialect === 'postgres'
        ? sql`pg_sleep(600) as n`
        : sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < 60000000) select i from n) as n`,
    );

describe(`statements on ${dialect}`, () => {
  test('that take too long are refused in time, and hold up nothing beside them', async () => {
    const slow = timed(endless());
    const beside: number[] = [];
    const until = performance.now() + 1_000;
    while (performance.now() < until) beside.push((await timed(countJobs())).ms);
    console.log(
      `${dialect}: beside a slow statement ${beside.length} others, the slowest in ${Math.max(...beside).toFixed(0)} ms`,
    );
    expect(Math.max(...beside)).toBeLessThan(500);
    const { outcome, ms } = await slow;
    expect(isUnavailable(outcome)).toBe(true);
    expect(ms).toBeLessThan(ANSWERS_WITHIN_MS + 1_000);
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
        expect(ms).toBeLessThan(ANSWERS_WITHIN_MS + 1_000);
      }
      other.exec('COMMIT');
      other.close();
      await at.db.orm.insert(jobs).values(job('free'));
      await at.db.transact(async () => void (await at.db.orm.insert(jobs).values(job('free-too'))));
    });
  });
