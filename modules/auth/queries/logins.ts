import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { activeDays, loginSessions, users } from '../tables.ts';
import type { User } from './people.ts';
import { notSuspended } from './suspensions.ts';

const DAY_MS = 24 * 3600_000;

/** Beginning of a session. */
export interface Proof {
  /** when the person proved who they are; null where the issuer did not say */
  provenAt: number | null;
  /** when they gave a second factor; null where it was not given */
  passkeyAt: number | null;
}

/** SQL about login sessions; a part of the store. */
export function createLoginQueries({ orm }: Database, clock: Clock) {
  // Runs on every request. Unnamed, so that it is no server-side prepared statement, which a connection pooler might lose.
  const loginSession = orm
    .select({ session: loginSessions, user: users })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(
      and(
        eq(loginSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(loginSessions.expiresAt, sql.placeholder('now')),
        isNull(users.deletedAt),
        notSuspended(sql`${sql.placeholder('now')}`),
      ),
    )
    .prepare('');
  return {
    async addLoginSession(session: typeof loginSessions.$inferInsert): Promise<void> {
      await orm.insert(loginSessions).values(session);
    },

    async findLoginSession(
      tokenHash: string,
    ): Promise<{ session: typeof loginSessions.$inferSelect; user: User } | null> {
      const [row] = await loginSession.execute({ tokenHash, now: clock.now() });
      return row ?? null;
    },

    /** Notes that a person is here, today. */
    async markSeen(userId: string): Promise<void> {
      const now = clock.now();
      await orm.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId));
      await orm
        .insert(activeDays)
        .values({ userId, day: Math.floor(now / DAY_MS) })
        .onConflictDoNothing();
    },

    async slideLoginSession(tokenHash: string, expiresAt: number): Promise<void> {
      await orm
        .update(loginSessions)
        .set({ lastUsedAt: clock.now(), expiresAt })
        .where(eq(loginSessions.tokenHash, tokenHash));
    },

    /** Notes a fresh proof and gives the session another token: a copy of the old one is worth nothing. */
    async proveLoginSession(
      id: string,
      tokenHashes: string[],
      newHash: string,
      proof: Partial<Proof>,
    ): Promise<boolean> {
      const rows = await orm
        .update(loginSessions)
        .set({ ...proof, tokenHash: newHash })
        .where(and(eq(loginSessions.id, id), inArray(loginSessions.tokenHash, tokenHashes)))
        .returning({ id: loginSessions.id });
      return rows.length > 0;
    },

    /** A person's living sessions, the last used first. */
    listLoginSessions(userId: string): Promise<(typeof loginSessions.$inferSelect)[]> {
      return orm
        .select()
        .from(loginSessions)
        .where(and(eq(loginSessions.userId, userId), gt(loginSessions.expiresAt, clock.now())))
        .orderBy(desc(loginSessions.lastUsedAt));
    },

    /** @returns its public id, or null where there was none */
    async deleteLoginSession(tokenHash: string): Promise<string | null> {
      const [row] = await orm
        .delete(loginSessions)
        .where(eq(loginSessions.tokenHash, tokenHash))
        .returning({ id: loginSessions.id });
      return row?.id ?? null;
    },

    /** Ends one of a person's sessions, by its public id, or all of them; returns the ids of those that are over. */
    async endLoginSessions(userId: string, id?: string): Promise<string[]> {
      const rows = await orm
        .delete(loginSessions)
        .where(and(eq(loginSessions.userId, userId), id === undefined ? undefined : eq(loginSessions.id, id)))
        .returning({ id: loginSessions.id });
      return rows.map(({ id: ended }) => ended);
    },

    /** Throws away the sessions whose time is over. */
    async dropEndedLogins(): Promise<void> {
      await orm.delete(loginSessions).where(lte(loginSessions.expiresAt, clock.now()));
    },
  };
}
