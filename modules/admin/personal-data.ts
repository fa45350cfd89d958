import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { PersonalData } from '../../src/kit/personal-data.ts';
import { adminActions } from './tables.ts';

/** The record of what admins did stays; what it says of a person who is gone does not. */
export function createAdminPersonalData({ orm }: Database): PersonalData {
  return {
    async *files() {
      // An admin who acted on an account is another person's data; the role history is in the account's own part.
    },

    async erase(userId) {
      await orm.update(adminActions).set({ detail: null }).where(eq(adminActions.userId, userId));
      await orm.update(adminActions).set({ address: null }).where(eq(adminActions.actorId, userId));
    },
  };
}
