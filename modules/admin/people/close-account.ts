import type { CloseRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/**
 * Closes an account for its owner, who has asked for it and can still keep it for the days of grace.
 * @throws AppError 404, 409 for an admin, a closed one, or who still pays
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
