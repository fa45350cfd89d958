import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { createPasskeyQueries } from './passkey-queries.ts';
import type { Role, Tier } from './schemas.ts';
import { accountChanges, emailLinks, identities, loginSessions, pendingIdentities, users } from './tables.ts';

export type User = typeof users.$inferSelect;
export type EmailLink = typeof emailLinks.$inferSelect;
export type AuthStore = ReturnType<typeof createAuthStore>;

export interface NewUser {
  name: string;
  email: string;
  picture: string | null;
  role: Role;
}

/** How a session began. */
export interface Proof {
  /** when the person proved who they are; null where nobody said */
  provenAt: number | null;
  /** when they gave a second factor; null where it was not given */
  passkeyAt: number | null;
}

/** All SQL about people, their identities and their login sessions. */
export function createAuthStore(db: Database, clock: Clock) {
  const { orm } = db;
  const living = isNull(users.deletedAt);
  // Asked by every request. Without a name it is no statement of the Postgres server, which a pool might not know.
  const loginSession = orm
    .select({ session: loginSessions, user: users })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(
      and(
        eq(loginSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(loginSessions.expiresAt, sql.placeholder('now')),
        living,
      ),
    )
    .prepare('');
  return {
    transact: db.transact,
    ...createPasskeyQueries(db, clock),

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

    /** Whether somebody else already has, or ever had, this address. */
    async addressIsTaken(email: string, exceptUserId: string | null): Promise<boolean> {
      const sameAddress = sql`lower(${users.email}) = ${email.toLowerCase()}`;
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(exceptUserId ? and(sameAddress, ne(users.id, exceptUserId)) : sameAddress)
        .limit(1);
      return row !== undefined;
    },

    async createUser(user: NewUser): Promise<User> {
      const now = clock.now();
      const row = {
        ...user,
        id: newId(),
        pictureSource: null,
        subscriptionTier: null,
        erasureAt: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      };
      await orm.insert(users).values(row);
      await orm.insert(accountChanges).values({
        id: newId(),
        userId: row.id,
        at: now,
        roleTo: user.role,
        source: user.role === 'admin' ? 'settings' : 'sign-up',
        reason: null,
      });
      return row;
    },

    /** Changes role and tier and writes the change down; call it inside a transaction. */
    async changeAccount(
      user: User,
      to: { role: Role; tier: Tier | null },
      why: {
        source: 'settings' | 'stripe' | 'admin' | 'beta';
        actorId: string | null;
        reason: string | null;
      },
    ): Promise<void> {
      const now = clock.now();
      await orm
        .update(users)
        .set({ role: to.role, subscriptionTier: to.tier, updatedAt: now })
        .where(eq(users.id, user.id));
      await orm.insert(accountChanges).values({
        id: newId(),
        userId: user.id,
        at: now,
        roleFrom: user.role,
        roleTo: to.role,
        tierFrom: user.subscriptionTier,
        tierTo: to.tier,
        ...why,
      });
    },

    /** What a person was last given by anybody but a payment, sign-up included. */
    async lastGiven(userId: string): Promise<{ role: Role; tier: Tier | null } | null> {
      const [row] = await orm
        .select({ role: accountChanges.roleTo, tier: accountChanges.tierTo })
        .from(accountChanges)
        .where(and(eq(accountChanges.userId, userId), ne(accountChanges.source, 'stripe')))
        // A first row may have the same moment as the next one.
        .orderBy(desc(accountChanges.at), asc(sql`${accountChanges.roleFrom} is null`))
        .limit(1);
      return row ?? null;
    },

    async updateProfile(userId: string, profile: { name: string; email: string }): Promise<void> {
      await orm
        .update(users)
        .set({ ...profile, updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    async setPicture(userId: string, picture: string | null, source: string | null): Promise<void> {
      await orm
        .update(users)
        .set({ picture, pictureSource: source, updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    /** When the account will be erased; null keeps it. */
    async setErasure(userId: string, at: number | null): Promise<void> {
      await orm.update(users).set({ erasureAt: at, updatedAt: clock.now() }).where(eq(users.id, userId));
    },

    async isClosed(userId: string): Promise<boolean> {
      const [row] = await orm.select({ at: users.erasureAt }).from(users).where(eq(users.id, userId));
      return row?.at != null;
    },

    listIdentities(userId: string): Promise<(typeof identities.$inferSelect)[]> {
      return orm
        .select()
        .from(identities)
        .where(eq(identities.userId, userId))
        .orderBy(asc(identities.createdAt));
    },

    /** Every address that an account was ever signed in with. */
    async addressesOf(userId: string): Promise<string[]> {
      const [ways, people] = await Promise.all([
        orm.select({ email: identities.email }).from(identities).where(eq(identities.userId, userId)),
        orm.select({ email: users.email }).from(users).where(eq(users.id, userId)),
      ]);
      return [...new Set([...ways, ...people].map(({ email }) => email.toLowerCase()).filter(Boolean))];
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

    async findUser(id: string): Promise<User | null> {
      const [row] = await orm
        .select()
        .from(users)
        .where(and(eq(users.id, id), living));
      return row ?? null;
    },

    async hasAdmin(): Promise<boolean> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'admin'), living))
        .limit(1);
      return row !== undefined;
    },

    async countAdmins(): Promise<number> {
      const [row] = await orm
        .select({ n: sql<number>`count(*)`.mapWith(Number) })
        .from(users)
        .where(and(eq(users.role, 'admin'), isNull(users.erasureAt), living));
      return row?.n ?? 0;
    },

    async listAdminEmails(): Promise<string[]> {
      const rows = await orm
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.role, 'admin'), living));
      return rows.map(({ email }) => email);
    },

    async addLoginSession(session: typeof loginSessions.$inferInsert): Promise<void> {
      await orm.insert(loginSessions).values(session);
    },

    async findLoginSession(
      tokenHash: string,
    ): Promise<{ session: typeof loginSessions.$inferSelect; user: User } | null> {
      const [row] = await loginSession.execute({ tokenHash, now: clock.now() });
      return row ?? null;
    },

    async slideLoginSession(tokenHash: string, expiresAt: number): Promise<void> {
      await orm
        .update(loginSessions)
        .set({ lastUsedAt: clock.now(), expiresAt })
        .where(eq(loginSessions.tokenHash, tokenHash));
    },

    /** Notes a fresh proof and gives the session another token: a copy of the old one is worth nothing. */
    async proveLoginSession(tokenHash: string, newHash: string, proof: Partial<Proof>): Promise<boolean> {
      const rows = await orm
        .update(loginSessions)
        .set({ ...proof, tokenHash: newHash })
        .where(eq(loginSessions.tokenHash, tokenHash))
        .returning({ id: loginSessions.id });
      return rows.length > 0;
    },

    /** @returns its public id, or null where there was none */
    async deleteLoginSession(tokenHash: string): Promise<string | null> {
      const [row] = await orm
        .delete(loginSessions)
        .where(eq(loginSessions.tokenHash, tokenHash))
        .returning({ id: loginSessions.id });
      return row?.id ?? null;
    },

    /** Throws away the sessions whose time is over. */
    async forgetEndedLogins(): Promise<void> {
      await orm.delete(loginSessions).where(lte(loginSessions.expiresAt, clock.now()));
    },

    /** A person's living sessions, the last used first. */
    listLoginSessions(userId: string): Promise<(typeof loginSessions.$inferSelect)[]> {
      return orm
        .select()
        .from(loginSessions)
        .where(and(eq(loginSessions.userId, userId), gt(loginSessions.expiresAt, clock.now())))
        .orderBy(desc(loginSessions.lastUsedAt));
    },

    /** Ends one of a person's sessions, by its public id, or all of them; returns the ids of those that are over. */
    async endLoginSessions(userId: string, id?: string): Promise<string[]> {
      const rows = await orm
        .delete(loginSessions)
        .where(and(eq(loginSessions.userId, userId), id === undefined ? undefined : eq(loginSessions.id, id)))
        .returning({ id: loginSessions.id });
      return rows.map(({ id: ended }) => ended);
    },

    /** Throws away the links that were used or whose time is over, and who signed in and was never connected. */
    async forgetDeadLinks(): Promise<void> {
      await orm
        .delete(emailLinks)
        .where(or(lte(emailLinks.expiresAt, clock.now()), isNotNull(emailLinks.usedAt)));
      await orm.delete(pendingIdentities).where(lte(pendingIdentities.expiresAt, clock.now()));
    },

    async addEmailLink(link: typeof emailLinks.$inferInsert): Promise<void> {
      // Each new link ends those from before it that do the same, and sweeps out what is of no use any more.
      const earlier = and(
        eq(emailLinks.purpose, link.purpose),
        eq(sql`lower(${emailLinks.email})`, link.email.toLowerCase()),
      );
      await db.transact(async () => {
        await orm.delete(emailLinks).where(or(lte(emailLinks.expiresAt, clock.now()), earlier));
        await orm.insert(emailLinks).values(link);
      });
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
  };

  function usable(tokenHash: string) {
    return and(
      eq(emailLinks.tokenHash, tokenHash),
      isNull(emailLinks.usedAt),
      gt(emailLinks.expiresAt, clock.now()),
    );
  }
}
