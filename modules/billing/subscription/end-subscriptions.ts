import { isMissing } from '../errors.ts';
import type { BillingStore } from '../store.ts';
import type { StripeClient } from '../stripe.ts';

/**
 * Ends everything that still charges a person whose account is erased. Idempotent.
 * @throws Stripe's errors
 */
export async function endSubscriptions(
  { stripe, store }: { stripe: StripeClient; store: BillingStore },
  userId: string,
): Promise<void> {
  const customer = await store.findCustomer(userId);
  if (!customer) return;
  try {
    // The list doesn't include ended ones.
    const { data } = await stripe.api.subscriptions.list({ customer: customer.customerId, limit: 20 });
    for (const { id } of data) await stripe.api.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
