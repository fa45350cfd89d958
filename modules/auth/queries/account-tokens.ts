import { and, eq, gt, gte, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { accountTokens } from '../tables.ts';

export type AccountToken = typeof accountTokens.$inferSelect;

/** Queries for mailed links that change an account, part of the store. */
export function createAccountTokenQueries({ orm }: Database, clock: Clock) {
  const alive = () => gt(accountTokens.expiresAt, clock.now());

  return {
    /** A new link replaces earlier ones with the same purpose and login. */
    async addAccountToken(token: typeof accountTokens.$inferInsert): Promise<void> {
      if (token.loginId)
        await orm
          .delete(accountTokens)
          .where(and(eq(accountTokens.purpose, token.purpose), eq(accountTokens.loginId, token.loginId)));
      await orm.insert(accountTokens).values(token);
    },

    /** Sets a new token, at each attempt to mail the link. Returns null if the link has expired. */
    async nameAccountToken(id: string, tokenHash: string): Promise<AccountToken | null> {
      const [row] = await orm
        .update(accountTokens)
        .set({ tokenHash })
        .where(and(eq(accountTokens.id, id), alive()))
        .returning();
      return row ?? null;
    },

    async findAccountToken(tokenHash: string): Promise<AccountToken | null> {
      const [row] = await orm
        .select()
        .from(accountTokens)
        .where(and(eq(accountTokens.tokenHash, tokenHash), alive()));
      return row ?? null;
    },

    /** Consumes the token; of two concurrent attempts, one succeeds. */
    async takeAccountToken({ id }: AccountToken): Promise<boolean> {
      const taken = await orm
        .delete(accountTokens)
        .where(and(eq(accountTokens.id, id), alive()))
        .returning({ id: accountTokens.id });
      return taken.length === 1;
    },

    /** Deletes a person's links created since a given time. */
    async dropAccountTokens(userId: string, since = 0): Promise<void> {
      await orm
        .delete(accountTokens)
        .where(and(eq(accountTokens.userId, userId), gte(accountTokens.createdAt, since)));
    },

    async dropDeadAccountTokens(): Promise<void> {
      await orm.delete(accountTokens).where(lte(accountTokens.expiresAt, clock.now()));
    },
  };
}
