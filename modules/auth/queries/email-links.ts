import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isAddress } from '../../../db/dialect.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { emailLinks, pendingIdentities } from '../tables.ts';

export type EmailLink = typeof emailLinks.$inferSelect;

/** SQL about mailed links; a part of the store. */
export function createEmailLinkQueries({ orm, transact }: Database, clock: Clock) {
  return {
    async addEmailLink(link: typeof emailLinks.$inferInsert): Promise<void> {
      // Each new link ends those from before it that do the same for the same login, and sweeps out what is of no use
      // any more.
      const earlier = and(
        eq(emailLinks.purpose, link.purpose),
        isAddress(emailLinks.email, link.email),
        link.loginId == null ? isNull(emailLinks.loginId) : eq(emailLinks.loginId, link.loginId),
      );
      await transact(async () => {
        await orm.delete(emailLinks).where(or(lte(emailLinks.expiresAt, clock.now()), earlier));
        await orm.insert(emailLinks).values(link);
      });
    },

    /** Nobody has got this link: its row waits under an id until its mail is tried again. */
    async deferEmailLink(tokenHash: string, deferredId: string, expiresAt: number): Promise<void> {
      await orm
        .update(emailLinks)
        .set({ tokenHash: `deferred:${deferredId}`, deferredId, expiresAt })
        .where(eq(emailLinks.tokenHash, tokenHash));
    },

    /** Gives a link that waits a token, and a life from now on. Null where a newer one has taken its place. */
    async renewEmailLink(
      deferredId: string,
      tokenHash: string,
      expiresAt: number,
    ): Promise<EmailLink | null> {
      const [row] = await orm
        .update(emailLinks)
        .set({ tokenHash, expiresAt })
        .where(and(eq(emailLinks.deferredId, deferredId), isNull(emailLinks.usedAt)))
        .returning();
      return row ?? null;
    },

    /** The link, if it can still be used. */
    async findEmailLink(tokenHash: string): Promise<EmailLink | null> {
      const [row] = await orm.select().from(emailLinks).where(usable(tokenHash));
      return row ?? null;
    },

    /** Uses the link up; of two that try at once, one gets it. */
    async takeEmailLink(tokenHash: string): Promise<EmailLink | null> {
      const [row] = await orm
        .update(emailLinks)
        .set({ usedAt: clock.now() })
        .where(usable(tokenHash))
        .returning();
      return row ?? null;
    },

    /** Throws away the links that were used or whose time is over, and who signed in and was never connected. */
    async dropDeadLinks(): Promise<void> {
      await orm
        .delete(emailLinks)
        .where(or(lte(emailLinks.expiresAt, clock.now()), isNotNull(emailLinks.usedAt)));
      await orm.delete(pendingIdentities).where(lte(pendingIdentities.expiresAt, clock.now()));
    },
  };

  function usable(tokenHash: string) {
    return and(
      eq(emailLinks.tokenHash, tokenHash),
      isNull(emailLinks.usedAt),
      gt(emailLinks.expiresAt, clock.now()),
    );
  }
}
