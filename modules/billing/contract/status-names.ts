import { m } from '../../kit/texts/m.ts';
import type { SubscriptionStatus } from './plan-terms.ts';

const NAMES: Record<SubscriptionStatus, () => string> = {
  trialing: m.billing_subscription_trialing,
  active: m.billing_subscription_active,
  past_due: m.billing_subscription_past_due,
  unpaid: m.billing_subscription_unpaid,
  paused: m.billing_subscription_paused,
  canceled: m.billing_subscription_canceled,
  incomplete: m.billing_subscription_incomplete,
  incomplete_expired: m.billing_subscription_incomplete_expired,
};

/** A subscription's status in words; itself if Stripe has added it. */
export const statusName = (status: string): string => NAMES[status as SubscriptionStatus]?.() ?? status;
