import { AppError, notFound } from '../../src/kit/errors.ts';
import type { User } from './queries/people.ts';
import type { Role } from './schemas.ts';
import type { AuthStore } from './store.ts';

export interface RoleChange {
  userId: string;
  role: Role;
  source: 'admin' | 'beta';
  /** the admin who does it */
  actorId: string;
  /** why the person as they are now must not be changed; null where nothing stands against it */
  refuse(user: User): AppError | null;
}

/**
 * Gives a person another role and writes it into the account's history; for use within a transaction. A person made
 * subscribed this way has no tier, which counts as the best one; a tier that an admin's change took away comes back.
 * @returns the person as they were, and true if anything changed
 * @throws AppError 404 for nobody, 409 for the last admin, and the change's own refusals
 */
export async function changeRole(
  store: AuthStore,
  { userId, role, source, actorId, refuse }: RoleChange,
): Promise<{ user: User; changed: boolean }> {
  const user = await store.findUser(userId);
  if (!user) throw notFound('No user');
  if (user.role === role) return { user, changed: false };
  const refusal = refuse(user);
  if (refusal) throw refusal;
  if (user.role === 'admin' && (await store.countAdmins()) < 2) {
    throw new AppError(
      409,
      'last-admin',
      'The last admin can’t lose the role. Make somebody else admin first.',
    );
  }
  const tier = role === 'subscribed' ? await store.findTakenTier(userId) : null;
  await store.changeAccount(user, { role, tier }, { source, actorId, reason: null });
  return { user, changed: true };
}
