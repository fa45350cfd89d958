import type { Role } from '../web/contract/person.ts';
import type { Tier } from '../web/contract/tiers.ts';
import { givesPlan, type SubscriptionStatus } from './contract/plan-terms.ts';
import { planOf, rankOf } from './contract/plans.ts';

/** State of a subscription's latest payment. */
export type LastPayment = 'kept' | 'refunded' | 'disputed';

export interface Entitlement {
  role: Role;
  tier: Tier | null;
}

const NOTHING: Entitlement = { role: 'user', tier: null };

/** Entitlement of a subscription's owner. A full refund or a dispute ends the plan until the next payment. */
export function entitlementOf(status: SubscriptionStatus, tier: Tier, lastPayment: LastPayment): Entitlement {
  return lastPayment === 'kept' && givesPlan(status) ? { role: 'subscribed', tier } : NOTHING;
}

/** The best of given and paid entitlements: payments add to a person's rights and never reduce them. */
export function bestOf(entitlements: readonly Entitlement[]): Entitlement {
  return entitlements.reduce((best, one) => (rank(one) > rank(best) ? one : best), NOTHING);
}

function rank(entitlement: Entitlement): number {
  // Subscribed without a tier includes all of premium; if both apply, show the paid one.
  return 2 * rankOf(planOf(entitlement)) + (entitlement.tier === null ? 0 : 1);
}
