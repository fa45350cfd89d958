import type Stripe from 'stripe';
import type { Tier } from '../../web/contract/tiers.ts';
import { givesPlan, type SubscriptionStatus } from '../contract/plan-terms.ts';
import { PLANS, rankOf } from '../contract/plans.ts';
import type { LastPayment } from '../entitlement.ts';
import { isMissing } from '../errors.ts';
import { type Prices, type StripeClient, tierOf } from '../stripe.ts';
import { lastPaymentOf } from './last-payment.ts';

/** Current state of a subscription at Stripe. Times are ms since the epoch. */
export interface SubscriptionState {
  id: string;
  itemId: string;
  status: SubscriptionStatus;
  tier: Tier;
  periodStart: number;
  periodEnd: number;
  cancelsAtPeriodEnd: boolean;
  createdAt: number;
  lastPayment: LastPayment;
}

/** The app sells one at a time, but operators may have created more in Stripe's dashboard. */
const MAX_SUBSCRIPTIONS = 20;

/**
 * Reads all of a customer's subscriptions to our plans from Stripe.
 * @throws Stripe's errors
 */
export async function readSubscriptions(
  client: StripeClient,
  customerId: string,
): Promise<SubscriptionState[]> {
  const [prices, found] = await Promise.all([client.prices(), listSubscriptions(client.api, customerId)]);
  const states = await Promise.all(found.map((one) => stateOf(client, prices, one)));
  return states.filter((one) => one !== null);
}

async function listSubscriptions(api: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  try {
    return (await api.subscriptions.list({ customer, status: 'all', limit: MAX_SUBSCRIPTIONS })).data;
  } catch (error) {
    // A deleted customer has no subscriptions; a customer in another account may have some.
    if (isMissing(error) && (await api.customers.retrieve(customer)).deleted) return [];
    throw error;
  }
}

async function stateOf(
  { api }: StripeClient,
  prices: Prices,
  subscription: Stripe.Subscription,
): Promise<SubscriptionState | null> {
  const items = subscription.items.data.flatMap((item) => {
    const tier = tierOf(prices, item.price);
    return tier === null ? [] : [{ item, tier }];
  });
  const [best] = items.toSorted((a, b) => rankOf(PLANS[b.tier]) - rankOf(PLANS[a.tier]));
  if (!best) return null;
  const status = subscription.status as SubscriptionStatus;
  return {
    id: subscription.id,
    itemId: best.item.id,
    status,
    tier: best.tier,
    periodStart: best.item.current_period_start * 1000,
    periodEnd: best.item.current_period_end * 1000,
    // A cancellation date set at Stripe ends it as well.
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at != null,
    createdAt: subscription.created * 1000,
    lastPayment: givesPlan(status) ? await lastPaymentOf(api, subscription.id) : 'kept',
  };
}
