import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isAddress } from '../../../db/dialect.ts';
import type { Clock } from '../../kit/clock.ts';
import { emailLinks, pendingIdentities } from '../tables.ts';

export type EmailLink = typeof emailLinks.$inferSelect;

/** Queries for mailed links, part of the store. */
export function createEmailLinkQueries({ orm, transact }: Database, clock: Clock) {
  return {
    async addEmailLink(link: typeof emailLinks.$inferInsert): Promise<void> {
      // A new link replaces earlier ones with the same purpose and login; expired links are deleted as well.
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

    /** Clears the token of a link that wasn't delivered; the row waits under an id for the next attempt. */
    async deferEmailLink(tokenHash: string, deferredId: string, expiresAt: number): Promise<void> {
      await orm
        .update(emailLinks)
        .set({ tokenHash: `deferred:${deferredId}`, deferredId, expiresAt })
        .where(eq(emailLinks.tokenHash, tokenHash));
    },

    /** Sets a deferred link's token and expiry. Returns null if a newer link has replaced it. */
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

    /** Consumes the link; of two concurrent attempts, one succeeds. */
    async takeEmailLink(tokenHash: string): Promise<EmailLink | null> {
      const [row] = await orm
        .update(emailLinks)
        .set({ usedAt: clock.now() })
        .where(usable(tokenHash))
        .returning();
      return row ?? null;
    },

    /** Deletes used and expired links, and pending identities that were never connected. */
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
