import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { activeDays, loginSessions, users } from '../tables.ts';
import type { User } from './people.ts';
import { notSuspended } from './suspensions.ts';

const DAY_MS = 24 * 3600_000;

export interface Proof {
  /** when the person authenticated; null if the issuer didn't report it */
  provenAt: number | null;
  /** when they gave a second factor; null if they didn't */
  passkeyAt: number | null;
}

/** Queries for login sessions, part of the store. */
export function createLoginQueries({ orm }: Database, clock: Clock) {
  // Runs on every request. Unnamed, so it doesn't become a server-side prepared statement, which a connection pooler
  // might lose.
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

    /** Records that a person was active today. */
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

    /** Records a fresh proof and rotates the session's token, which makes copies of the old one worthless. */
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

    /** A person's live sessions, most recently used first. */
    listLoginSessions(userId: string): Promise<(typeof loginSessions.$inferSelect)[]> {
      return orm
        .select()
        .from(loginSessions)
        .where(and(eq(loginSessions.userId, userId), gt(loginSessions.expiresAt, clock.now())))
        .orderBy(desc(loginSessions.lastUsedAt));
    },

    /** @returns its public id, or null if it didn't exist */
    async deleteLoginSession(tokenHash: string): Promise<string | null> {
      const [row] = await orm
        .delete(loginSessions)
        .where(eq(loginSessions.tokenHash, tokenHash))
        .returning({ id: loginSessions.id });
      return row?.id ?? null;
    },

    /** Ends one of a person's sessions by public id, or all of them; returns the ids of the ended sessions. */
    async endLoginSessions(userId: string, id?: string): Promise<string[]> {
      const rows = await orm
        .delete(loginSessions)
        .where(and(eq(loginSessions.userId, userId), id === undefined ? undefined : eq(loginSessions.id, id)))
        .returning({ id: loginSessions.id });
      return rows.map(({ id: ended }) => ended);
    },

    async dropEndedLogins(): Promise<void> {
      await orm.delete(loginSessions).where(lte(loginSessions.expiresAt, clock.now()));
    },
  };
}
