import type { User } from '../../auth/auth.ts';
import { isMissing } from '../errors.ts';
import type { KnownCustomer } from '../store.ts';
import type { SubscriptionState } from './read-subscriptions.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * The person's customer at Stripe under the name that they want on receipts, and what they have there. It is made
 * once, however many calls ask at the same moment; one that Stripe no longer knows is replaced.
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
  // Nothing that may change between two calls: Stripe refuses one key with two contents.
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
