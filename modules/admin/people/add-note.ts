import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { NoteRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

/** Saves an operator's note about a user. @throws AppError 404 */
export async function addNote(
  { auth, store }: Pick<AdminDeps, 'auth' | 'store'>,
  { person, decide }: Pick<Operator, 'person' | 'decide'>,
  { userId, text, withheld }: NoteRequest,
): Promise<void> {
  await decide(async () => {
    if (!(await auth.findUser(userId))) throw notFound(m.admin_people_error_no_user());
    await store.addPersonNote({ userId, actorId: person.id, text, withheld });
    // The note itself is shown on the user's page and erased with the user.
    return { act: { action: 'note', userId, targetId: null, detail: null } };
  });
}
