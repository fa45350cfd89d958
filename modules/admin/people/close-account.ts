import type { CloseRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

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
