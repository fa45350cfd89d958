import type Stripe from 'stripe';
import { formatDate } from '../../kit/texts/format-date.ts';
import { m } from '../../kit/texts/m.ts';
import { PLANS } from '../contract/plans.ts';
import { idOf, type Prices, tierOf } from '../stripe.ts';
import { invoiceOf } from './invoice-of-charge.ts';
import { type Payment, paymentOf } from './payments.ts';
import type { SyncDeps } from './sync-person.ts';

const PAGE = 50;
/** Stripe allows a hundred requests a second, and buyers need some of them. */
const AT_ONCE = 10;

export interface PaymentsAsked {
  userId: string | undefined;
  /** ms since the epoch: inclusive, exclusive */
  from: number | undefined;
  to: number | undefined;
}

export interface ListedPayment extends Payment {
  userId: string;
  /** such as "Basic, Mar 5 – Apr 5" */
  what: string;
}

/**
 * A page of charges, newest first, of everyone or of one person. Charges to other customers of the Stripe account are
 * left out, so a page may be shorter than Stripe's, or empty.
 * @param after the previous page's `next`
 * @throws Stripe's errors
 */
export async function paymentsAfter(
  { stripe, store }: Pick<SyncDeps, 'stripe' | 'store'>,
  { userId, from, to }: PaymentsAsked,
  after: string | null,
): Promise<{ payments: ListedPayment[]; next: string | null }> {
  const customer = userId === undefined ? undefined : await store.findCustomer(userId);
  if (customer === null) return { payments: [], next: null };
  const [prices, { data, has_more }] = await Promise.all([
    stripe.prices(),
    stripe.api.charges.list({
      limit: PAGE,
      ...(customer && { customer: customer.customerId }),
      ...((from !== undefined || to !== undefined) && {
        created: {
          ...(from !== undefined && { gte: Math.ceil(from / 1000) }),
          ...(to !== undefined && { lt: Math.ceil(to / 1000) }),
        },
      }),
      ...(after && { starting_after: after }),
    }),
  ]);
  const customers = data.flatMap((charge) => (charge.customer ? [idOf(charge.customer)] : []));
  const owners = await store.ownersOf([...new Set(customers)]);
  const ours = data.flatMap((charge) => {
    const owner = charge.customer && owners.get(idOf(charge.customer));
    return owner ? [{ charge, owner }] : [];
  });
  const payments: ListedPayment[] = [];
  for (let at = 0; at < ours.length; at += AT_ONCE) {
    const some = ours.slice(at, at + AT_ONCE).map(async ({ charge, owner }) => ({
      ...(await paymentOf(stripe.api, charge)),
      userId: owner,
      what: whatOf(prices, charge, await invoiceOf(stripe.api, charge)),
    }));
    payments.push(...(await Promise.all(some)));
  }
  return { payments, next: has_more ? (data.at(-1)?.id ?? null) : null };
}

function whatOf(prices: Prices, { description }: Stripe.Charge, invoice: Stripe.Invoice | null): string {
  const lines = invoice?.lines.data ?? [];
  // A plan change also has a line for the credit.
  const line = lines.find(({ amount }) => amount > 0) ?? lines[0];
  if (!line) return description ?? m.billing_payment_other();
  const price = line.pricing?.price_details;
  const tier = price && tierOf(prices, { id: idOf(price.price), product: price.product });
  const name = tier ? PLANS[tier].name : (line.description ?? m.billing_payment_other());
  const isChange = line.parent?.subscription_item_details?.proration ?? false;
  if (isChange) return m.billing_payment_change({ plan: name });
  return m.billing_payment_period({ plan: name, from: dayOf(line.period.start), to: dayOf(line.period.end) });
}

const dayOf = (seconds: number) =>
  formatDate(seconds * 1000, { month: 'short', day: 'numeric', timeZone: 'UTC' });
