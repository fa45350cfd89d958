import type { Role } from '../auth/schemas.ts';
import type { Tier } from '../auth/shared/tiers.ts';
import { givesPlan, type SubscriptionStatus } from './plans.ts';
import { planOf } from './shared/plans.ts';

/** State of the last money that was paid for it. */
export type LastPayment = 'kept' | 'refunded' | 'disputed';

/** A role and the tier that goes with it. */
export interface Entitlement {
  role: Role;
  tier: Tier | null;
}

const NOTHING: Entitlement = { role: 'user', tier: null };

/**
 * Rights that a subscription gives its owner. A payment that went back, whole or by the bank, ends the plan until the
 * next one.
 */
export function entitlementOf(status: SubscriptionStatus, tier: Tier, lastPayment: LastPayment): Entitlement {
  return lastPayment === 'kept' && givesPlan(status) ? { role: 'subscribed', tier } : NOTHING;
}

/** The best of what was given and what is paid for: payments add to a person's rights and never take from them. */
export function bestOf(entitlements: readonly Entitlement[]): Entitlement {
  return entitlements.reduce((best, one) => (rank(one) > rank(best) ? one : best), NOTHING);
}

function rank(entitlement: Entitlement): number {
  // Subscribed without a tier has all of premium; being paid for, premium is the truer word.
  return 2 * planOf(entitlement).rank + (entitlement.tier === null ? 0 : 1);
}
