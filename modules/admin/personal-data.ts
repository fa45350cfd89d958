import { and, asc, eq, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Auth } from '../auth/auth.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { actLabel } from './contract/acts.ts';
import { isBlockOf, unlink } from './queries/actions.ts';
import { adminActions, dataRequests, operatorPresence, personNotes } from './tables.ts';

/** The record of admin actions stays; its details about an erased user go. */
export function createAdminPersonalData(
  { orm }: Database,
  { addressesOf, blockValue }: Pick<Auth, 'addressesOf' | 'blockValue'>,
): PersonalData {
  return {
    /**
     * Operators' actions on the account and its dreams, including looks, and their notes, without naming the operators.
     */
    async *files(userId) {
      const [acts, notes, requests] = await Promise.all([
        orm
          .select()
          .from(adminActions)
          // Evidence is preserved for authorities without telling the user.
          .where(and(eq(adminActions.userId, userId), ne(adminActions.action, 'evidence')))
          .orderBy(asc(adminActions.at)),
        orm
          .select()
          .from(personNotes)
          .where(and(eq(personNotes.userId, userId), eq(personNotes.withheld, false)))
          .orderBy(asc(personNotes.at)),
        orm
          .select()
          .from(dataRequests)
          .where(eq(dataRequests.userId, userId))
          .orderBy(asc(dataRequests.receivedAt)),
      ]);
      yield jsonFile('operators.json', {
        acts: acts.map((act) => ({
          ...personalRow(act, 'actorId', 'address', 'userId'),
          what: actLabel(act.action),
        })),
        notes: notes.map((note) => personalRow(note, 'actorId', 'userId', 'withheld')),
        requests: requests.map((one) => personalRow(one, 'userId', 'createdBy', 'doneBy', 'remindedAt')),
      });
    },

    async moveTo(from, to) {
      await orm.delete(operatorPresence).where(eq(operatorPresence.userId, from));
      await orm.update(dataRequests).set({ userId: to }).where(eq(dataRequests.userId, from));
      await orm.update(personNotes).set({ userId: to }).where(eq(personNotes.userId, from));
      await orm.update(adminActions).set({ userId: to }).where(eq(adminActions.userId, from));
      await orm.update(adminActions).set({ actorId: to }).where(eq(adminActions.actorId, from));
    },

    async erase(userId) {
      await orm.delete(operatorPresence).where(eq(operatorPresence.userId, userId));
      // The request itself stays, as proof of a timely answer.
      await orm
        .update(dataRequests)
        .set({ person: '', wish: '', answer: null, userId: null })
        .where(eq(dataRequests.userId, userId));
      await orm.delete(personNotes).where(eq(personNotes.userId, userId));
      const addresses = (await addressesOf(userId)).map((address) => blockValue('email', address) ?? address);
      await orm
        .update(adminActions)
        .set({ detail: null })
        .where(or(eq(adminActions.userId, userId), await isBlockOf(orm, userId, addresses)));
      await unlink(orm, eq(adminActions.userId, userId));
      await orm.update(adminActions).set({ address: null }).where(eq(adminActions.actorId, userId));
    },
  };
}
