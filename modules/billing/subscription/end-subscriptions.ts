import { isMissing } from '../errors.ts';
import type { BillingStore } from '../store.ts';
import type { StripeClient } from '../stripe.ts';

/**
 * Ends whatever still charges a person whose account is erased. May run again.
 * @throws Stripe's errors
 */
export async function endSubscriptions(
  { stripe, store }: { stripe: StripeClient; store: BillingStore },
  userId: string,
): Promise<void> {
  const customer = await store.findCustomer(userId);
  if (!customer) return;
  try {
    // Ended ones are not in this list.
    const { data } = await stripe.api.subscriptions.list({ customer: customer.customerId, limit: 20 });
    for (const { id } of data) await stripe.api.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
