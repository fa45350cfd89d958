import { and, asc, eq, lte, notInArray } from 'drizzle-orm';
import type { Database } from '../../db/open.ts';
import {
  bookmarks,
  conversationMessages,
  dreamPrompts,
  dreamReports,
  dreams,
  feedback,
  spentStreams,
} from './tables.ts';

export type PurgeStore = ReturnType<typeof createPurgeStore>;

/** All SQL of the end of a dream. */
export function createPurgeStore({ orm, transact }: Database) {
  return {
    /** Dreams hidden at or before a moment, the longest hidden first. */
    listHidden(before: number, limit: number): Promise<{ id: string; voiceKey: string | null }[]> {
      return orm
        .select({ id: dreams.id, voiceKey: dreams.voiceKey })
        .from(dreams)
        .where(and(lte(dreams.hiddenAt, before), notInArray(dreams.jobStatus, ['PENDING', 'RUNNING'])))
        .orderBy(asc(dreams.hiddenAt))
        .limit(limit);
    },

    /** Removes a dream and all that hangs on it; that its stream was used is remembered. */
    remove(id: string): Promise<void> {
      return transact(async () => {
        const [dream] = await orm.select().from(dreams).where(eq(dreams.id, id));
        if (!dream) return;
        if (dream.chargedAt !== null) {
          await orm
            .insert(spentStreams)
            .values({ dreamId: id, userId: dream.userId, chargedAt: dream.chargedAt })
            .onConflictDoNothing();
        }
        for (const table of [dreamPrompts, conversationMessages, feedback, bookmarks, dreamReports]) {
          await orm.delete(table).where(eq(table.dreamId, id));
        }
        await orm.delete(dreams).where(eq(dreams.id, id));
      });
    },
  };
}
