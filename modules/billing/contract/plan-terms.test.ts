import { describe, expect, test } from 'vitest';
import type { Role } from '../../web/contract/person.ts';
import { TIERS, type Tier } from '../../web/contract/tiers.ts';
import {
  featuresOf,
  givesPlan,
  isLiving,
  keptDaysOf,
  premiumFeatures,
  SUBSCRIPTION_STATUSES,
  shortestKeptDays,
  streamsOf,
} from './plan-terms.ts';
import { PLANS, type Plan, planOf, planOfPerson, purchaseRefusal, rankOf } from './plans.ts';

const NO_DAYS = { TRIAL_KEEP_DAYS: undefined, BASIC_KEEP_DAYS: undefined };
const SETTINGS = { TRIAL_STREAMS: 3, BASIC_STREAMS: 5, TRIAL_KEEP_DAYS: 10, BASIC_KEEP_DAYS: 100 };
const PREMIUM_OWNED = 'You already have a Premium subscription!';
const PREMIUM_LEFT = 'Please select Premium to upgrade your plan.';

interface Row {
  role: Role;
  tier: Tier | null;
  id: Plan['id'];
  label: string;
  status: 'Trial' | 'Active';
  streams: number | null;
  days: number | undefined;
  buys: Partial<Record<Tier, string | null>>;
}
const anything = { basic: null, premium: null };
const nothing = { basic: PREMIUM_OWNED, premium: PREMIUM_OWNED };
const unlimited = { status: 'Active', streams: null, days: undefined } as const;
const trial = {
  id: 'trial',
  label: 'Trial User',
  status: 'Trial',
  streams: 3,
  days: 10,
  buys: anything,
} as const;
const basic = { id: 'basic', label: 'Basic Subscriber', status: 'Active', streams: 5, days: 100 } as const;
const premium = { id: 'premium', label: 'Premium Subscriber', ...unlimited, buys: nothing } as const;
const admin = { id: 'admin', label: 'Administrator', ...unlimited, buys: anything } as const;

const PEOPLE: Row[] = [
  { role: 'user', tier: null, ...trial },
  { role: 'subscribed', tier: 'basic', ...basic, buys: { basic: PREMIUM_LEFT, premium: null } },
  { role: 'subscribed', tier: 'premium', ...premium },
  { role: 'subscribed', tier: null, ...premium },
  { role: 'admin', tier: null, ...admin },
  // The role decides: a leftover tier neither adds nor removes anything.
  { role: 'admin', tier: 'basic', ...admin },
  { role: 'user', tier: 'premium', ...trial },
];

test.each(PEOPLE)('$role with tier $tier has the plan $id', ({ role, tier, ...row }) => {
  const plan = planOf({ role, tier });
  expect(planOfPerson({ role, ...(tier && { subscription_tier: tier }) })).toBe(plan);
  expect({
    id: plan.id,
    label: plan.label(),
    status: plan.status(),
    streams: streamsOf(plan, SETTINGS),
    days: keptDaysOf(plan, SETTINGS),
    buys: { basic: purchaseRefusal(plan, 'basic'), premium: purchaseRefusal(plan, 'premium') },
  }).toEqual(row);
});

test('sold plans have the names and prices of the specification', () => {
  expect(TIERS.map((tier) => [tier, PLANS[tier].name, PLANS[tier].price])).toEqual([
    ['basic', 'Basic', '$5'],
    ['premium', 'Premium', '$30'],
  ]);
});

test('streams count in total or per period, and better plans rank higher', () => {
  expect(Object.values(PLANS).map(({ id, streams }) => [id, streams?.per])).toEqual([
    ['trial', 'account'],
    ['basic', 'period'],
    ['premium', undefined],
    ['admin', undefined],
  ]);
  const ranks = Object.values(PLANS).map(rankOf);
  expect(new Set(ranks).size).toBe(ranks.length);
  expect(ranks).toEqual(ranks.toSorted());
});

test('finds the shortest retention of the plans that have one', () => {
  expect(shortestKeptDays(SETTINGS)).toBe(10);
  expect(shortestKeptDays({ ...NO_DAYS, BASIC_KEEP_DAYS: 7 })).toBe(7);
  expect(shortestKeptDays(NO_DAYS)).toBeUndefined();
});

test('pages state each plan’s limits', () => {
  const usual = { TRIAL_STREAMS: 3, BASIC_STREAMS: 5, ...NO_DAYS };
  expect(premiumFeatures(usual).note).toBe(
    'Unlimited streams: with Premium. Everything else: with every plan.',
  );
  expect(premiumFeatures({ ...usual, TRIAL_KEEP_DAYS: 7 }).note).toBe(
    'Unlimited streams: with Premium. Permanent storage: with Basic and Premium. Everything else: with every plan.',
  );
  expect(premiumFeatures({ ...usual, BASIC_KEEP_DAYS: 7 }).note).toMatch(
    /^Unlimited streams and Permanent storage: with Premium\./,
  );
  expect(featuresOf('basic', { ...usual, BASIC_KEEP_DAYS: 7 }, 5)).toEqual([
    '5 AI video streams per month',
    '5 minutes per stream',
    'Voice commands',
    'Custom AI instructions',
    'Dreams kept for 7 days',
    'Cancel anytime',
  ]);
  expect(featuresOf('premium', { ...usual, BASIC_KEEP_DAYS: 7 }, 5)).toContain('Permanent storage');
});

describe('a subscription with status', () => {
  test.each([
    ['trialing', true, true],
    ['active', true, true],
    ['past_due', true, true],
    ['unpaid', false, true],
    ['paused', false, true],
    ['canceled', false, false],
    ['incomplete', false, false],
    ['incomplete_expired', false, false],
  ] as const)('%s gives its plan: %s, is living: %s', (status, gives, living) => {
    expect(SUBSCRIPTION_STATUSES).toContain(status);
    expect([givesPlan(status), isLiving(status)]).toEqual([gives, living]);
  });
});
