import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Guest, Login } from '../../web/contract/person.ts';
import { guestDays, loginSessions, users } from '../tables.ts';

const DAY_MS = 24 * 3600_000;

/** Queries for guests, part of the store. Everything else about people ignores them, see users.guestUntil. */
export function createGuestQueries({ orm }: Database, clock: Clock) {
  async function count(which: 'guests' | 'kept'): Promise<void> {
    await orm
      .insert(guestDays)
      .values({ day: Math.floor(clock.now() / DAY_MS), [which]: 1 })
      .onConflictDoUpdate({ target: guestDays.day, set: { [which]: sql`${guestDays[which]} + 1` } });
  }

  return {
    /** Creates a guest and its login, which both end at a given time; call it inside a transaction. */
    async addGuest(tokenHash: string, until: number): Promise<Guest> {
      const now = clock.now();
      const id = newId();
      const nobody = { name: '', email: '', emailKey: '', role: 'user' as const, sharesNew: false };
      const dates = { createdAt: now, updatedAt: now, deletedAt: now, guestUntil: until };
      await orm.insert(users).values({ id, ...nobody, ...dates });
      const login = { tokenHash, id: newId(), userId: id, createdAt: now, lastUsedAt: now, expiresAt: until };
      await orm.insert(loginSessions).values(login);
      await count('guests');
      return { id, role: 'guest' };
    },

    /** The guest behind a session's token, until they sign in or their time is over. */
    async findGuestLogin(tokenHash: string): Promise<{ guest: Guest; login: Login } | null> {
      const [row] = await orm
        .select({ id: users.id, loginId: loginSessions.id, endsAt: users.guestUntil })
        .from(loginSessions)
        .innerJoin(users, eq(users.id, loginSessions.userId))
        .where(and(eq(loginSessions.tokenHash, tokenHash), gt(users.guestUntil, clock.now())));
      if (!row || row.endsAt === null) return null;
      return { guest: { id: row.id, role: 'guest' }, login: { id: row.loginId, endsAt: row.endsAt } };
    },

    /**
     * Takes a guest for a person who claims their dream; a transaction of one caller only succeeds.
     * @returns false if someone else was faster, or the guest's time is over
     */
    async takeGuest(id: string): Promise<boolean> {
      const rows = await orm
        .update(users)
        .set({ guestUntil: null })
        .where(and(eq(users.id, id), gt(users.guestUntil, clock.now())))
        .returning({ id: users.id });
      if (rows.length > 0) await count('kept');
      return rows.length > 0;
    },

    /** Up to `most` unclaimed guests whose time is over, in order of id, after a given one. */
    async listOverdueGuests(after: string, most: number): Promise<string[]> {
      const rows = await orm
        .select({ id: users.id })
        .from(users)
        // The first condition must match the index's.
        .where(and(sql`guest_until is not null`, lte(users.guestUntil, clock.now()), gt(users.id, after)))
        .orderBy(asc(users.id))
        .limit(most);
      return rows.map(({ id }) => id);
    },

    /** Deletes the row of a guest whose data has moved or is erased. Unlike people, guests leave no row behind. */
    async dropGuest(id: string): Promise<void> {
      await orm.delete(users).where(eq(users.id, id));
    },
  };
}
