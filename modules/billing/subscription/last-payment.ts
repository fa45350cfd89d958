import type Stripe from 'stripe';
import type { LastPayment } from '../entitlement.ts';
import { idOf } from '../stripe.ts';

/** Number of invoices searched, newest first, for the last paid period. */
const LOOKED_THROUGH = 10;

/**
 * State of the payment for a subscription's newest paid period.
 * @throws Stripe's errors
 */
export async function lastPaymentOf(api: Stripe, subscription: string): Promise<LastPayment> {
  const { data } = await api.invoices.list({
    subscription,
    status: 'paid',
    limit: LOOKED_THROUGH,
    expand: ['data.payments'],
  });
  const at = data.findIndex((invoice) => beginsPeriod(invoice) || paidPartsOf(invoice).length > 0);
  const [newest, ...older] = at < 0 ? [] : data.slice(at);
  if (!newest) return 'kept';
  const charges = await chargesOf(api, newest);
  const states = await Promise.all(charges.map((one) => moneyOf(api, one)));
  if (states.includes('disputed')) return 'disputed';
  // If a coupon, balance or transfer covered the period, nothing was charged, so nothing can have been refunded.
  if (states.length > 0 && states.every((state) => state === 'refunded')) return 'refunded';
  if (beginsPeriod(newest)) return 'kept';
  // A plan change is paid on top of the period's invoice, which may be refunded later.
  for (const invoice of older.slice(0, older.findIndex(beginsPeriod) + 1))
    for (const charge of await chargesOf(api, invoice)) {
      const money = await moneyOf(api, charge, newest.created);
      if (money !== 'kept') return money;
    }
  return 'kept';
}

/**
 * True if an invoice covers a period of its own, however it was paid. A downgrade contains only prorations, so it says
 * nothing about payment.
 */
const beginsPeriod = ({ lines }: Stripe.Invoice): boolean =>
  lines.data.some(({ parent }) => parent?.subscription_item_details?.proration === false);

const paidPartsOf = ({ payments }: Stripe.Invoice): Stripe.InvoicePayment[] =>
  payments?.data.filter(({ status }) => status === 'paid') ?? [];

async function chargesOf(api: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Charge[]> {
  const charges = await Promise.all(paidPartsOf(invoice).map((part) => chargeOf(api, part)));
  return charges.filter((one) => one !== null);
}

/** Null for payments outside Stripe. */
async function chargeOf(api: Stripe, { payment }: Stripe.InvoicePayment): Promise<Stripe.Charge | null> {
  if (payment.charge) return api.charges.retrieve(idOf(payment.charge));
  if (!payment.payment_intent) return null;
  const intent = await api.paymentIntents.retrieve(idOf(payment.payment_intent), {
    expand: ['latest_charge'],
  });
  return typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
}

/** Disputes that take no money: an inquiry only asks, and a prevented dispute ended in a refund. */
const KEEPS = new Set<string>([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/** When a dispute took the money; an inquiry may have been open for weeks before that. */
const takenAt = ({ created, balance_transactions: moves }: Stripe.Dispute): number =>
  Math.max(created, ...(moves ?? []).map((move) => move.created));

/** Refunds that a bank returned, or that were cancelled before they were sent. */
const NOT_REFUNDED = new Set<string | null>(['failed', 'canceled']);
/** Number of a charge's refunds examined, newest first; earlier ones may be partial. */
const REFUNDS = 100;

/**
 * State of a charge's money.
 * @param after in seconds since the epoch; refunds and disputes up to then don't count
 * @throws Stripe's errors
 */
export async function moneyOf(
  api: Stripe,
  { id, amount, refunded, disputed }: Pick<Stripe.Charge, 'id' | 'amount' | 'refunded' | 'disputed'>,
  after = 0,
): Promise<LastPayment> {
  if (refunded) {
    const { data } = await api.refunds.list({ charge: id, limit: REFUNDS });
    const gone = data.filter(({ status }) => !NOT_REFUNDED.has(status));
    // A charge may still say that it is refunded after its refund has failed.
    const isWhole = gone.length === data.length || gone.reduce((sum, one) => sum + one.amount, 0) >= amount;
    if (isWhole && gone.some(({ created }) => created > after)) return 'refunded';
  }
  if (!disputed) return 'kept';
  const { data } = await api.disputes.list({ charge: id, limit: 10 });
  return data.every((dispute) => KEEPS.has(dispute.status) || takenAt(dispute) <= after)
    ? 'kept'
    : 'disputed';
}
