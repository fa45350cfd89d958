import type Stripe from 'stripe';
import type { PaymentState } from '../contract/payment-states.ts';
import { exactAmount, priceText } from '../prices/price-text.ts';
import { moneyOf } from './last-payment.ts';
import type { SyncDeps } from './sync-person.ts';

/** Number of a person's charges shown to operators. */
const MOST = 12;

export interface Money {
  /** such as `$5` */
  text: string;
  /** such as `5.00` */
  exact: string;
}

/** A charge to a person's card, as recorded by Stripe. */
export interface Payment {
  /** Stripe's id of the charge */
  id: string;
  amount: Money;
  /** amount refunded so far; null for nothing */
  refunded: Money | null;
  /** three letters */
  currency: string;
  /** ms since the epoch */
  at: number;
  state: PaymentState;
}

/**
 * Newest first.
 * @throws Stripe's errors
 */
export async function listPayments(
  { stripe, store }: Pick<SyncDeps, 'stripe' | 'store'>,
  userId: string,
): Promise<Payment[]> {
  const customer = await store.findCustomer(userId);
  if (!customer) return [];
  const { data } = await stripe.api.charges.list({ customer: customer.customerId, limit: MOST });
  return Promise.all(data.map((charge) => paymentOf(stripe.api, charge)));
}

/** @throws Stripe's errors */
export async function paymentOf(api: Stripe, charge: Stripe.Charge): Promise<Payment> {
  const { id, amount, amount_refunded, currency, created } = charge;
  const money = (units: number) => ({
    text: priceText(units, currency),
    exact: exactAmount(units, currency),
  });
  return {
    id,
    amount: money(amount),
    refunded: amount_refunded > 0 ? money(amount_refunded) : null,
    currency: currency.toUpperCase(),
    at: created * 1000,
    state: await stateOf(api, charge),
  };
}

async function stateOf(api: Stripe, charge: Stripe.Charge): Promise<PaymentState> {
  if (!charge.paid) return 'failed';
  const money = await moneyOf(api, charge);
  return money === 'kept' ? 'paid' : money;
}
