import { AppError, notFound } from '../../../src/kit/errors.ts';
import { priceText } from '../prices/price-text.ts';
import { idOf } from '../stripe.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/** Charges of one person that operators see. */
const MOST = 12;

/** Money that a person's card was charged, as Stripe has it. */
export interface Payment {
  /** Stripe's id of the charge */
  id: string;
  /** `$5` */
  amount: string;
  /** ms since the epoch */
  at: number;
  state: 'paid' | 'failed' | 'refunded' | 'disputed';
}

/** The newest first. @throws Stripe's errors */
export async function listPayments(
  { stripe, store }: Pick<SyncDeps, 'stripe' | 'store'>,
  userId: string,
): Promise<Payment[]> {
  const customer = await store.findCustomer(userId);
  if (!customer) return [];
  const { data } = await stripe.api.charges.list({ customer: customer.customerId, limit: MOST });
  return data.map(({ id, amount, currency, created, refunded, disputed, paid }) => ({
    id,
    amount: priceText(amount, currency),
    at: created * 1000,
    state: refunded ? 'refunded' : disputed ? 'disputed' : paid ? 'paid' : 'failed',
  }));
}

/**
 * Gives a payment back in full, which ends what was paid with it.
 * @returns what went back, as `$5`
 * @throws AppError 404 for another person’s charge, 409 for one that can't be given back; Stripe's errors
 */
export async function refundPayment(deps: SyncDeps, userId: string, chargeId: string): Promise<string> {
  const { stripe, store } = deps;
  const customer = await store.findCustomer(userId);
  if (!customer) throw notFound('No payment');
  const payment = (await listPayments(deps, userId)).find(({ id }) => id === chargeId);
  const charge = payment && (await stripe.api.charges.retrieve(chargeId));
  if (!charge?.customer || idOf(charge.customer) !== customer.customerId) throw notFound('No payment');
  if (payment?.state !== 'paid')
    throw new AppError(409, 'not-paid', `This payment is ${payment?.state} already.`);
  await stripe.api.refunds.create(
    { charge: chargeId, reason: 'requested_by_customer' },
    { idempotencyKey: `refund ${chargeId}` },
  );
  await syncPerson(deps, customer);
  return payment.amount;
}
