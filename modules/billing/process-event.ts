import type { Log } from '../../src/log.ts';
import { isMissing } from './errors.ts';
import { idOf } from './stripe.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * Does what a stored event is for: reads the person's state at Stripe. What the event says itself counts for
 * nothing, so that late, repeated and reordered ones do no harm. One reading serves all events that were there
 * before it began.
 * @throws Stripe's errors; trying again is the way out
 */
export async function processEvent(deps: SyncDeps & { log: Log }, eventId: string): Promise<void> {
  const { store, log } = deps;
  const event = await store.findEvent(eventId);
  if (!event || event.processedAt !== null) return;
  try {
    const customerId = event.customerId ?? (event.chargeId && (await customerOf(deps, event.chargeId)));
    const customer = customerId ? await store.findByCustomerId(customerId) : null;
    // Without one it is about somebody who buys something else of the same company.
    const open = customer ? await store.listOpenEvents(customer.customerId) : [];
    if (customer) await syncPerson(deps, customer);
    await store.closeEvents([...open, eventId]);
  } catch (error) {
    if (!isMissing(error)) throw error;
    log.warn('an event is about what stripe does not know', { event: eventId, type: event.type });
    await store.closeEvents([eventId]);
  }
}

async function customerOf({ stripe }: SyncDeps, chargeId: string): Promise<string | null> {
  const { customer } = await stripe.api.charges.retrieve(chargeId);
  return customer ? idOf(customer) : null;
}
