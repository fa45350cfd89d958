import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { dreams } from '../tables.ts';

/** SQL of what operators do about a shared dream; a part of the repository. */
export function createTakeDownQueries({ orm }: Database, clock: Clock) {
  return {
    /** Closes a dream's link until it is put back. @returns false where that was done before, or there is no such dream */
    async takeDown(id: string, reason: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({
          takenDownAt: clock.now(),
          takenDownReason: reason,
          takenDownShared: sql`${dreams.shared}`,
          shared: false,
        })
        .where(and(eq(dreams.id, id), isNull(dreams.takenDownAt)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** Leaves its link as it was before. @returns false where it was not taken down */
    async putBack(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({
          shared: sql`${dreams.takenDownShared}`,
          takenDownAt: null,
          takenDownReason: null,
          takenDownShared: null,
        })
        .where(and(eq(dreams.id, id), isNotNull(dreams.takenDownAt)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },
  };
}
