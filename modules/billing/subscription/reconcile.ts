import type { Log } from '../../kit/log.ts';
import { isMissing } from '../errors.ts';
import type { KnownCustomer } from '../store.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

export const RECONCILE_JOB = 'reconcile-billing';

/** Concurrent people: Stripe allows a hundred requests a second, and each person needs three. */
const AT_ONCE = 8;

export interface ReconcileDeps extends SyncDeps {
  log: Log;
}

/**
 * Syncs everyone with Stripe, so lost events are made up for within a day.
 * @throws Error at the end if some people couldn't be synced; the job is retried
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
      // A customer in another Stripe account is no reason to remove a plan or to retry.
      if (!isMissing(error)) failed += 1;
      deps.log.warn('subscription could not be reconciled', { userId: customer.userId, error });
    }
  }
}
