import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../modules/jobs/tables.ts';
import { openTestDatabase, type TestDatabase } from '../tests/database.ts';
import { dialect, isUniqueViolation } from './dialect.ts';
import { openDatabase } from './open.ts';

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.drop());

const job = (id: string, attempts = 0) => ({
  id,
  kind: 'test',
  key: id,
  payload: { deep: ['ö', 1, null] },
  state: 'waiting' as const,
  runAt: 1_790_000_000_000,
  attempts,
  createdAt: 1_790_000_000_000,
});

const attemptsOf = async (id: string) =>
  (await at.db.orm.select({ n: jobs.attempts }).from(jobs).where(eq(jobs.id, id)))[0]?.n;

describe(`a database on ${dialect}`, () => {
  test('gives back what was stored, large numbers and JSON included', async () => {
    await at.db.orm.insert(jobs).values(job('a'));
    const [row] = await at.db.orm.select().from(jobs).where(eq(jobs.id, 'a'));
    expect(row).toMatchObject({ ...job('a'), leaseOwner: null, leaseUntil: null });
  });

  test('says which errors are unique violations', async () => {
    const fault = await at.db.orm
      .insert(jobs)
      .values(job('a'))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(fault)).toBe(true);
    expect(isUniqueViolation(new Error('other'))).toBe(false);
  });

  test('undoes everything when a transaction throws', async () => {
    await expect(
      at.db.transact(async () => {
        await at.db.orm.insert(jobs).values(job('undone'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await attemptsOf('undone')).toBeUndefined();
  });

  test('loses no update of 40 transactions that read and then write the same row', async () => {
    await at.db.orm.insert(jobs).values(job('counter'));
    await Promise.all(
      Array.from({ length: 40 }, () =>
        at.db.transact(async () => {
          const before = (await attemptsOf('counter')) ?? 0;
          await at.db.orm
            .update(jobs)
            .set({ attempts: before + 1 })
            .where(eq(jobs.id, 'counter'));
        }),
      ),
    );
    expect(await attemptsOf('counter')).toBe(40);
  });

  test('keeps statements from outside out of a transaction that rolls back', async () => {
    await at.db.orm.insert(jobs).values(job('inside'));
    let outside: Promise<unknown> = Promise.resolve();
    let begun: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const doomed = at.db
      .transact(async () => {
        await at.db.orm.update(jobs).set({ attempts: 5 }).where(eq(jobs.id, 'inside'));
        begun();
        await at.db.orm.select().from(jobs);
        throw new Error('no');
      })
      .catch(() => {});
    await hasBegun;
    outside = at.db.orm.insert(jobs).values(job('outside'));
    await doomed;
    await outside;
    expect(await attemptsOf('inside')).toBe(0);
    expect(await attemptsOf('outside')).toBe(0);
  });

  test('refuses a nested transaction', async () => {
    await expect(at.db.transact(() => at.db.transact(async () => {}))).rejects.toThrow('do not nest');
  });

  test('lets go of notifications at any moment, half-way to them too', async (context) => {
    const { notifications } = at.db;
    if (!notifications) return context.skip('only servers that share a Postgres notification one another');
    for (let tried = 0; tried < 5; tried++) await notifications.listen(() => {})();
    let heard = () => {};
    const reported = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const stop = notifications.listen(heard);
    await reported;
    await stop();
  });

  test('is opened a second time without migrating again', async () => {
    const again = await openDatabase(at.settings);
    const [row] = await again.orm.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(jobs);
    expect(row?.n).toBeGreaterThan(2);
    await again.close();
  });
});
