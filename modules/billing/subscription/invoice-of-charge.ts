import type Stripe from 'stripe';
import { idOf } from '../stripe.ts';

/**
 * The invoice that a charge paid for, or null.
 * @throws Stripe's errors
 */
export async function invoiceOf(
  api: Stripe,
  { payment_intent }: Pick<Stripe.Charge, 'payment_intent'>,
): Promise<Stripe.Invoice | null> {
  if (!payment_intent) return null;
  const { data } = await api.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: idOf(payment_intent) },
    limit: 1,
    expand: ['data.invoice'],
  });
  const invoice = data[0]?.invoice;
  return invoice && typeof invoice !== 'string' && !invoice.deleted ? invoice : null;
}
