import type { BillingConfig } from './settings.ts';
import { PLANS, type Plan } from './shared/plans.ts';

type StreamSettings = Pick<BillingConfig, 'TRIAL_STREAMS' | 'BASIC_STREAMS'>;
export type KeepSettings = Pick<BillingConfig, 'TRIAL_KEEP_DAYS' | 'BASIC_KEEP_DAYS'>;

/** How many streams a plan has; null for unlimited streams. */
export const streamsOf = ({ streams }: Plan, settings: StreamSettings): number | null =>
  streams && settings[streams.setting];

/** How many days a plan keeps its dreams; undefined for no limit. */
export const keptDaysOf = ({ keptDays }: Plan, settings: KeepSettings): number | undefined =>
  keptDays === null ? undefined : settings[keptDays];

/** The least that any plan keeps them; undefined when all keep them for ever. */
export function shortestKeptDays(settings: KeepSettings): number | undefined {
  const set = Object.values(PLANS).flatMap((plan) => keptDaysOf(plan, settings) ?? []);
  return set.length > 0 ? Math.min(...set) : undefined;
}

/**
 * What a subscription in each of Stripe's states does: `gives` its plan, is `halted` and may charge again, or is
 * `over`, if it ever began. A late payment is waited for as long as Stripe retries it.
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

/** Whether it gives its plan, or may again. */
export const isLiving = (status: SubscriptionStatus): boolean => STATES[status] !== 'over';
