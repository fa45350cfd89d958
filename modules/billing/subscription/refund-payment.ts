import type Stripe from 'stripe';
import { AppError, notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AfterRefund } from '../contract/after-refund.ts';
import { isInvalid, isMissing } from '../errors.ts';
import { priceText } from '../prices/price-text.ts';
import { idOf } from '../stripe.ts';
import { invoiceOf } from './invoice-of-charge.ts';
import { paymentOf } from './payments.ts';
import type { SubscriptionState } from './read-subscriptions.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/** State at Stripe after a refund. */
export interface Refunded {
  /** refunded amount in the language of its reader, such as `$5`; null if it was refunded before */
  amount: (() => string) | null;
  /** when the payment was made, in ms since the epoch */
  paidAt: number;
  /** the subscription that the payment was for, or null */
  subscription: { goes: 'on' | 'until' | 'ended'; periodEnd: number } | null;
  /** true if the person still has a plan; null if Stripe couldn't be reached */
  hasPlan: boolean | null;
  /** sentence about the part that failed; null if everything worked */
  fault: string | null;
}

/**
 * Refunds the rest of a payment and, if requested, ends its subscription. If the refund worked but ending the
 * subscription failed, a repeated call tries that again.
 * @param resumes no refund has been recorded yet, so money that was already returned means that a crash interrupted an
 * earlier call
 * @throws AppError 404 for another person's charge, 409 if nothing is left to do; Stripe's errors
 */
export async function refundPayment(
  deps: SyncDeps,
  userId: string,
  chargeId: string,
  { after, resumes }: { after: AfterRefund; resumes: boolean },
): Promise<Refunded> {
  const { stripe, store } = deps;
  const customer = await store.findCustomer(userId);
  const charge = await stripe.api.charges.retrieve(chargeId).catch(nothingIfMissing);
  if (!customer || !charge?.customer || idOf(charge.customer) !== customer.customerId)
    throw notFound(m.billing_error_no_payment());
  const id = await subscriptionOf(stripe.api, charge);
  if (after !== 'keep' && id === null)
    throw new AppError(409, 'no-subscription', m.billing_refund_no_subscription());
  const { state } = await paymentOf(stripe.api, charge);
  const isDue = state === 'paid';
  if (!isDue && (state !== 'refunded' || (after === 'keep' && !resumes)))
    throw new AppError(409, 'not-paid', m.billing_refund_not_paid({ state }));
  if (isDue) await giveBack(stripe.api, charge);
  else if (!resumes && id && (await hasEnded(stripe.api, id, after)))
    throw new AppError(409, 'ended', m.billing_refund_ended());
  const fault = id === null ? null : await endSubscription(stripe.api, id, after);
  const wentBack = isDue ? charge.amount - charge.amount_refunded : resumes ? charge.amount_refunded : 0;
  const done = {
    amount: wentBack > 0 ? () => priceText(wentBack, charge.currency) : null,
    paidAt: charge.created * 1000,
  };
  try {
    const states = await syncPerson(deps, customer);
    const person = await deps.accounts.findUser(userId);
    const subscription = present(states.find((one) => one.id === id));
    return { ...done, subscription, hasPlan: person !== null && person.role !== 'user', fault };
  } catch (error) {
    const unread = m.billing_refund_unread({ cause: textOf(error) });
    return { ...done, subscription: null, hasPlan: null, fault: fault ?? unread };
  }
}

function nothingIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Stripe's id of the subscription that a charge was for. */
async function subscriptionOf(api: Stripe, charge: Stripe.Charge): Promise<string | null> {
  const invoice = await invoiceOf(api, charge);
  const subscription = invoice?.parent?.subscription_details?.subscription;
  return subscription ? idOf(subscription) : null;
}

/** No idempotency key: Stripe refunds a charge only once, and with a key would replay a refusal for a day. */
async function giveBack(api: Stripe, { id }: Stripe.Charge): Promise<void> {
  try {
    await api.refunds.create({ charge: id, reason: 'requested_by_customer' });
  } catch (error) {
    if (isInvalid(error) && (error as Stripe.errors.StripeError).code === 'charge_already_refunded')
      throw new AppError(409, 'not-paid', m.billing_refund_not_paid({ state: 'refunded' }));
    throw error;
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @returns sentence about why it couldn't be ended, or null */
async function endSubscription(api: Stripe, id: string, after: AfterRefund): Promise<string | null> {
  if (after === 'keep') return null;
  try {
    if (after === 'end-now') await api.subscriptions.cancel(id);
    else await api.subscriptions.update(id, { cancel_at_period_end: true });
    return null;
  } catch (error) {
    // An ended subscription can't be cancelled.
    if (await hasEnded(api, id, after).catch(() => false)) return null;
    return m.billing_refund_not_ended({ cause: textOf(error) });
  }
}

/** True if a subscription has ended, or is already set to end as requested. */
async function hasEnded(api: Stripe, id: string, after: AfterRefund): Promise<boolean> {
  const { status, cancel_at_period_end } = await api.subscriptions.retrieve(id);
  return isOver(status) || (after === 'end-with-period' && cancel_at_period_end);
}

const isOver = (status: string) => status === 'canceled' || status === 'incomplete_expired';

function present(state: SubscriptionState | undefined): Refunded['subscription'] {
  if (!state) return null;
  const goes = isOver(state.status) ? 'ended' : state.cancelsAtPeriodEnd ? 'until' : 'on';
  return { goes, periodEnd: state.periodEnd };
}
