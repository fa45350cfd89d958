import type { Role, Tier } from '../auth/schemas.ts';

/** Stripe's words for the state of a subscription. */
export const STATUSES = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;
export type Status = (typeof STATUSES)[number];

/** What became of the last money that was paid for it. */
export type LastPayment = 'kept' | 'refunded' | 'disputed';

/** A role and the tier that goes with it. */
export interface Entitlement {
  role: Role;
  tier: Tier | null;
}

const NOTHING: Entitlement = { role: 'user', tier: null };

/**
 * What a subscription gives its owner. A payment that is late is waited for, as long as Stripe tries; a payment
 * that went back, whole or by the bank, ends the plan until the next one.
 */
export function entitlementOf(status: Status, tier: Tier, lastPayment: LastPayment): Entitlement {
  if (lastPayment !== 'kept') return NOTHING;
  switch (status) {
    case 'trialing':
    case 'active':
    case 'past_due':
      return { role: 'subscribed', tier };
    case 'unpaid':
    case 'paused':
    case 'incomplete':
    case 'incomplete_expired':
    case 'canceled':
      return NOTHING;
  }
}

/** The best of what was given and what is paid for: payments add to a person's rights and never take from them. */
export function bestOf(entitlements: readonly Entitlement[]): Entitlement {
  return entitlements.reduce((best, one) => (rank(one) > rank(best) ? one : best), NOTHING);
}

function rank({ role, tier }: Entitlement): number {
  if (role === 'admin') return 4;
  if (role === 'user') return 0;
  if (tier === 'basic') return 1;
  // Subscribed without a tier has all of premium; being paid for, premium is the truer word.
  return tier === null ? 2 : 3;
}
