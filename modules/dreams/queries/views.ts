import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../kit/ids.ts';
import { dreamViews, dreamVisitors, visitorSalts } from '../tables.ts';

export function createViewQueries({ orm }: Database) {
  return {
    /** Salt for a day's visitor hashes: random, the same on every node, and deleted after the day. */
    async saltOf(day: number): Promise<string> {
      await orm.insert(visitorSalts).values({ day, salt: newId() }).onConflictDoNothing();
      const [row] = await orm.select().from(visitorSalts).where(eq(visitorSalts.day, day));
      if (!row) throw new Error('the salt of a day went while it was read');
      return row.salt;
    },

    /** Counts a visitor at most once a day. */
    async addView(dreamId: string, day: number, visitor: string): Promise<void> {
      const added = await orm
        .insert(dreamVisitors)
        .values({ dreamId, day, visitor })
        .onConflictDoNothing()
        .returning({ day: dreamVisitors.day });
      if (added.length === 0) return;
      await orm
        .insert(dreamViews)
        .values({ dreamId, views: 1 })
        .onConflictDoUpdate({ target: dreamViews.dreamId, set: { views: sql`${dreamViews.views} + 1` } });
    },

    async countViews(dreamId: string): Promise<number> {
      const [row] = await orm.select().from(dreamViews).where(eq(dreamViews.dreamId, dreamId));
      return row?.views ?? 0;
    },

    /** Deletes visitors and salts of earlier days; only the totals remain. */
    async dropVisitors(before: number): Promise<void> {
      await orm.delete(visitorSalts).where(lt(visitorSalts.day, before));
      await orm.delete(dreamVisitors).where(lt(dreamVisitors.day, before));
    },
  };
}
