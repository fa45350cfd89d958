import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { CloseRequest, NoteRequest, RevokeRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit, Operator } from '../operator.ts';

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

/**
 * Closes an account at its owner's request. The owner can still reopen it during the grace period.
 * @throws AppError 404; 409 for admins, closed accounts and paying users
 */
export async function closeAccount(
  { account }: Pick<AdminDeps, 'account'>,
  audit: Audit,
  { userId, reason }: CloseRequest,
): Promise<void> {
  await account.closeForOwner(userId, () =>
    audit({ action: 'close', userId, targetId: null, detail: reason }),
  );
}

/** Revokes all API tokens of a user, and closes the sockets opened with them. */
export async function revokeTokens(
  { auth }: Pick<AdminDeps, 'auth'>,
  { decide }: Pick<Operator, 'decide'>,
  { userId, reason }: RevokeRequest,
): Promise<void> {
  let close = () => {};
  await decide(
    async () => {
      const revoked = await auth.apiTokens.revokeAll(userId);
      close = revoked.close;
      if (revoked.count === 0) return null;
      return {
        act: { action: 'revoke-tokens', userId, targetId: null, detail: `${revoked.count}: ${reason}` },
      };
    },
    () => close(),
  );
}
