import type { UrlAnswer } from '../contract/schemas.ts';
import type { KnownCustomer } from '../store.ts';
import type { SyncDeps } from '../subscription/sync-person.ts';

/**
 * Opens Stripe's page for invoices, cards and cancellation.
 * @throws Stripe's errors
 */
export async function openPortal(
  { stripe }: Pick<SyncDeps, 'stripe'>,
  { customerId }: KnownCustomer,
  returnUrl: string,
): Promise<UrlAnswer> {
  const { url } = await stripe.api.billingPortal.sessions.create({
    customer: customerId,
    return_url: returnUrl,
    ...stripe.portal,
  });
  return { url };
}
