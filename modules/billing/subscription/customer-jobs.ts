import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import { newId } from '../../kit/ids.ts';
import { isMissing } from '../errors.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

const SYNC_JOB = 'sync-plan';
const syncPayload = z.object({ userId: z.string() });

/** Job that sets a person's entitlement to the best of given and paid plans, once a gift has committed. */
export const syncAfter = (userId: string) => ({
  kind: SYNC_JOB,
  key: newId(),
  payload: { userId } satisfies z.infer<typeof syncPayload>,
});

export function defineSyncJob(deps: SyncDeps): DefinedJob {
  return defineJob({
    kind: SYNC_JOB,
    payload: syncPayload,
    // Limited, so a slow Stripe doesn't hold up other jobs.
    concurrency: 2,
    async run({ userId }) {
      const customer = await deps.store.findCustomer(userId);
      if (customer) await syncPerson(deps, customer);
    },
  });
}

const CONTACT_JOB = 'stripe-contact';
const contactPayload = z.object({ userId: z.string() });

/** Job that copies the account's current address to the Stripe customer. */
export const contactAfter = (userId: string) => ({
  kind: CONTACT_JOB,
  key: newId(),
  payload: { userId } satisfies z.infer<typeof contactPayload>,
});

export function defineContactJob({ stripe, store, accounts }: SyncDeps): DefinedJob {
  return defineJob({
    kind: CONTACT_JOB,
    payload: contactPayload,
    concurrency: 2,
    async run({ userId }) {
      const customer = (await store.findCustomer(userId))?.customerId;
      const email = (await accounts.findUser(userId))?.email;
      if (!customer || !email) return;
      await stripe.api.customers.update(customer, { email }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  });
}
