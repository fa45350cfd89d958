import { describe, expect, test } from 'vitest';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './contract/plan-terms.ts';
import { bestOf, type Entitlement, entitlementOf, type LastPayment } from './entitlement.ts';

const NOTHING = { role: 'user', tier: null };

describe('entitlements of a subscription', () => {
  const CASES: [SubscriptionStatus, 'plan' | 'nothing'][] = [
    ['trialing', 'plan'],
    ['active', 'plan'],
    ['past_due', 'plan'],
    ['unpaid', 'nothing'],
    ['canceled', 'nothing'],
    ['incomplete', 'nothing'],
    ['incomplete_expired', 'nothing'],
    ['paused', 'nothing'],
  ];

  test('every state is in the table', () => {
    expect(CASES.map(([status]) => status).sort()).toEqual([...SUBSCRIPTION_STATUSES].sort());
  });

  test.each(CASES)('%s: the %s', (status, gives) => {
    for (const tier of ['basic', 'premium'] as const) {
      expect(entitlementOf(status, tier, 'kept')).toEqual(
        gives === 'plan' ? { role: 'subscribed', tier } : NOTHING,
      );
    }
  });

  test.each(['refunded', 'disputed'] as LastPayment[])(
    'nothing in any status once the payment is %s',
    (payment) => {
      for (const status of SUBSCRIPTION_STATUSES)
        expect(entitlementOf(status, 'premium', payment)).toEqual(NOTHING);
    },
  );
});

describe('the best of several entitlements', () => {
  const user: Entitlement = { role: 'user', tier: null };
  const basic: Entitlement = { role: 'subscribed', tier: 'basic' };
  const legacy: Entitlement = { role: 'subscribed', tier: null };
  const premium: Entitlement = { role: 'subscribed', tier: 'premium' };
  const admin: Entitlement = { role: 'admin', tier: null };

  test.each([
    ['no right at all', [], user],
    ['given nothing, paid basic', [user, basic], basic],
    ['given the beta, paid nothing', [legacy, user], legacy],
    ['given the beta, paid basic: nothing is taken', [legacy, basic], legacy],
    ['given the beta, paid premium', [legacy, premium], premium],
    ['given premium, paid basic', [premium, basic], premium],
    ['two subscriptions', [user, premium, basic], premium],
    ['an ended one beside a living one', [user, user, basic], basic],
    ['an admin who pays', [admin, premium], admin],
  ] as const)('%s', (_, entitlements, best) => {
    expect(bestOf(entitlements)).toEqual(best);
    expect(bestOf(entitlements.toReversed())).toEqual(best);
  });
});
