import { newId } from '../../modules/kit/ids.ts';
import { monthsAfter, nextAnniversary } from './calendar.ts';
import type { Ledger } from './ledger.ts';
import { listOf, type Price, type Subscription, type SubscriptionItem } from './objects.ts';
import type { Payments } from './payments.ts';

const DAY = 24 * 3600;
/** Days after a failed renewal when the card is retried. */
const RETRY_DAYS = [3, 5, 7];
const INCOMPLETE_HOURS = 23;

export type AfterRetries = (subscription: Subscription) => 'canceled' | 'unpaid';

/** Changes that happen to subscriptions over time, from the first payment to the end. */
export function createSubscriptionLife(ledger: Ledger, payments: Payments, afterRetries: AfterRetries) {
  /** Pending retries, by subscription id. */
  const dunning = new Map<string, number[]>();

  const itemOf = (subscription: Subscription) => subscription.items.data[0] as SubscriptionItem;
  const changed = (subscription: Subscription) => ledger.emit('customer.subscription.updated', subscription);

  function create(
    customer: string,
    price: Price,
    more: { trialDays?: number; unpaid?: boolean; metadata?: Record<string, string> } = {},
  ): Subscription {
    const now = ledger.seconds();
    const trialEnd = more.trialDays ? now + more.trialDays * DAY : null;
    const subscription = ledger.add('subscription', {
      customer,
      status: more.unpaid ? 'incomplete' : trialEnd ? 'trialing' : 'active',
      items: listOf('/v1/subscription_items', []),
      billing_cycle_anchor: trialEnd ?? now,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: trialEnd,
      latest_invoice: null,
      metadata: more.metadata ?? {},
    });
    addItem(subscription, price, trialEnd ?? monthsAfter(now, 1));
    const invoice = payments.bill(subscription, trialEnd ? 0 : price.unit_amount, 'subscription_create');
    if (!more.unpaid) payments.settle(invoice);
    ledger.emit('customer.subscription.created', subscription);
    return subscription;
  }

  function addItem(subscription: Subscription, price: Price, end: number): void {
    subscription.items.data.push({
      id: `si_${newId()}`,
      object: 'subscription_item',
      subscription: subscription.id,
      price,
      quantity: 1,
      current_period_start: ledger.seconds(),
      current_period_end: end,
    });
  }

  function end(subscription: Subscription): void {
    const now = ledger.seconds();
    Object.assign(subscription, { status: 'canceled', canceled_at: now, ended_at: now });
    dunning.delete(subscription.id);
    ledger.emit('customer.subscription.deleted', subscription);
  }

  function renew(subscription: Subscription): void {
    if (subscription.cancel_at_period_end) end(subscription);
    else beginPeriod(subscription);
  }

  function beginPeriod(subscription: Subscription): void {
    const item = itemOf(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end = nextAnniversary(subscription.billing_cycle_anchor, item.current_period_start);
    const wasUnpaid = subscription.status === 'unpaid';
    const invoice = payments.bill(subscription, item.price.unit_amount, 'subscription_cycle');
    // Stripe doesn't collect invoices of unpaid subscriptions.
    if (!wasUnpaid) {
      const paid = payments.collect(invoice);
      subscription.status = paid ? 'active' : 'past_due';
      if (!paid)
        dunning.set(
          subscription.id,
          RETRY_DAYS.map((days) => ledger.seconds() + days * DAY),
        );
    }
    changed(subscription);
  }

  function retry(subscription: Subscription): void {
    const left = dunning.get(subscription.id) ?? [];
    left.shift();
    if (payLatest(subscription) || left.length > 0) return;
    dunning.delete(subscription.id);
    if (afterRetries(subscription) === 'canceled') end(subscription);
    else {
      subscription.status = 'unpaid';
      changed(subscription);
    }
  }

  /** Retries the newest invoice. Returns true if that pays it. */
  function payLatest(subscription: Subscription): boolean {
    const invoice = ledger.find('invoice', subscription.latest_invoice ?? '');
    const owes = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status);
    if (!owes || invoice?.status !== 'open' || !payments.collect(invoice)) return false;
    dunning.delete(subscription.id);
    subscription.status = 'active';
    changed(subscription);
    return true;
  }

  function expire(subscription: Subscription): void {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = ledger.seconds();
    changed(subscription);
  }

  /** The next change due to a subscription. */
  function nextOf(subscription: Subscription): { at: number; happen(): void } | null {
    switch (subscription.status) {
      case 'canceled':
      case 'incomplete_expired':
      case 'paused':
        return null;
      case 'incomplete':
        return {
          at: subscription.created + INCOMPLETE_HOURS * 3600,
          happen: () => expire(subscription),
        };
      default: {
        const renewal = { at: itemOf(subscription).current_period_end, happen: () => renew(subscription) };
        const [retryAt] = dunning.get(subscription.id) ?? [];
        return retryAt !== undefined && retryAt <= renewal.at
          ? { at: retryAt, happen: () => retry(subscription) }
          : renewal;
      }
    }
  }

  return {
    create,
    addItem,
    itemOf,
    changed,
    end,
    payLatest,
    dropRetries: ({ id }: Subscription) => void dunning.delete(id),

    /** Applies all changes that are due. */
    catchUp(): void {
      const now = ledger.seconds();
      for (const subscription of ledger.list('subscription')) {
        for (let next = nextOf(subscription); next && next.at <= now; next = nextOf(subscription)) {
          ledger.at(next.at, next.happen);
        }
      }
    },
  };
}
