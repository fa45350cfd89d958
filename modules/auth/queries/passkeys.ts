import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { loginSessions, passkeys } from '../tables.ts';

/** per session */
const MAX_CHALLENGES = 4;

export type Passkey = typeof passkeys.$inferSelect;

/** Queries for passkeys and their challenges, part of the store. */
export function createPasskeyQueries({ orm }: Database, clock: Clock) {
  /**
   * @param change null for no change
   * @returns whether anything changed
   */
  async function changeChallenges(
    loginId: string,
    change: (waiting: string[]) => string[] | null,
    until?: number,
  ): Promise<boolean> {
    const [row] = await orm.select().from(loginSessions).where(eq(loginSessions.id, loginId));
    if (!row) return false;
    const isOver = (row.challengeUntil ?? 0) <= clock.now();
    const changed = change(isOver ? [] : (row.challenge ?? '').split(' ').filter(Boolean));
    if (!changed) return false;
    const rows = await orm
      .update(loginSessions)
      .set({ challenge: changed.join(' '), ...(until !== undefined && { challengeUntil: until }) })
      .where(
        and(
          eq(loginSessions.id, loginId),
          row.challenge === null
            ? isNull(loginSessions.challenge)
            : eq(loginSessions.challenge, row.challenge),
        ),
      )
      .returning({ id: loginSessions.id });
    // Another request changed the challenges meanwhile, so retry.
    return rows.length > 0 || changeChallenges(loginId, change, until);
  }

  return {
    async hasPasskey(userId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: passkeys.id })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .limit(1);
      return row !== undefined;
    },

    listPasskeys(userId: string): Promise<Passkey[]> {
      return orm.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
    },

    /** @returns false if this key is already registered */
    async addPasskey(passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>): Promise<boolean> {
      const rows = await orm
        .insert(passkeys)
        .values({ ...passkey, createdAt: clock.now(), lastUsedAt: null })
        .onConflictDoNothing()
        .returning({ id: passkeys.id });
      return rows.length > 0;
    },

    async touchPasskey(id: string, counter: number): Promise<void> {
      await orm.update(passkeys).set({ counter, lastUsedAt: clock.now() }).where(eq(passkeys.id, id));
    },

    async deletePasskey(userId: string, id: string): Promise<Passkey | null> {
      const [row] = await orm
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
        .returning();
      return row ?? null;
    },

    /** Deletes a person's passkeys added since a given time. */
    async dropPasskeysSince(userId: string, since: number): Promise<void> {
      await orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
    },

    /** Keeps the last few, since two tabs may ask at the same time. All expire with the newest. */
    async addChallenge(loginId: string, challenge: string, challengeUntil: number): Promise<void> {
      await changeChallenges(
        loginId,
        (waiting) => [...waiting, challenge].slice(-MAX_CHALLENGES),
        challengeUntil,
      );
    },

    /** Consumes the challenge; of two concurrent answers, only one is checked. */
    async takeChallenge(loginId: string, challenge: string): Promise<boolean> {
      return changeChallenges(loginId, (waiting) =>
        waiting.includes(challenge) ? waiting.filter((one) => one !== challenge) : null,
      );
    },

    /** Marks the session that has just registered the first passkey, so it need not present one. */
    async notePasskey(loginId: string): Promise<void> {
      await orm.update(loginSessions).set({ passkeyAt: clock.now() }).where(eq(loginSessions.id, loginId));
    },
  };
}
