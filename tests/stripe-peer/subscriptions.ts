import { monthsAfter } from './calendar.ts';
import type { Ledger } from './ledger.ts';
import type { Price, Subscription } from './objects.ts';
import type { Payments } from './payments.ts';
import { type AfterRetries, createSubscriptionLife } from './subscription-life.ts';
import { Fault } from './wire.ts';

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Subscriptions, with their changes over time and by request. */
export function createSubscriptions(ledger: Ledger, payments: Payments, afterRetries: AfterRetries) {
  const life = createSubscriptionLife(ledger, payments, afterRetries);
  const { itemOf, addItem, changed, dropRetries } = life;
  const isOver = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired';

  return {
    create: life.create,
    end: life.end,
    payLatest: life.payLatest,
    catchUp: life.catchUp,

    /**
     * Moves an item to another price and charges the difference for the rest of the period immediately.
     * @param confirmed the customer is present and has confirmed with the bank
     * @throws Fault 402, with nothing changed
     */
    changePrice(subscription: Subscription, itemId: string, price: Price, confirmed = false): void {
      const item = subscription.items.data.find(({ id }) => id === itemId);
      if (!item) throw new Fault(400, 'invalid_request_error', `No such subscription item: '${itemId}'`);
      if (item.price.id === price.id) return;
      const period = item.current_period_end - item.current_period_start;
      const left = Math.max(0, item.current_period_end - ledger.seconds()) / period;
      const difference = Math.round((price.unit_amount - item.price.unit_amount) * left);
      if (difference > 0 && !confirmed) payments.demand(subscription.customer);
      item.price = price;
      payments.settle(payments.bill(subscription, Math.max(0, difference), 'subscription_update'));
      // The newest invoice determines the status, and it is now paid.
      if (subscription.status === 'past_due') subscription.status = 'active';
      dropRetries(subscription);
      changed(subscription);
    },

    /** Adds a second plan, as Stripe does for an item without an id. */
    addPrice(subscription: Subscription, price: Price): void {
      addItem(subscription, price, itemOf(subscription).current_period_end);
      changed(subscription);
    },

    cancelAtPeriodEnd(subscription: Subscription, cancels: boolean): void {
      if (isOver(subscription)) return;
      subscription.cancel_at_period_end = cancels;
      subscription.canceled_at = cancels ? ledger.seconds() : null;
      changed(subscription);
    },

    pause(subscription: Subscription): void {
      if (isOver(subscription)) return;
      subscription.status = 'paused';
      dropRetries(subscription);
      ledger.emit('customer.subscription.paused', subscription);
    },

    resume(subscription: Subscription): void {
      if (subscription.status !== 'paused') return;
      const item = itemOf(subscription);
      const now = ledger.seconds();
      subscription.billing_cycle_anchor = now;
      item.current_period_start = now;
      item.current_period_end = monthsAfter(now, 1);
      subscription.status = 'active';
      payments.settle(payments.bill(subscription, item.price.unit_amount, 'subscription_cycle'));
      ledger.emit('customer.subscription.resumed', subscription);
    },
  };
}
