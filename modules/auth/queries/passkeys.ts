import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { loginSessions, passkeys } from '../tables.ts';

/** of one session at once */
const MAX_CHALLENGES = 4;

export type Passkey = typeof passkeys.$inferSelect;

/** SQL about passkeys and what they are given to sign; a part of the store. */
export function createPasskeyQueries({ orm }: Database, clock: Clock) {
  /** @param change null: none; @returns whether there was one */
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
    // Another request changed them meanwhile.
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

    /** @returns false where this key is registered already */
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

    /** Removes a person's passkeys that were added from a moment on. */
    async dropPasskeysSince(userId: string, since: number): Promise<void> {
      await orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
    },

    /** Beside the last few: two tabs may ask at once. All live as long as the newest. */
    async addChallenge(loginId: string, challenge: string, challengeUntil: number): Promise<void> {
      await changeChallenges(
        loginId,
        (waiting) => [...waiting, challenge].slice(-MAX_CHALLENGES),
        challengeUntil,
      );
    },

    /** Uses the challenge up: of two answers to it at once, one is looked at. */
    async takeChallenge(loginId: string, challenge: string): Promise<boolean> {
      return changeChallenges(loginId, (waiting) =>
        waiting.includes(challenge) ? waiting.filter((one) => one !== challenge) : null,
      );
    },

    /** The session from which the first passkey was registered need not present it again. */
    async notePasskey(loginId: string): Promise<void> {
      await orm.update(loginSessions).set({ passkeyAt: clock.now() }).where(eq(loginSessions.id, loginId));
    },
  };
}
