import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { joinSentences } from '../../kit/texts/sentences.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import { PLANS, type Plan, soldPlans } from './plans.ts';
import type { BillingConfig } from './settings.ts';

type StreamSettings = Pick<BillingConfig, NonNullable<Plan['streams']>['setting']>;
export type KeepSettings = Pick<BillingConfig, NonNullable<Plan['keptDays']>>;

/** Number of streams in a plan; null for unlimited. */
export const streamsOf = ({ streams }: Plan, settings: StreamSettings): number | null =>
  streams && settings[streams.setting];

/** Days for which a plan keeps its dreams; undefined for no limit. */
export const keptDaysOf = ({ keptDays }: Plan, settings: KeepSettings): number | undefined =>
  keptDays === null ? undefined : settings[keptDays];

/** The shortest limit of any plan; undefined if none has one. */
export function shortestKeptDays(settings: KeepSettings): number | undefined {
  const set = Object.values(PLANS).flatMap((plan) => keptDaysOf(plan, settings) ?? []);
  return set.length > 0 ? Math.min(...set) : undefined;
}

type FeatureSettings = StreamSettings & KeepSettings;

/**
 * Selling points in the specification's words, and which plans include each. The limits that they mention are enforced.
 */
const FEATURES: { label(): string; has(plan: Plan, settings: FeatureSettings): boolean }[] = [
  { label: m.billing_feature_voice, has: () => true },
  { label: m.billing_feature_unlimited, has: (plan, settings) => streamsOf(plan, settings) === null },
  { label: m.billing_feature_fast, has: () => true },
  { label: m.billing_feature_instructions, has: () => true },
  { label: m.billing_feature_hd, has: () => true },
  { label: m.billing_feature_storage, has: (plan, settings) => keptDaysOf(plan, settings) === undefined },
];

/** The settings page's list of premium features, with a sentence about the ones that other plans lack. */
export function premiumFeatures(settings: FeatureSettings): { labels: string[]; note: string } {
  const plans = [PLANS.trial, ...soldPlans()];
  const sentences = soldPlans().map((plan, before) => {
    const lacks = plans[before] ?? PLANS.trial;
    const labels = FEATURES.filter(({ has }) => has(plan, settings) && !has(lacks, settings));
    const names = soldPlans()
      .slice(before)
      .map(({ name }) => name);
    return labels.length === 0
      ? ''
      : m.billing_features_only({
          features: formatList(labels.map(({ label }) => label())),
          plans: formatList(names),
        });
  });
  const notes = sentences.toReversed().filter(Boolean);
  return {
    labels: FEATURES.map(({ label }) => label()),
    note: notes.length === 0 ? '' : joinSentences([...notes, m.billing_features_rest()]),
  };
}

/**
 * Features of a plan on the checkout page.
 * @param minutes length of a stream
 */
export function featuresOf(tier: Tier, settings: FeatureSettings, minutes: number): string[] {
  const plan = PLANS[tier];
  const streams = streamsOf(plan, settings);
  const days = keptDaysOf(plan, settings);
  return [
    streams === null ? m.billing_feature_unlimited() : m.billing_feature_streams({ streams }),
    m.billing_feature_minutes({ minutes }),
    m.billing_feature_voice(),
    m.billing_feature_instructions(),
    days === undefined ? m.billing_feature_storage() : m.billing_feature_kept({ days }),
    m.billing_feature_cancel(),
  ];
}

/**
 * Meaning of each Stripe status: the subscription `gives` its plan, is `halted` and may charge again, or is `over`, if
 * it ever started. A late payment still gives the plan while Stripe retries it.
 */
const STATES = {
  trialing: 'gives',
  active: 'gives',
  past_due: 'gives',
  unpaid: 'halted',
  paused: 'halted',
  canceled: 'over',
  incomplete: 'over',
  incomplete_expired: 'over',
} as const;

export type SubscriptionStatus = keyof typeof STATES;
export const SUBSCRIPTION_STATUSES = Object.keys(STATES) as SubscriptionStatus[];

export const givesPlan = (status: SubscriptionStatus): boolean => STATES[status] === 'gives';

/** True if it gives its plan, or may do so again. */
export const isLiving = (status: SubscriptionStatus): boolean => STATES[status] !== 'over';
