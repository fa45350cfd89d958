import { AppError, notFound } from '../../src/kit/errors.ts';
import type { Role } from './schemas.ts';
import type { Tier } from './shared/tiers.ts';
import type { AuthStore } from './store.ts';

export interface TakenPlan extends Pick<GivenPlan, 'userId' | 'actorId' | 'reason'> {
  /** their right without what was given */
  left: { role: Role; tier: Tier | null };
}

/**
 * Takes a given plan away. For use within a transaction.
 * @throws AppError 404 for nobody, 409 where nothing is given
 */
export async function takePlan(
  store: AuthStore,
  { userId, actorId, reason, left }: TakenPlan,
): Promise<void> {
  const user = await store.findUser(userId);
  if (!user) throw notFound('No user');
  const given = await store.lastGiven(userId);
  if (user.role === 'admin' || given?.role !== 'subscribed')
    throw new AppError(409, 'none-given', `No plan is given to ${user.name}.`);
  await store.changeAccount(user, left, { source: 'ended', actorId, reason });
}

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
 * it. For use within a transaction.
 * @throws AppError 404 for nobody, 409 for an admin
 */
export async function givePlan(
  store: AuthStore,
  { userId, tier, until, actorId, reason }: GivenPlan,
): Promise<void> {
  const user = await store.findUser(userId);
  if (!user) throw notFound('No user');
  if (user.role === 'admin')
    throw new AppError(409, 'admin', `${user.name} is an admin, who may all that a plan gives.`);
  const why = { source: 'admin', actorId, reason, ...(until !== null && { until }) } as const;
  await store.changeAccount(user, { role: 'subscribed', tier }, why);
}
