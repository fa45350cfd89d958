import type { User } from '../../auth/auth.ts';
import { isMissing } from '../errors.ts';
import type { KnownCustomer } from '../store.ts';
import type { SubscriptionState } from './read-subscriptions.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * Returns the person's Stripe customer and its subscriptions, and sets the name for receipts. Concurrent calls create
 * only one customer; a customer that Stripe no longer knows is replaced.
 * @throws Stripe's errors
 */
export async function prepareCustomer(
  deps: SyncDeps,
  user: User,
  fullName: string,
): Promise<{ customer: KnownCustomer; states: SubscriptionState[] }> {
  const known = await deps.store.findCustomer(user.id);
  if (known) {
    try {
      return await introduce(deps, known, user, fullName);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await deps.store.dropCustomer(known);
    }
  }
  return introduce(deps, await createCustomer(deps, user.id), user, fullName);
}

async function createCustomer({ stripe, store }: SyncDeps, userId: string): Promise<KnownCustomer> {
  const { idempotencyKey } = await store.openCustomer(userId);
  // Only content that can't change between two calls: Stripe rejects a reused key with different content.
  const { id } = await stripe.api.customers.create(
    { metadata: { user_id: userId } },
    { idempotencyKey: `customer-${idempotencyKey}` },
  );
  const customer = await store.nameCustomer(userId, id);
  if (!customer) throw new Error('the customer vanished while it was made');
  return customer;
}

async function introduce(deps: SyncDeps, customer: KnownCustomer, user: User, fullName: string) {
  const { email } = user;
  const [states] = await Promise.all([
    syncPerson(deps, customer),
    deps.stripe.api.customers.update(customer.customerId, { name: fullName, ...(email && { email }) }),
  ]);
  return { customer, states };
}
