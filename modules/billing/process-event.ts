import { idOf } from './stripe.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * Does what a stored event is for: reads the person's state at Stripe. What the event says itself counts for
 * nothing, so that late, repeated and reordered ones do no harm. One reading serves all events that were there
 * before it began.
 * @throws Stripe's errors; trying again is the way out
 */
export async function processEvent(deps: SyncDeps, eventId: string): Promise<void> {
  const { store } = deps;
  const event = await store.findEvent(eventId);
  if (!event || event.processedAt !== null) return;
  const customerId = event.customerId ?? (event.chargeId && (await customerOf(deps, event.chargeId)));
  const customer = customerId ? await store.findByCustomerId(customerId) : null;
  // Somebody who pays for something else under the same account of Stripe's.
  if (!customer) return store.closeEvents([eventId]);
  const open = await store.listOpenEvents(customer.customerId);
  await syncPerson(deps, customer);
  await store.closeEvents([...open, eventId]);
}

async function customerOf({ stripe }: SyncDeps, chargeId: string): Promise<string | null> {
  const { customer } = await stripe.api.charges.retrieve(chargeId);
  return customer ? idOf(customer) : null;
}
