import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { identities, pendingIdentities, users } from '../tables.ts';
import type { User } from './people.ts';

/** Queries for sign-in methods, part of the store. */
export function createIdentityQueries({ orm }: Database, clock: Clock) {
  const living = isNull(users.deletedAt);
  return {
    async findIdentity(issuer: string, subject: string): Promise<User | null> {
      const [row] = await orm
        .select({ user: users })
        .from(identities)
        .innerJoin(users, eq(users.id, identities.userId))
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject), living));
      return row?.user ?? null;
    },

    async addIdentity(identity: {
      issuer: string;
      subject: string;
      userId: string;
      email: string;
    }): Promise<void> {
      const now = clock.now();
      await orm
        .insert(identities)
        .values({ ...identity, emailVerified: true, createdAt: now, lastUsedAt: now });
    },

    async touchIdentity(issuer: string, subject: string, email: string): Promise<void> {
      await orm
        .update(identities)
        .set({ lastUsedAt: clock.now(), email })
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    },

    async respellIdentity(issuer: string, subject: string, spelled: string): Promise<void> {
      await orm
        .update(identities)
        .set({ subject: spelled })
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    },

    async deleteIdentity(issuer: string, subject: string): Promise<void> {
      await orm.delete(identities).where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    },

    async respellAddress(userId: string, email: string, spelled: string): Promise<void> {
      await orm
        .update(identities)
        .set({ email: spelled })
        .where(and(eq(identities.userId, userId), eq(identities.email, email)));
    },

    listIdentities(userId: string): Promise<(typeof identities.$inferSelect)[]> {
      return orm
        .select()
        .from(identities)
        .where(eq(identities.userId, userId))
        .orderBy(asc(identities.createdAt));
    },

    /** Every address that an account has signed in with, in each spelling. */
    async addressesOf(userId: string): Promise<string[]> {
      // In sequence: a transaction has one connection.
      const ways = await orm
        .select({ email: identities.email })
        .from(identities)
        .where(eq(identities.userId, userId));
      const people = await orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
      return [...new Set([...ways, ...people].map(({ email }) => email).filter(Boolean))];
    },

    async addPendingIdentity(pending: typeof pendingIdentities.$inferInsert): Promise<void> {
      await orm.delete(pendingIdentities).where(lte(pendingIdentities.expiresAt, clock.now()));
      await orm.insert(pendingIdentities).values(pending);
    },

    async findPendingIdentity(tokenHash: string): Promise<typeof pendingIdentities.$inferSelect | null> {
      const [row] = await orm
        .select()
        .from(pendingIdentities)
        .where(and(eq(pendingIdentities.tokenHash, tokenHash), gt(pendingIdentities.expiresAt, clock.now())));
      return row ?? null;
    },

    async deletePendingIdentity(tokenHash: string): Promise<void> {
      await orm.delete(pendingIdentities).where(eq(pendingIdentities.tokenHash, tokenHash));
    },
  };
}
