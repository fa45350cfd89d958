import type { Tier } from '../../web/contract/tiers.ts';
import type { UrlAnswer } from '../contract/schemas.ts';
import { asksOwner } from '../errors.ts';
import type { KnownCustomer } from '../store.ts';
import type { SubscriptionState } from '../subscription/read-subscriptions.ts';
import { type SyncDeps, syncPerson } from '../subscription/sync-person.ts';

/** The call includes charging the card. */
const BANK_ANSWERS_TIMEOUT_MS = 40_000;

/**
 * Switches a subscription to a better plan and charges the difference immediately; if the card is declined, nothing
 * changes. If the bank requires authentication, Stripe's own page asks for it.
 * @throws Stripe's errors
 */
export async function upgrade(
  deps: SyncDeps,
  customer: KnownCustomer,
  { id, itemId }: SubscriptionState,
  { plan, origin }: { plan: Tier; origin: string },
): Promise<UrlAnswer> {
  const { api, portal } = deps.stripe;
  // Pass the item's id, or Stripe adds a second plan to the first.
  const items = [{ id: itemId, price: (await deps.stripe.prices())[plan].id }];
  try {
    // No idempotency key: the update is idempotent, and a key would replay the refusal of an earlier card.
    await api.subscriptions.update(
      id,
      { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      { timeout: BANK_ANSWERS_TIMEOUT_MS },
    );
  } catch (error) {
    if (!asksOwner(error)) throw error;
    const { url } = await api.billingPortal.sessions.create({
      customer: customer.customerId,
      return_url: `${origin}/settings`,
      ...portal,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: id,
          items: items.map((item) => ({ ...item, quantity: 1 })),
        },
        after_completion: { type: 'redirect', redirect: { return_url: `${origin}/success` } },
      },
    });
    return { url };
  }
  await syncPerson(deps, customer);
  return { url: `${origin}/success` };
}
