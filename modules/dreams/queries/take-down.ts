import { and, eq, gt, isNotNull, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import type { Hold } from '../shared/held.ts';
import { dreams, HELD } from '../tables.ts';
import { CONDEMNED_AT } from './trash.ts';

const NOT_HELD = { reportsHeldAt: null, flaggedHeldAt: null, uncheckedHeldAt: null };

/** SQL of what operators do about a shared dream; a part of the repository. */
export function createTakeDownQueries({ orm }: Database, clock: Clock) {
  async function change(where: SQL | undefined, to: Partial<typeof dreams.$inferInsert>): Promise<boolean> {
    const rows = await orm.update(dreams).set(to).where(where).returning({ id: dreams.id });
    return rows.length === 1;
  }

  return {
    /**
     * Closes a dream's link until it is put back; holds on it are answered by that.
     * @returns false where that was done before, or there is no such dream
     */
    takeDown: (id: string, reason: string): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNull(dreams.takenDownAt)), {
        takenDownAt: clock.now(),
        takenDownReason: reason,
        ...NOT_HELD,
      }),

    /** Ends the take-down; its owner's wish and later holds stand. @returns false where it was not taken down */
    putBack: (id: string): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNotNull(dreams.takenDownAt)), {
        takenDownAt: null,
        takenDownReason: null,
      }),

    /** Closes a dream's link until an operator has looked. @returns false where this hold stands already */
    hold: (id: string, by: Hold): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNull(dreams[`${by}HeldAt`])), { [`${by}HeldAt`]: clock.now() }),

    /** An operator has looked, and found nothing. @returns false where nothing held it */
    endHolds: (id: string): Promise<boolean> => change(and(eq(dreams.id, id), HELD), NOT_HELD),

    /** Hides a dream that is over from everybody, its owner included. @returns false where that was done, or there is none */
    remove: (id: string, reason: string): Promise<boolean> =>
      change(
        and(eq(dreams.id, id), isNull(dreams.removedAt), notInArray(dreams.jobStatus, ACTIVE_STATUSES)),
        { removedAt: clock.now(), removedReason: reason, ...NOT_HELD },
      ),

    /** Shows it again; one that its owner deleted stays deleted. @returns false where nobody took it away, or it is too late */
    restore: (id: string): Promise<boolean> =>
      change(
        and(
          eq(dreams.id, id),
          isNotNull(dreams.removedAt),
          or(isNull(dreams.hiddenAt), gt(dreams.hiddenAt, CONDEMNED_AT)),
        ),
        { removedAt: null, removedReason: null },
      ),
  };
}
