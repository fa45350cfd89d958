import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { loginSessions, passkeys } from '../tables.ts';

export type Passkey = typeof passkeys.$inferSelect;

/** SQL about passkeys and what they are given to sign; a part of the store. */
export function createPasskeyQueries({ orm }: Database, clock: Clock) {
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

    async setChallenge(loginId: string, challenge: string, challengeUntil: number): Promise<void> {
      await orm.update(loginSessions).set({ challenge, challengeUntil }).where(eq(loginSessions.id, loginId));
    },

    /** Uses the challenge up: of two answers at once, one is looked at. */
    async takeChallenge(loginId: string, challenge: string): Promise<boolean> {
      const rows = await orm
        .update(loginSessions)
        .set({ challenge: null, challengeUntil: null })
        .where(
          and(
            eq(loginSessions.id, loginId),
            eq(loginSessions.challenge, challenge),
            gt(loginSessions.challengeUntil, clock.now()),
          ),
        )
        .returning({ id: loginSessions.id });
      return rows.length > 0;
    },

    /** The session from which the first passkey was registered need not present it again. */
    async notePasskey(loginId: string): Promise<void> {
      await orm.update(loginSessions).set({ passkeyAt: clock.now() }).where(eq(loginSessions.id, loginId));
    },
  };
}
