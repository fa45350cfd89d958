import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreams } from '../tables.ts';
import { isActive } from './live.ts';

export function createGuestDreamQueries({ orm }: Database) {
  return {
    /** Live and waiting dreams of guests, on all servers. */
    async countLiveGuests(): Promise<number> {
      return orm.$count(dreams, and(isActive, eq(dreams.guest, true)));
    },

    /**
     * Prepares a guest's dreams for the account that claims them: they don't count against its quota, and their links
     * are as open as the person wants new ones to be.
     */
    async adoptGuestDreams(guestId: string, userId: string): Promise<void> {
      const shared = sql`(select shares_new from users where id = ${userId})`;
      await orm.update(dreams).set({ chargedAt: null, shared }).where(eq(dreams.userId, guestId));
    },
  };
}
