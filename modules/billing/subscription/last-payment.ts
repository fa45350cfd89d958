import type Stripe from 'stripe';
import type { LastPayment } from '../entitlement.ts';
import { idOf } from '../stripe.ts';

/** Invoices, the newest first, among which the newest paid period is found. */
const LOOKED_THROUGH = 10;

/** State of the money behind the newest period that a subscription has paid for. @throws Stripe's errors */
export async function lastPaymentOf(api: Stripe, subscription: string): Promise<LastPayment> {
  const { data } = await api.invoices.list({
    subscription,
    status: 'paid',
    limit: LOOKED_THROUGH,
    expand: ['data.payments'],
  });
  const newest = data.find((invoice) => beginsPeriod(invoice) || paidPartsOf(invoice).length > 0);
  const charges = newest ? await Promise.all(paidPartsOf(newest).map((part) => chargeOf(api, part))) : [];
  const states = await Promise.all(charges.filter((one) => one !== null).map((one) => moneyOf(api, one)));
  if (states.includes('disputed')) return 'disputed';
  // Nothing was charged where a coupon, a balance or a transfer covered the period, so nothing can have gone back.
  return states.length > 0 && states.every((state) => state === 'refunded') ? 'refunded' : 'kept';
}

/**
 * True if an invoice is for a period of its own, whatever covers it. A change to a cheaper plan has prorations only and
 * says nothing about money.
 */
const beginsPeriod = ({ lines }: Stripe.Invoice): boolean =>
  lines.data.some(({ parent }) => parent?.subscription_item_details?.proration === false);

const paidPartsOf = ({ payments }: Stripe.Invoice): Stripe.InvoicePayment[] =>
  payments?.data.filter(({ status }) => status === 'paid') ?? [];

/** Null for money that did not come through Stripe. */
async function chargeOf(api: Stripe, { payment }: Stripe.InvoicePayment): Promise<Stripe.Charge | null> {
  if (payment.charge) return api.charges.retrieve(idOf(payment.charge));
  if (!payment.payment_intent) return null;
  const intent = await api.paymentIntents.retrieve(idOf(payment.payment_intent), {
    expand: ['latest_charge'],
  });
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
}

/** Disputes that take no money: an inquiry only asks, and one that was prevented ended in a refund. */
const KEEPS = new Set<string>([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/** State of a charge's money. @throws Stripe's errors */
export async function moneyOf(
  api: Stripe,
  { id, refunded, disputed }: Pick<Stripe.Charge, 'id' | 'refunded' | 'disputed'>,
): Promise<LastPayment> {
  if (refunded) return 'refunded';
  if (!disputed) return 'kept';
  const { data } = await api.disputes.list({ charge: id, limit: 10 });
  return data.every(({ status }) => KEEPS.has(status)) ? 'kept' : 'disputed';
}
