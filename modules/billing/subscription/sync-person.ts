import type { Auth } from '../../auth/auth.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { PAYMENT_NAMES } from '../contract/payment-states.ts';
import { PLANS } from '../contract/plans.ts';
import { statusName } from '../contract/status-names.ts';
import { bestOf, type Entitlement, entitlementOf } from '../entitlement.ts';
import type { BillingStore, KnownCustomer } from '../store.ts';
import type { StripeClient } from '../stripe.ts';
import { readSubscriptions, type SubscriptionState } from './read-subscriptions.ts';

/** Account operations that billing needs. */
export type Accounts = Pick<Auth, 'findUser' | 'lastGiven' | 'changeAccount' | 'listEndedGrants'>;

export interface SyncDeps {
  stripe: StripeClient;
  store: BillingStore;
  accounts: Accounts;
}

/**
 * Updates a person's role and plan to Stripe's current state. An answer requested before one that is already stored is
 * stale and changes nothing.
 * @returns the subscriptions at Stripe
 * @throws Stripe's errors
 */
export async function syncPerson(deps: SyncDeps, customer: KnownCustomer): Promise<SubscriptionState[]> {
  const { stripe, store } = deps;
  const reading = await store.beginReading(customer.userId);
  const states = await readSubscriptions(stripe, customer.customerId);
  await store.transact(async () => {
    if (!(await store.acceptReading(customer.userId, reading))) return;
    for (const one of states) await store.saveSubscription(rowOf(customer, one));
    await store.endOthers(
      customer.userId,
      states.map(({ id }) => id),
    );
    await applyRights(deps.accounts, customer.userId, states);
  });
  return states;
}

async function applyRights(accounts: Accounts, userId: string, states: SubscriptionState[]): Promise<void> {
  const user = await accounts.findUser(userId);
  const given = await accounts.lastGiven(userId);
  // A payment adds nothing to an admin's rights.
  if (!user || !given || user.role === 'admin') return;
  const paid = states.map(({ status, tier, lastPayment }) => entitlementOf(status, tier, lastPayment));
  const to: Entitlement = bestOf([given, ...paid]);
  if (to.role === user.role && to.tier === user.subscriptionTier) return;
  await accounts.changeAccount(user, to, {
    source: 'stripe',
    actorId: null,
    reason: inCodes(() => reasonOf(states)),
  });
}

/** Reason shown to admins in the account's history. */
function reasonOf(states: SubscriptionState[]): string {
  const newest = states.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  if (!newest) return m.billing_reason_none();
  const { tier, status, lastPayment } = newest;
  const slots = { tier: PLANS[tier].name, status: statusName(status) };
  return lastPayment === 'kept'
    ? m.billing_reason(slots)
    : m.billing_reason_payment({ ...slots, payment: PAYMENT_NAMES[lastPayment]() });
}

const rowOf = ({ userId, customerId }: KnownCustomer, one: SubscriptionState) => ({
  id: one.id,
  userId,
  stripeCustomerId: customerId,
  status: one.status,
  tier: one.tier,
  currentPeriodStart: one.periodStart,
  currentPeriodEnd: one.periodEnd,
  cancelAtPeriodEnd: one.cancelsAtPeriodEnd,
  createdAt: one.createdAt,
});
