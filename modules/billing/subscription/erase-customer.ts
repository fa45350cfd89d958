import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import { isMissing } from '../errors.ts';
import type { BillingStore } from '../store.ts';
import type { StripeClient } from '../stripe.ts';

const DELETE_JOB = 'delete-customer';
const YEAR_MS = 365.25 * 24 * 3600_000;

interface EraseDeps {
  stripe: StripeClient;
  store: BillingStore;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  /** for which the law requires invoices to be kept */
  years: number;
}

/**
 * Removes an erased account's person from Stripe: the customer is deleted if nothing was ever billed, otherwise emptied
 * now and deleted by a job when the legal period ends. Idempotent.
 * @throws Stripe's errors
 */
export async function eraseCustomer(deps: EraseDeps, userId: string): Promise<void> {
  const { store, jobs, clock, years } = deps;
  const { api } = deps.stripe;
  const customer = (await store.findCustomer(userId))?.customerId;
  if (!customer) return;
  try {
    const [invoices, charges] = await Promise.all([
      api.invoices.list({ customer, limit: 1 }),
      api.charges.list({ customer, limit: 1 }),
    ]);
    if (invoices.data.length + charges.data.length === 0) return await deleteCustomer(deps, customer);
    await api.customers.update(customer, { name: '', email: '', phone: '', address: '', shipping: '' });
    const runAt = Math.round(clock.now() + years * YEAR_MS);
    await jobs.enqueue({ kind: DELETE_JOB, key: customer, payload: {}, runAt });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await store.forgetCustomer(customer);
  }
}

export const defineDeleteJob = (deps: Pick<EraseDeps, 'stripe' | 'store'>): DefinedJob =>
  defineJob({
    kind: DELETE_JOB,
    payload: z.object({}),
    maxAttempts: 500,
    run: (_, { job }) => deleteCustomer(deps, job.key),
  });

async function deleteCustomer(
  { stripe, store }: Pick<EraseDeps, 'stripe' | 'store'>,
  customer: string,
): Promise<void> {
  try {
    await stripe.api.customers.del(customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await store.forgetCustomer(customer);
}
