import { and, asc, eq, gt, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { startOfDay } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Kit } from '../../module.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import { OF_A_DREAM } from '../owned-tables.ts';
import { orphan } from '../queries/plans.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import { dreams, erasedDreams, spentStreams } from '../tables.ts';

export type PurgeStore = ReturnType<typeof createPurgeStore>;

/** Hidden from its owner, by their own deletion or by an operator. */
const GONE = or(isNotNull(dreams.hiddenAt), isNotNull(dreams.removedAt));
const goneBy = (moment: number) => or(lte(dreams.hiddenAt, moment), lte(dreams.removedAt, moment));

export function createPurgeStore({ db, clock, traceOf }: Pick<Kit<unknown>, 'db' | 'clock' | 'traceOf'>) {
  const { orm, transact } = db;
  return {
    /** Dreams hidden or removed at or before the given time, longest hidden first. */
    listHidden(before: number, limit: number): Promise<{ id: string; voiceKey: string | null }[]> {
      return orm
        .select({ id: dreams.id, voiceKey: dreams.voiceKey })
        .from(dreams)
        .where(and(goneBy(before), notInArray(dreams.jobStatus, ACTIVE_STATUSES)))
        .orderBy(asc(dreams.hiddenAt))
        .limit(limit);
    },

    /** Number of hidden dreams: those due at the given time, and those hidden since. */
    async countHidden(before: number): Promise<{ due: number; waiting: number }> {
      const isDue = sql`case when ${goneBy(before)} then 1 else 0 end`;
      const [row] = await orm
        .select({
          all: sql<number>`count(*)`.mapWith(Number),
          due: sql<number>`coalesce(sum(${isDue}), 0)`.mapWith(Number),
        })
        .from(dreams)
        .where(and(GONE, notInArray(dreams.jobStatus, ACTIVE_STATUSES)));
      const { all, due } = row ?? { all: 0, due: 0 };
      return { due, waiting: all - due };
    },

    /** True if it is still hidden or removed; from now on it can't be restored. */
    async condemn(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ hiddenAt: CONDEMNED_AT })
        .where(and(eq(dreams.id, id), GONE))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** People who still see dreams that ended at or before the given time, sorted by id. */
    async ownersOfOld(before: number, after: string, limit: number): Promise<string[]> {
      const rows = await orm
        .selectDistinct({ userId: dreams.userId })
        .from(dreams)
        .where(and(isNull(dreams.hiddenAt), lte(dreams.endedAt, before), gt(dreams.userId, after)))
        .orderBy(asc(dreams.userId))
        .limit(limit);
      return rows.map(({ userId }) => userId);
    },

    /** @returns the number of newly hidden dreams */
    async hideOld(userId: string, before: number, now: number): Promise<number> {
      const hidden = await orm
        .update(dreams)
        .set({ hiddenAt: now })
        .where(and(eq(dreams.userId, userId), isNull(dreams.hiddenAt), lte(dreams.endedAt, before)))
        .returning({ id: dreams.id });
      return hidden.length;
    },

    /** Deletes a dream and the rows that refer to it, but keeps the fact that a stream was used. */
    remove(id: string): Promise<void> {
      return transact(async () => {
        const [dream] = await orm.select().from(dreams).where(eq(dreams.id, id));
        if (!dream) return;
        if (dream.chargedAt !== null) {
          const { userId, chargedAt } = dream;
          // A new id and no time of day, so that the content log can't be linked to the person.
          await orm.insert(spentStreams).values({ id: newId(), userId, chargedAt: startOfDay(chargedAt) });
        }
        const erased = { code: traceOf('erased', id), at: startOfDay(clock.now()) };
        await orm.insert(erasedDreams).values(erased).onConflictDoNothing();
        await orphan(orm, [id]);
        for (const table of OF_A_DREAM) await orm.delete(table).where(eq(table.dreamId, id));
        await orm.delete(dreams).where(eq(dreams.id, id));
      });
    },
  };
}
