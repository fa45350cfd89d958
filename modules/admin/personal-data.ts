import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { utcText } from '../../src/kit/clock.ts';
import { jsonFile, type PersonalData } from '../../src/kit/personal-data.ts';
import { adminActions, operatorPresence, personNotes } from './tables.ts';

/** The record of what admins did stays; what it says of a person who is gone does not. */
export function createAdminPersonalData({ orm }: Database): PersonalData {
  return {
    /** An admin who acted on an account is another person's data; the role history is in the account's own part. */
    async *files(userId) {
      const notes = await orm
        .select({ at: personNotes.at, text: personNotes.text })
        .from(personNotes)
        .where(eq(personNotes.userId, userId))
        .orderBy(asc(personNotes.at));
      if (notes.length === 0) return;
      yield jsonFile(
        'operator-notes.json',
        notes.map(({ at, text }) => ({ at: utcText(at), text })),
      );
    },

    async moveTo(from, to) {
      await orm.delete(operatorPresence).where(eq(operatorPresence.userId, from));
      await orm.update(personNotes).set({ userId: to }).where(eq(personNotes.userId, from));
      await orm.update(adminActions).set({ userId: to }).where(eq(adminActions.userId, from));
      await orm.update(adminActions).set({ actorId: to }).where(eq(adminActions.actorId, from));
    },

    async erase(userId) {
      await orm.delete(operatorPresence).where(eq(operatorPresence.userId, userId));
      await orm.delete(personNotes).where(eq(personNotes.userId, userId));
      await orm.update(adminActions).set({ detail: null }).where(eq(adminActions.userId, userId));
      await orm.update(adminActions).set({ address: null }).where(eq(adminActions.actorId, userId));
    },
  };
}
