import type { Role, SessionUser } from '../../auth/contract/schemas.ts';
import { TIERS, type Tier } from '../../auth/contract/tiers.ts';
import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import type { BillingConfig } from './settings.ts';

interface PlanFacts {
  id: string;
  /** null for plans that aren't sold */
  tier: Tier | null;
  /** better plans rank higher */
  rank: number;
  /** name, the same in every language, and monthly price in dollars; absent for plans that aren't sold */
  name?: string;
  price?: string;
  /** name and state on the settings page */
  label(): string;
  status(): string;
  /** the setting with the number of streams, and the scope in which they count; null for unlimited */
  streams: { setting: keyof BillingConfig; per: 'account' | 'period' } | null;
  /** the setting with the number of days for which dreams are kept; null for no limit */
  keptDays: keyof BillingConfig | null;
}

/** Everything that differs between plans. Prices are defaults: with Stripe set up, its prices are shown. */
export const PLANS = {
  trial: {
    id: 'trial',
    tier: null,
    rank: 0,
    label: m.billing_label_trial,
    status: m.billing_status_trial,
    streams: { setting: 'TRIAL_STREAMS', per: 'account' },
    keptDays: 'TRIAL_KEEP_DAYS',
  },
  basic: {
    id: 'basic',
    tier: 'basic',
    rank: 1,
    name: 'Basic',
    price: '$5',
    label: m.billing_label_basic,
    status: m.billing_status_active,
    streams: { setting: 'BASIC_STREAMS', per: 'period' },
    keptDays: 'BASIC_KEEP_DAYS',
  },
  premium: {
    id: 'premium',
    tier: 'premium',
    rank: 2,
    name: 'Premium',
    price: '$30',
    label: m.billing_label_premium,
    status: m.billing_status_active,
    streams: null,
    keptDays: null,
  },
  admin: {
    id: 'admin',
    tier: null,
    rank: 3,
    label: m.billing_label_admin,
    status: m.billing_status_active,
    streams: null,
    keptDays: null,
  },
} as const satisfies Record<'trial' | 'admin', PlanFacts> &
  Record<Tier, PlanFacts & { name: string; price: `$${number}` }>;

/** Monthly prices of the plans, formatted for pages. */
export type ShownPrices = Record<Tier, string>;

export type Plan = (typeof PLANS)[keyof typeof PLANS];

/**
 * The plan for a role and its tier. Subscribers without a tier subscribed before there were tiers, or joined the beta.
 */
export function planOf({ role, tier }: { role: Role; tier?: Tier | null | undefined }): Plan {
  switch (role) {
    case 'admin':
      return PLANS.admin;
    case 'subscribed':
      return PLANS[tier ?? best().tier];
    case 'user':
      return PLANS.trial;
  }
}

/** The plan of a session's person. */
export const planOfPerson = ({
  role,
  subscription_tier,
}: Pick<SessionUser, 'role' | 'subscription_tier'>): Plan => planOf({ role, tier: subscription_tier });

/** Paid plans, lowest first. */
export const soldPlans = () => TIERS.map((tier) => PLANS[tier]);
const best = () => soldPlans().at(-1) ?? PLANS.premium;

/** Plans that a person with this one can upgrade to, lowest first. */
export const betterThan = ({ rank }: Plan) => soldPlans().filter((plan) => plan.rank > rank);

/** True for the best paid plan. */
export const hasBest = ({ tier }: Plan): boolean => tier === best().tier;

/** True for a paid plan if a better one exists. */
export const canUpgrade = (has: Plan): boolean => has.tier !== null && betterThan(has).length > 0;

/**
 * Reason why a person with this plan can't buy that one, or null. No one should pay for a plan that they have, or
 * for a lower one.
 */
export function purchaseRefusal(has: Plan, wanted: Tier): string | null {
  if (has.tier === null || PLANS[wanted].rank > has.rank) return null;
  const better = betterThan(has).map(({ name }) => name);
  return better.length === 0
    ? m.billing_error_has_best({ plan: has.name })
    : m.billing_error_choose_better({ plans: formatList(better, 'disjunction') });
}
