import { AppError, notFound } from '../../src/kit/errors.ts';
import type { User } from './queries/people.ts';
import type { Tier } from './shared/tiers.ts';
import type { AuthStore } from './store.ts';

export interface GivenPlan {
  userId: string;
  tier: Tier;
  /** ms since the epoch; null for good */
  until: number | null;
  /** the operator who gives it */
  actorId: string;
  reason: string;
}

/**
 * Gives a person a plan, for a time or for good, in the place of what was given before; what they pay for stands beside
 * it.
 * @param note written together with the change, or not at all
 * @throws AppError 404 for nobody, 409 for an admin
 */
export function givePlan(
  store: AuthStore,
  { userId, tier, until, actorId, reason }: GivenPlan,
  note: (user: User) => Promise<void>,
): Promise<User> {
  return store.transact(async () => {
    const user = await store.findUser(userId);
    if (!user) throw notFound('No user');
    if (user.role === 'admin')
      throw new AppError(409, 'admin', `${user.name} is an admin, who may all that a plan gives.`);
    const why = { source: 'admin', actorId, reason, ...(until !== null && { until }) } as const;
    await store.changeAccount(user, { role: 'subscribed', tier }, why);
    await note(user);
    return user;
  });
}
