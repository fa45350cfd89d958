import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import type { Log } from '../../kit/log.ts';
import { isMissing } from '../errors.ts';
import { idOf } from '../stripe.ts';
import { EVENT_JOB, type EventPayload, eventPayload } from './receive-event.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

export function defineEventJob(deps: SyncDeps & { log: Log }): DefinedJob {
  return defineJob({
    kind: EVENT_JOB,
    payload: eventPayload,
    concurrency: 2,
    // Enough retries for any outage of Stripe; after that, the nightly reconciliation catches up.
    maxAttempts: 200,
    run: (payload) => processEvent(deps, payload),
  });
}

/**
 * Handles an event by reading the person's current state from Stripe. The event's own contents are ignored, so late,
 * repeated and reordered events do no harm.
 * @throws Stripe's errors; the job is retried
 */
async function processEvent(deps: SyncDeps & { log: Log }, job: EventPayload): Promise<void> {
  try {
    const customerId = 'customerId' in job ? job.customerId : await customerOf(deps, job.chargeId);
    const customer = customerId ? await deps.store.findByCustomerId(customerId) : null;
    if (customer) await syncPerson(deps, customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
    deps.log.warn('stripe event refers to an unknown object', { ...job });
  }
}

async function customerOf({ stripe }: SyncDeps, chargeId: string): Promise<string | null> {
  const { customer } = await stripe.api.charges.retrieve(chargeId);
  return customer ? idOf(customer) : null;
}
