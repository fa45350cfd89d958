import { and, eq, gt, gte, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { accountTokens } from '../tables.ts';

export type AccountToken = typeof accountTokens.$inferSelect;

/** SQL about mailed links that change an account; a part of the store. */
export function createAccountTokenQueries({ orm }: Database, clock: Clock) {
  const alive = () => gt(accountTokens.expiresAt, clock.now());

  return {
    /** Each new link ends those from before it that do the same for the same login. */
    async addAccountToken(token: typeof accountTokens.$inferInsert): Promise<void> {
      if (token.loginId)
        await orm
          .delete(accountTokens)
          .where(and(eq(accountTokens.purpose, token.purpose), eq(accountTokens.loginId, token.loginId)));
      await orm.insert(accountTokens).values(token);
    },

    /** Gives a link its token, as often as its mail is tried. Null where it is over. */
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

    /** Uses it up; of two that try at once, one gets it. */
    async takeAccountToken({ id }: AccountToken): Promise<boolean> {
      const taken = await orm
        .delete(accountTokens)
        .where(and(eq(accountTokens.id, id), alive()))
        .returning({ id: accountTokens.id });
      return taken.length === 1;
    },

    /** Ends a person's links from a moment on. */
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
