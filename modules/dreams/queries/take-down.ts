import { and, eq, gt, isNotNull, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import type { Hold } from '../contract/held.ts';
import { dreams, HELD } from '../tables.ts';
import { CONDEMNED_AT } from './trash.ts';

const NOT_HELD = { reportsHeldAt: null, flaggedHeldAt: null, uncheckedHeldAt: null };

/** Repository queries for operators' decisions about a shared dream. */
export function createTakeDownQueries({ orm }: Database, clock: Clock) {
  async function change(where: SQL | undefined, to: Partial<typeof dreams.$inferInsert>): Promise<boolean> {
    const rows = await orm.update(dreams).set(to).where(where).returning({ id: dreams.id });
    return rows.length === 1;
  }

  return {
    /**
     * Closes a dream's link until it's put back, and ends the holds on it.
     * @returns false if the dream is unknown or already taken down
     */
    takeDown: (id: string, reason: string): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNull(dreams.takenDownAt)), {
        takenDownAt: clock.now(),
        takenDownReason: reason,
        ...NOT_HELD,
      }),

    /** Ends the take-down; the owner's choice and later holds remain. @returns false if it wasn't taken down */
    putBack: (id: string): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNotNull(dreams.takenDownAt)), {
        takenDownAt: null,
        takenDownReason: null,
      }),

    /** Closes a dream's link until an operator has looked at it. @returns false if this hold is already in place */
    hold: (id: string, by: Hold): Promise<boolean> =>
      change(and(eq(dreams.id, id), isNull(dreams[`${by}HeldAt`])), { [`${by}HeldAt`]: clock.now() }),

    /** Ends all holds, after an operator has found nothing wrong. @returns false if there were none */
    endHolds: (id: string): Promise<boolean> => change(and(eq(dreams.id, id), HELD), NOT_HELD),

    /**
     * Hides an ended dream from everyone, including its owner. @returns false if it is unknown, live or already removed
     */
    remove: (id: string, reason: string): Promise<boolean> =>
      change(
        and(eq(dreams.id, id), isNull(dreams.removedAt), notInArray(dreams.jobStatus, ACTIVE_STATUSES)),
        { removedAt: clock.now(), removedReason: reason, ...NOT_HELD },
      ),

    /**
     * Undoes a removal; a dream that its owner deleted stays deleted. @returns false if it wasn't removed, or its purge
     * has begun
     */
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
