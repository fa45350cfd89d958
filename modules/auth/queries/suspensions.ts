import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { signInBlocks, users } from '../tables.ts';

export type SignInBlock = typeof signInBlocks.$inferSelect;

/** An operator's hold on an account. */
export interface Suspension {
  reason: string;
  /** ms since the epoch; null until it is lifted */
  until: number | null;
}

/** SQL that holds for people who are not suspended at this moment. */
export const notSuspended = (now: number | SQL): SQL | undefined =>
  or(isNull(users.suspendedAt), and(isNotNull(users.suspendedUntil), lte(users.suspendedUntil, now)));

/** SQL of what operators do against people who do harm; a part of the store. */
export function createSuspensionQueries({ orm }: Database, clock: Clock) {
  return {
    async suspend(userId: string, { reason, until }: Suspension): Promise<void> {
      const now = clock.now();
      await orm
        .update(users)
        .set({ suspendedAt: now, suspendedUntil: until, suspendedReason: reason, updatedAt: now })
        .where(eq(users.id, userId));
    },

    async liftSuspension(userId: string): Promise<void> {
      await orm
        .update(users)
        .set({ suspendedAt: null, suspendedUntil: null, suspendedReason: null, updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    async suspensionOf(userId: string): Promise<Suspension | null> {
      const [row] = await orm
        .select({ at: users.suspendedAt, until: users.suspendedUntil, reason: users.suspendedReason })
        .from(users)
        .where(eq(users.id, userId));
      return row?.at != null && (row.until === null || row.until > clock.now())
        ? { reason: row.reason ?? '', until: row.until }
        : null;
    },

    /** Those that are in force, the newest first. */
    listBlocks(): Promise<SignInBlock[]> {
      return orm
        .select()
        .from(signInBlocks)
        .where(or(isNull(signInBlocks.until), gt(signInBlocks.until, clock.now())))
        .orderBy(desc(signInBlocks.createdAt), desc(signInBlocks.id));
    },

    /** One of the same value is replaced. */
    async addBlock(block: Omit<SignInBlock, 'id' | 'createdAt'>): Promise<SignInBlock> {
      const row = { ...block, id: newId(), createdAt: clock.now() };
      await orm
        .delete(signInBlocks)
        .where(and(eq(signInBlocks.kind, block.kind), eq(signInBlocks.value, block.value)));
      await orm.insert(signInBlocks).values(row);
      return row;
    },

    /** @returns the one that was there, or null */
    async removeBlock(id: string): Promise<SignInBlock | null> {
      const [row] = await orm.delete(signInBlocks).where(eq(signInBlocks.id, id)).returning();
      return row ?? null;
    },
  };
}
