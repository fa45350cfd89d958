import type { Log } from '../../kit/log.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/** True if a person's subscription will renew: read from Stripe, or from local data if Stripe can't be reached. */
export async function subscriptionRenews(
  deps: Omit<SyncDeps, 'stripe'> & { stripe: SyncDeps['stripe'] | null; log: Log },
  userId: string,
): Promise<boolean> {
  const { stripe, store, log } = deps;
  const customer = stripe && (await store.findCustomer(userId));
  if (customer) {
    await syncPerson({ ...deps, stripe }, customer).catch((error: unknown) =>
      log.warn('subscription could not be verified', { userId, error }),
    );
  }
  return store.renews(userId);
}
