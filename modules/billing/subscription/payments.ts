import type Stripe from 'stripe';
import { priceText } from '../prices/price-text.ts';
import { moneyOf } from './last-payment.ts';
import type { SyncDeps } from './sync-person.ts';

/** Charges of one person that operators see. */
const MOST = 12;

export type PaymentState = 'paid' | 'failed' | 'refunded' | 'disputed';

/** Money that a person's card was charged, as Stripe has it. */
export interface Payment {
  /** Stripe's id of the charge */
  id: string;
  /** `$5` */
  amount: string;
  /** the part that went back so far; null for nothing */
  refunded: string | null;
  /** ms since the epoch */
  at: number;
  state: PaymentState;
}

/** The newest first. @throws Stripe's errors */
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
  return {
    id,
    amount: priceText(amount, currency),
    refunded: amount_refunded > 0 ? priceText(amount_refunded, currency) : null,
    at: created * 1000,
    state: await stateOf(api, charge),
  };
}

async function stateOf(api: Stripe, charge: Stripe.Charge): Promise<PaymentState> {
  if (!charge.paid) return 'failed';
  const money = await moneyOf(api, charge);
  return money === 'kept' ? 'paid' : money;
}
