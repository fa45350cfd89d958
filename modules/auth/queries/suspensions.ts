import { and, countDistinct, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { signInBlocks, suspensionTraces, users } from '../tables.ts';

export type SignInBlock = typeof signInBlocks.$inferSelect;

export interface Suspension {
  reason: string;
  /** ms since the epoch; null until it is lifted */
  until: number | null;
}

/** SQL condition: not suspended at this time. */
export const notSuspended = (now: number | SQL): SQL | undefined =>
  or(isNull(users.suspendedAt), and(isNotNull(users.suspendedUntil), lte(users.suspendedUntil, now)));

/** Queries for suspensions and sign-in blocks, part of the store. */
export function createSuspensionQueries({ orm }: Database, clock: Clock) {
  const isTraced = () => or(isNull(suspensionTraces.until), gt(suspensionTraces.until, clock.now()));
  return {
    /** @param codes the person's codes, see suspensionTraces */
    async suspend(userId: string, { reason, until }: Suspension, codes: string[]): Promise<void> {
      const now = clock.now();
      await orm
        .update(users)
        .set({ suspendedAt: now, suspendedUntil: until, suspendedReason: reason, updatedAt: now })
        .where(eq(users.id, userId));
      await this.traceSuspension(userId, until, codes);
    },

    /** Replaces the account's codes. */
    async traceSuspension(userId: string, until: number | null, codes: string[]): Promise<void> {
      const suspensionId = newId();
      await orm.delete(suspensionTraces).where(eq(suspensionTraces.userId, userId));
      if (codes.length > 0)
        await orm
          .insert(suspensionTraces)
          .values(codes.map((code) => ({ code, suspensionId, userId, until })));
    },

    async liftSuspension(userId: string): Promise<void> {
      await orm.delete(suspensionTraces).where(eq(suspensionTraces.userId, userId));
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

    /** The longest active suspension under one of these codes; its reason is null once the account is erased. */
    async findSuspensionTrace(
      codes: string[],
    ): Promise<{ until: number | null; reason: string | null } | null> {
      const rows = await orm
        .select({ until: suspensionTraces.until, reason: users.suspendedReason })
        .from(suspensionTraces)
        .leftJoin(users, eq(users.id, suspensionTraces.userId))
        .where(and(inArray(suspensionTraces.code, codes), isTraced()));
      const end = ({ until }: { until: number | null }) => until ?? Number.POSITIVE_INFINITY;
      return rows.toSorted((a, b) => end(b) - end(a))[0] ?? null;
    },

    /** Active suspensions whose accounts were erased. */
    async countOutlivingSuspensions(): Promise<number> {
      const [row] = await orm
        .select({ count: countDistinct(suspensionTraces.suspensionId) })
        .from(suspensionTraces)
        .where(and(isNull(suspensionTraces.userId), isTraced()));
      return row?.count ?? 0;
    },

    /**
     * Lifts suspensions of erased accounts, with all codes of each.
     * @returns number of suspensions lifted
     */
    async liftTraces(codes: string[]): Promise<number> {
      const meant = orm
        .select({ id: suspensionTraces.suspensionId })
        .from(suspensionTraces)
        .where(and(inArray(suspensionTraces.code, codes), isNull(suspensionTraces.userId)));
      const rows = await orm
        .delete(suspensionTraces)
        .where(inArray(suspensionTraces.suspensionId, meant))
        .returning({ id: suspensionTraces.suspensionId });
      return new Set(rows.map(({ id }) => id)).size;
    },

    async dropEnded(): Promise<void> {
      await orm.delete(signInBlocks).where(lte(signInBlocks.until, clock.now()));
      await orm.delete(suspensionTraces).where(lte(suspensionTraces.until, clock.now()));
    },

    /** Active blocks, newest first. */
    listBlocks(): Promise<SignInBlock[]> {
      return orm
        .select()
        .from(signInBlocks)
        .where(gt(signInBlocks.until, clock.now()))
        .orderBy(desc(signInBlocks.createdAt), desc(signInBlocks.id));
    },

    /** Replaces a block with the same value. */
    async addBlock(block: Omit<SignInBlock, 'id' | 'createdAt'>): Promise<SignInBlock> {
      const row = { ...block, id: newId(), createdAt: clock.now() };
      await orm
        .delete(signInBlocks)
        .where(and(eq(signInBlocks.kind, block.kind), eq(signInBlocks.value, block.value)));
      await orm.insert(signInBlocks).values(row);
      return row;
    },

    async removeBlock(id: string): Promise<SignInBlock | null> {
      const [row] = await orm.delete(signInBlocks).where(eq(signInBlocks.id, id)).returning();
      return row ?? null;
    },
  };
}
