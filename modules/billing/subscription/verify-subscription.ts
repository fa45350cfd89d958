import type { Log } from '../../kit/log.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { VerifyAnswer } from '../contract/schemas.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

/**
 * Syncs a person who has a customer at Stripe; for anyone else it does nothing. Nothing changes while Stripe can't be
 * reached.
 */
export async function verifySubscription(
  deps: SyncDeps & { log: Log },
  person: SessionUser,
): Promise<VerifyAnswer> {
  const customer = person.role === 'admin' ? null : await deps.store.findCustomer(person.id);
  if (!customer) return { roleUpdated: false };
  try {
    await syncPerson(deps, customer);
  } catch (error) {
    deps.log.warn('subscription could not be verified', { error });
    return { roleUpdated: false };
  }
  const now = await deps.accounts.findUser(person.id);
  return {
    roleUpdated:
      now !== null &&
      (now.role !== person.role || now.subscriptionTier !== (person.subscription_tier ?? null)),
  };
}
