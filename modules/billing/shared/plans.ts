import type { Role, SessionUser } from '../../auth/schemas.ts';
import { TIERS, type Tier } from '../../auth/shared/tiers.ts';
import type { BillingConfig } from '../settings.ts';

interface PlanFacts {
  id: string;
  /** what is paid for; null for plans that are not sold */
  tier: Tier | null;
  /** a better plan has a higher one */
  rank: number;
  /** what checkout calls it, and what it costs a month; absent where it is not sold */
  name?: string;
  price?: string;
  /** what the settings page calls its owners, and their state */
  label: string;
  status: 'Trial' | 'Active';
  /** the setting that says how many streams it has, and what they are counted over; null for unlimited streams */
  streams: { setting: keyof BillingConfig; per: 'account' | 'period' } | null;
  /** the setting that says how many days its dreams are kept; null for no limit */
  keptDays: keyof BillingConfig | null;
}

/** Everything that differs from plan to plan. Prices are the usual ones: where Stripe sells, its own are shown. */
export const PLANS = {
  trial: {
    id: 'trial',
    tier: null,
    rank: 0,
    label: 'Trial User',
    status: 'Trial',
    streams: { setting: 'TRIAL_STREAMS', per: 'account' },
    keptDays: 'TRIAL_KEEP_DAYS',
  },
  basic: {
    id: 'basic',
    tier: 'basic',
    rank: 1,
    name: 'Basic',
    price: '$5',
    label: 'Basic Subscriber',
    status: 'Active',
    streams: { setting: 'BASIC_STREAMS', per: 'period' },
    keptDays: 'BASIC_KEEP_DAYS',
  },
  premium: {
    id: 'premium',
    tier: 'premium',
    rank: 2,
    name: 'Premium',
    price: '$30',
    label: 'Premium Subscriber',
    status: 'Active',
    streams: null,
    keptDays: null,
  },
  admin: {
    id: 'admin',
    tier: null,
    rank: 3,
    label: 'Administrator',
    status: 'Active',
    streams: null,
    keptDays: null,
  },
} as const satisfies Record<string, PlanFacts>;

/** Monthly prices of the plans, as people read them. */
export type ShownPrices = Record<Tier, string>;

export type Plan = (typeof PLANS)[keyof typeof PLANS];

/** The plan of a role and its tier. Subscribers without a tier are from before there were any, or were given the beta. */
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

/** The same for the person of a session. */
export const planOfPerson = ({
  role,
  subscription_tier,
}: Pick<SessionUser, 'role' | 'subscription_tier'>): Plan => planOf({ role, tier: subscription_tier });

/** Plans that are sold, the least first. */
export const soldPlans = () => TIERS.map((tier) => PLANS[tier]);
/** The best plan that is sold. */
const best = () => soldPlans().at(-1) ?? PLANS.premium;

/** Plans that a person with this one can buy, the least first. */
export const betterThan = ({ rank }: Plan) => soldPlans().filter((plan) => plan.rank > rank);

/** True for the owner of the best plan that is sold. */
export const hasBest = ({ tier }: Plan): boolean => tier === best().tier;

/** True for the owner of a plan that is sold, while there is a better one. */
export const canUpgrade = (has: Plan): boolean => has.tier !== null && betterThan(has).length > 0;

/** Reason why a person with this plan can't buy that one, or null: nobody pays for what they have, or for less. */
export function purchaseRefusal(has: Plan, wanted: Tier): string | null {
  if (has.tier === null || PLANS[wanted].rank > has.rank) return null;
  const better = betterThan(has).map(({ name }) => name);
  return better.length === 0
    ? `You already have a ${has.name} subscription!`
    : `Please select ${better.join(' or ')} to upgrade your plan.`;
}
