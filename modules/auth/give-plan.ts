import { AppError, notFound } from '../kit/errors.ts';
import { m } from '../kit/texts/m.ts';
import type { Role } from '../web/contract/person.ts';
import type { Tier } from '../web/contract/tiers.ts';
import type { AuthStore } from './store.ts';

export interface TakenPlan extends Pick<GivenPlan, 'userId' | 'actorId' | 'reason'> {
  /** role and tier that remain without the gift */
  left: { role: Role; tier: Tier | null };
}

/**
 * Revokes a given plan; run inside a transaction.
 * @throws AppError 404 for an unknown person, 409 if no plan is given
 */
export async function takePlan(
  store: AuthStore,
  { userId, actorId, reason, left }: TakenPlan,
): Promise<void> {
  const user = await store.findUser(userId);
  if (!user) throw notFound(m.auth_error_no_user());
  const given = await store.lastGiven(userId);
  if (user.role === 'admin' || given?.role !== 'subscribed')
    throw new AppError(409, 'none-given', m.auth_error_none_given({ name: user.name }));
  await store.changeAccount(user, left, { source: 'ended', actorId, reason });
}

export interface GivenPlan {
  userId: string;
  tier: Tier;
  /** ms since the epoch; null for no end */
  until: number | null;
  /** the operator giving it */
  actorId: string;
  reason: string;
}

/**
 * Gives a person a plan, with or without an end; run inside a transaction. It replaces an earlier gift and leaves a
 * paid subscription as it is.
 * @throws AppError 404 for an unknown person, 409 for an admin
 */
export async function givePlan(
  store: AuthStore,
  { userId, tier, until, actorId, reason }: GivenPlan,
): Promise<void> {
  const user = await store.findUser(userId);
  if (!user) throw notFound(m.auth_error_no_user());
  if (user.role === 'admin')
    throw new AppError(409, 'admin', m.auth_error_admin_has_all({ name: user.name }));
  const why = { source: 'admin', actorId, reason, ...(until !== null && { until }) } as const;
  await store.changeAccount(user, { role: 'subscribed', tier }, why);
}
