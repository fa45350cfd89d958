import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { beyond } from '../../../db/beyond.ts';
import type { Database } from '../../../db/database.ts';
import { dreams } from '../tables.ts';

/** A page of the trash starts after this dream. */
export interface TrashPlace {
  hiddenAt: number;
  requestedAt: number;
  id: string;
}

/** `hiddenAt` of dreams selected for permanent deletion, which may already be under way. */
export const CONDEMNED_AT = 0;

/**
 * Dreams that a person can still restore. @param endedAfter ms since the epoch; their plan no longer keeps older ones
 */
const inTrash = (userId: string, endedAfter: number | null) =>
  and(
    eq(dreams.userId, userId),
    gt(dreams.hiddenAt, CONDEMNED_AT),
    isNull(dreams.removedAt),
    isNotNull(dreams.startedAt),
    endedAfter === null ? undefined : gt(dreams.endedAt, endedAfter),
  );

/** Selects from the trash: dreams by id, one deletion, or everything hidden up to a time. */
export type TrashChoice = { ids: readonly string[] } | { hiddenAt: number } | { hiddenBy: number };

function chosen(choice: TrashChoice): SQL | undefined {
  if ('ids' in choice) return inArray(dreams.id, [...choice.ids]);
  return 'hiddenAt' in choice ? eq(dreams.hiddenAt, choice.hiddenAt) : lte(dreams.hiddenAt, choice.hiddenBy);
}

/** Store queries for deleted dreams that their owner can see. */
export function createTrashQueries({ orm }: Database) {
  const change = async (where: SQL | undefined, hiddenAt: number | null): Promise<string[]> => {
    const rows = await orm.update(dreams).set({ hiddenAt }).where(where).returning({ id: dreams.id });
    return rows.map(({ id }) => id);
  };

  return {
    /** A person's deleted dreams, last deleted first; those deleted together are sorted as on the board. */
    listTrash(
      userId: string,
      page: { after: TrashPlace | null; limit: number; endedAfter: number | null },
    ): Promise<(typeof dreams.$inferSelect)[]> {
      const { after, limit, endedAfter } = page;
      const behind =
        after &&
        beyond([
          [dreams.hiddenAt, 'down', after.hiddenAt],
          [dreams.requestedAt, 'down', after.requestedAt],
          [dreams.id, 'up', after.id],
        ]);
      return orm
        .select()
        .from(dreams)
        .where(and(inTrash(userId, endedAfter), behind ?? undefined))
        .orderBy(desc(dreams.hiddenAt), desc(dreams.requestedAt), asc(dreams.id))
        .limit(limit);
    },

    async countTrash(userId: string, endedAfter: number | null): Promise<number> {
      return orm.$count(dreams, inTrash(userId, endedAfter));
    },

    /** @returns the restored ids */
    restore: (userId: string, choice: TrashChoice, endedAfter: number | null) =>
      change(and(inTrash(userId, endedAfter), chosen(choice)), null),

    /** From now on these can't be restored. @returns their ids */
    condemn: (userId: string, choice: TrashChoice, endedAfter: number | null) =>
      change(and(inTrash(userId, endedAfter), chosen(choice)), CONDEMNED_AT),
  };
}
