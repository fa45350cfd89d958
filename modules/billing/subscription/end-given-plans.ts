import type { Log } from '../../kit/log.ts';
import { bestOf, entitlementOf } from '../entitlement.ts';
import type { BillingStore } from '../store.ts';
import type { StripeClient } from '../stripe.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import type { Accounts } from './sync-person.ts';

/** batch size */
const AT_ONCE = 100;

interface EndDeps {
  /** null if nothing is sold */
  stripe: StripeClient | null;
  store: BillingStore;
  accounts: Accounts;
  log: Log;
}

/**
 * Ends given plans that have expired; paid ones remain. If Stripe doesn't answer about a person, they keep the plan
 * until the next night.
 */
export async function endGivenPlans(deps: EndDeps, signal: AbortSignal): Promise<void> {
  const kept = new Set<string>();
  for (;;) {
    const due = (await deps.accounts.listEndedGrants(AT_ONCE + kept.size)).filter(({ id }) => !kept.has(id));
    if (due.length === 0) return;
    for (const user of due) {
      signal.throwIfAborted();
      try {
        await endOne(deps, user.id);
      } catch (error) {
        kept.add(user.id);
        deps.log.warn('given plan could not be ended', { user: user.id, error });
      }
    }
  }
}

async function endOne({ stripe, store, accounts }: EndDeps, userId: string): Promise<void> {
  const customer = stripe && (await store.findCustomer(userId));
  const states = customer ? await readSubscriptions(stripe, customer.customerId) : [];
  const paid = states.map(({ status, tier, lastPayment }) => entitlementOf(status, tier, lastPayment));
  await store.transact(async () => {
    // Another run or server may have ended it meanwhile.
    const [user] = await accounts.listEndedGrants(1, userId);
    if (!user) return;
    await accounts.changeAccount(user, bestOf(paid), { source: 'ended', actorId: null, reason: null });
  });
}
