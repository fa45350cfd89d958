import type { Log } from '../../../src/kit/log.ts';
import { isMissing } from '../errors.ts';
import type { KnownCustomer } from '../store.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

export const RECONCILE_JOB = 'reconcile-billing';

/** Persons; Stripe takes a hundred questions a second, and three are asked about each. */
const AT_ONCE = 8;

export interface ReconcileDeps extends SyncDeps {
  log: Log;
}

/**
 * Syncs everybody with Stripe, so that lost events are made up for within a day.
 * @throws Error at the end when some could not be read; the job is retried
 */
export async function reconcile(deps: ReconcileDeps, signal: AbortSignal): Promise<number> {
  let read = 0;
  let failed = 0;
  for (let some = await deps.store.listCustomers('', AT_ONCE); some.length > 0; ) {
    signal.throwIfAborted();
    await Promise.all(some.map(readOne));
    some = await deps.store.listCustomers(some.at(-1)?.userId ?? '', AT_ONCE);
  }
  if (failed > 0) throw new Error(`${failed} of ${failed + read} subscriptions could not be reconciled`);
  return read;

  async function readOne(customer: KnownCustomer): Promise<void> {
    try {
      await syncPerson(deps, customer);
      read += 1;
    } catch (error) {
      // A customer of another Stripe account is no reason to take anything away, nor to retry.
      if (!isMissing(error)) failed += 1;
      deps.log.warn('subscription not reconciled', { userId: customer.userId, error });
    }
  }
}
