import { and, eq, gt, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import { dreamReports, dreams } from '../tables.ts';
import { CONDEMNED_AT } from './trash.ts';

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

    /** An operator has looked at what was reported about a dream. @returns how many reports are new to them */
    async reportsSeen(id: string): Promise<number> {
      const rows = await orm
        .update(dreamReports)
        .set({ seenAt: clock.now() })
        .where(and(eq(dreamReports.dreamId, id), isNull(dreamReports.seenAt)))
        .returning({ id: dreamReports.id });
      return rows.length;
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

    /** Hides a dream that is over from everybody, its owner included. @returns false where that was done, or there is none */
    async remove(id: string, reason: string): Promise<boolean> {
      const now = clock.now();
      const rows = await orm
        .update(dreams)
        .set({ removedAt: now, removedReason: reason, hiddenAt: sql`coalesce(${dreams.hiddenAt}, ${now})` })
        .where(
          and(eq(dreams.id, id), isNull(dreams.removedAt), notInArray(dreams.jobStatus, ACTIVE_STATUSES)),
        )
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** Shows it again, unless its owner had deleted it before. @returns false where nobody took it away, or it is too late */
    async restore(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({
          hiddenAt: sql`case when ${dreams.hiddenAt} = ${dreams.removedAt} then null else ${dreams.hiddenAt} end`,
          removedAt: null,
          removedReason: null,
        })
        .where(and(eq(dreams.id, id), isNotNull(dreams.removedAt), gt(dreams.hiddenAt, CONDEMNED_AT)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },
  };
}
