import type { Log } from '../../../src/kit/log.ts';
import { type DefinedJob, defineJob } from '../../jobs/define-job.ts';
import { isMissing } from '../errors.ts';
import { idOf } from '../stripe.ts';
import { EVENT_JOB, type EventPayload, eventPayload } from './receive-event.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

export function defineEventJob(deps: SyncDeps & { log: Log }): DefinedJob {
  return defineJob({
    kind: EVENT_JOB,
    payload: eventPayload,
    atOnce: 2,
    // Retried through any outage of Stripe; after that the nightly reconciliation makes up for it.
    maxAttempts: 200,
    run: (payload) => processEvent(deps, payload),
  });
}

/**
 * Does what events ask for: reads the person's state at Stripe. What they say themselves counts for nothing, so that
 * late, repeated and reordered ones do no harm.
 * @throws Stripe's errors; the job is retried
 */
async function processEvent(deps: SyncDeps & { log: Log }, job: EventPayload): Promise<void> {
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
