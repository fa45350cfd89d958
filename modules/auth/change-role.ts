import { AppError, notFound } from '../kit/errors.ts';
import { m } from '../kit/texts/m.ts';
import type { Role } from '../web/contract/person.ts';
import type { User } from './queries/people.ts';
import type { AuthStore } from './store.ts';

export interface RoleChange {
  userId: string;
  role: Role;
  source: 'admin' | 'beta';
  /** the admin making the change */
  actorId: string;
  /** error if this person's role must not change now, else null */
  refuse(user: User): AppError | null;
}

/**
 * Changes a person's role and records it in the account's history; run inside a transaction. A person made subscribed
 * this way gets back the tier that an admin's change took away, or else no tier, which counts as the best one.
 * @returns the person before the change, whether anything changed, and the ids of their API tokens, which a demotion
 * ends: close their sockets after the commit
 * @throws AppError 404 for an unknown person, 409 for the last admin, and whatever `refuse` returns
 */
export async function changeRole(
  store: AuthStore,
  { userId, role, source, actorId, refuse }: RoleChange,
): Promise<{ user: User; changed: boolean; ended: string[] }> {
  const user = await store.findUser(userId);
  if (!user) throw notFound(m.auth_error_no_user());
  if (user.role === role) return { user, changed: false, ended: [] };
  const refusal = refuse(user);
  if (refusal) throw refusal;
  if (user.role === 'admin' && (await store.countAdmins()) < 2) {
    throw new AppError(409, 'last-admin', m.auth_error_last_admin());
  }
  const tier = role === 'subscribed' ? await store.findTakenTier(userId) : null;
  await store.changeAccount(user, { role, tier }, { source, actorId, reason: null });
  const ended = user.role === 'admin' ? await store.dropApiTokens(userId) : [];
  return { user, changed: true, ended };
}
