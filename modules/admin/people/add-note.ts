import { notFound } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { NoteRequest } from '../schemas/person.ts';

/** Keeps what operators want to remember about a person. @throws AppError 404 */
export async function addNote(
  { auth, store }: Pick<AdminDeps, 'auth' | 'store'>,
  admin: SessionUser,
  audit: Audit,
  { userId, text }: NoteRequest,
): Promise<void> {
  if (!(await auth.findUser(userId))) throw notFound('No user');
  await store.addPersonNote(userId, admin.id, text);
  // The note itself is read on the person's page, and goes with the person.
  await audit({ action: 'note', userId, targetId: null, detail: null });
}
