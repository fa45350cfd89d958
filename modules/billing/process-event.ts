import type { Log } from '../../src/kit/log.ts';
import { isMissing } from './errors.ts';
import type { EventJob } from './receive-event.ts';
import { idOf } from './stripe.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * Does what events ask for: reads the person's state at Stripe. What they say themselves counts for nothing, so that
 * late, repeated and reordered ones do no harm.
 * @throws Stripe's errors; trying again is the way out
 */
export async function processEvent(deps: SyncDeps & { log: Log }, job: EventJob): Promise<void> {
  try {
    const customerId = 'customerId' in job ? job.customerId : await customerOf(deps, job.chargeId);
    const customer = customerId ? await deps.store.findByCustomerId(customerId) : null;
    if (customer) await syncPerson(deps, customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
    deps.log.warn('an event is about what stripe does not know', { ...job });
  }
}

async function customerOf({ stripe }: SyncDeps, chargeId: string): Promise<string | null> {
  const { customer } = await stripe.api.charges.retrieve(chargeId);
  return customer ? idOf(customer) : null;
}
