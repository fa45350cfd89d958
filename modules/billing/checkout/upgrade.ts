import type { Tier } from '../../auth/shared/tiers.ts';
import { asksOwner } from '../errors.ts';
import type { UrlAnswer } from '../schemas.ts';
import type { KnownCustomer } from '../store.ts';
import type { SubscriptionState } from '../subscription/read-subscriptions.ts';
import { type SyncDeps, syncPerson } from '../subscription/sync-person.ts';

/** The card is charged within this call. */
const BANK_ANSWERS_TIMEOUT_MS = 40_000;

/**
 * Puts a subscription on a better plan's price now and charges the difference; a card that declines changes nothing.
 * Where the bank requires authentication, Stripe's own page asks for it.
 * @throws Stripe's errors
 */
export async function upgrade(
  deps: SyncDeps,
  customer: KnownCustomer,
  { id, itemId }: SubscriptionState,
  { plan, origin }: { plan: Tier; origin: string },
): Promise<UrlAnswer> {
  const { api, portal } = deps.stripe;
  // Always with the item's id: without it Stripe adds a second plan beside the first.
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
