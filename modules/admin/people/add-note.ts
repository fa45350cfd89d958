import { notFound } from '../../kit/errors.ts';
import type { NoteRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

/** Keeps what operators want to remember about a person. @throws AppError 404 */
export async function addNote(
  { auth, store }: Pick<AdminDeps, 'auth' | 'store'>,
  { person, decide }: Pick<Operator, 'person' | 'decide'>,
  { userId, text, withheld }: NoteRequest,
): Promise<void> {
  await decide(async () => {
    if (!(await auth.findUser(userId))) throw notFound('No user');
    await store.addPersonNote({ userId, actorId: person.id, text, withheld });
    // The note itself is read on the person's page, and goes with the person.
    return { act: { action: 'note', userId, targetId: null, detail: null } };
  });
}
