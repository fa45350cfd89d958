import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import type { Role, SessionUser } from '../../web/contract/person.ts';
import { TIERS, type Tier } from '../../web/contract/tiers.ts';
import type { BillingConfig } from './settings.ts';

type SettingOf<Name extends string> = Extract<keyof BillingConfig, `${string}_${Name}`>;

interface PlanFacts {
  /** name and state on the settings page */
  label(): string;
  status(): string;
  /** the setting with the number of streams, and the scope in which they count; null for unlimited */
  streams: { setting: SettingOf<'STREAMS'>; per: 'account' | 'period' } | null;
  /** the setting with the number of days for which dreams are kept; null for no limit */
  keptDays: SettingOf<'KEEP_DAYS'> | null;
}

interface UnsoldPlan<I extends 'trial' | 'admin' = 'trial' | 'admin'> extends PlanFacts {
  id: I;
  tier: null;
  name?: never;
}

interface SoldPlan<T extends Tier = Tier> extends PlanFacts {
  id: T;
  tier: T;
  /** name, the same in every language, and monthly price in dollars */
  name: string;
  price: `$${number}`;
}

export type Plan = UnsoldPlan | SoldPlan;

/** Everything that differs between plans. Prices are defaults: with Stripe set up, its prices are shown. */
export const PLANS: Readonly<{ [I in UnsoldPlan['id']]: UnsoldPlan<I> } & { [T in Tier]: SoldPlan<T> }> = {
  trial: {
    id: 'trial',
    tier: null,
    label: m.billing_label_trial,
    status: m.billing_status_trial,
    streams: { setting: 'TRIAL_STREAMS', per: 'account' },
    keptDays: 'TRIAL_KEEP_DAYS',
  },
  basic: {
    id: 'basic',
    tier: 'basic',
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
    label: m.billing_label_admin,
    status: m.billing_status_active,
    streams: null,
    keptDays: null,
  },
};

/** Monthly prices of the plans, formatted for pages. */
export type ShownPrices = Record<Tier, string>;

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

export const planOfPerson = ({
  role,
  subscription_tier,
}: Pick<SessionUser, 'role' | 'subscription_tier'>): Plan => planOf({ role, tier: subscription_tier });

/** Paid plans, lowest first. */
export const soldPlans = () => TIERS.map((tier) => PLANS[tier]);
const best = () => soldPlans().at(-1) ?? PLANS.premium;

/** Better plans rank higher. */
export function rankOf({ id, tier }: Plan): number {
  if (tier === null) return id === 'admin' ? TIERS.length + 1 : 0;
  return TIERS.indexOf(tier) + 1;
}

/** Plans that a person with this one can upgrade to, lowest first. */
export const betterThan = (has: Plan) => soldPlans().filter((plan) => rankOf(plan) > rankOf(has));

/** True for the best paid plan. */
export const hasBest = ({ tier }: Plan): boolean => tier === best().tier;

/** True for a paid plan if a better one exists. */
export const canUpgrade = (has: Plan): boolean => has.tier !== null && betterThan(has).length > 0;

/**
 * Reason why a person with this plan can't buy that one, or null. No one should pay for a plan that they have, or
 * for a lower one.
 */
export function purchaseRefusal(has: Plan, wanted: Tier): string | null {
  if (has.tier === null || rankOf(PLANS[wanted]) > rankOf(has)) return null;
  const better = betterThan(has).map(({ name }) => name);
  return better.length === 0
    ? m.billing_error_has_best({ plan: has.name })
    : m.billing_error_choose_better({ plans: formatList(better, 'disjunction') });
}
