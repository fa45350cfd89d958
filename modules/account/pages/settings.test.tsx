import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ConfirmDialog } from '../../auth/pages/confirm.tsx';
import { premiumFeatures } from '../../billing/contract/plan-terms.ts';
import { PLANS, planOfPerson } from '../../billing/contract/plans.ts';
import type { BillingConfig } from '../../billing/contract/settings.ts';
import type { AccessAnswer } from '../../stream/contract/schemas.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { perTier } from '../../web/contract/tiers.ts';
import { renderWithIslands } from '../../web/island.tsx';
import { SettingsPage, SignedOutSettings } from './settings.tsx';
import { TierPanel } from './tier-panel.tsx';
import { Usage } from './usage.tsx';

const ada: SessionUser = { id: 'p', name: 'Ada', email: 'ada@example.com', picture: null, role: 'user' };
const people = {
  admin: { ...ada, role: 'admin' },
  premium: { ...ada, role: 'subscribed', subscription_tier: 'premium' },
  basic: { ...ada, role: 'subscribed', subscription_tier: 'basic' },
  legacy: { ...ada, role: 'subscribed' },
  trial: ada,
} as const satisfies Record<string, SessionUser>;

/** The page's visible text. */
const textOf = (html: string) =>
  html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

test.each([
  ['admin', 'Administrator', 'Active'],
  ['premium', 'Premium Subscriber', 'Active'],
  ['basic', 'Basic Subscriber', 'Active'],
  ['legacy', 'Premium Subscriber', 'Active'],
  ['trial', 'Trial User', 'Trial'],
] as const)('%s is called %s and is %s', (kind, label, status) => {
  const plan = planOfPerson(people[kind]);
  expect([plan.label(), plan.status()]).toEqual([label, status]);
});

describe('usage', () => {
  const access: AccessAnswer = {
    canStream: true,
    isTrial: true,
    isBasic: false,
    used: 0,
    limit: 3,
    remainingTrials: 3,
    periodEnd: null,
  };
  const usage = (person: SessionUser, more: Partial<AccessAnswer> | null) =>
    renderToStaticMarkup(<Usage person={person} access={more && { ...access, ...more }} sellsPlans />);

  test('of a trial shows what is left, never below zero, and warns at the last stream', () => {
    expect(textOf(usage(people.trial, { used: 1, remainingTrials: 2 }))).toContain(
      '2 trial streams remaining',
    );
    const last = usage(people.trial, { used: 2, remainingTrials: 1 });
    expect(textOf(last)).toContain('1 trial stream remaining');
    expect(last).toContain('data-warn="true"');
    const none = usage(people.trial, { used: 4, remainingTrials: -1 });
    expect(textOf(none)).toContain('Trial streams used up. Subscribe to continue!');
    expect(none).toContain('max="3" value="3"');
  });

  test('of a basic plan shows how much is used and when it resets', () => {
    const basic = { isTrial: false, isBasic: true, used: 2, limit: 5, remainingTrials: null };
    const text = textOf(usage(people.basic, { ...basic, periodEnd: '2026-03-31T00:00:00' }));
    expect(text).toContain('Monthly streams 2/5');
    expect(text).toContain('Resets Mar 31, 2026');
    expect(textOf(usage(people.basic, basic))).not.toContain('Resets');
  });

  test('of everyone else has no limit; without readable usage there is no bar', () => {
    for (const kind of ['admin', 'premium', 'legacy'] as const)
      expect(usage(people[kind], null)).toContain('Unlimited');
    expect(usage(people.trial, null)).toBe('');
    expect(usage(people.trial, { limit: null, remainingTrials: null })).toContain('Unlimited');
  });
});

const sold = {
  prices: perTier((tier) => PLANS[tier].price),
  features: premiumFeatures({ TRIAL_STREAMS: 3, BASIC_STREAMS: 5 } as BillingConfig),
};

describe('the tier panel', () => {
  const panel = (kind: keyof typeof people) =>
    renderToStaticMarkup(<TierPanel person={people[kind]} sellsPlans {...sold} />);

  test('offers plans on trial', () => {
    const html = panel('trial');
    for (const text of [
      'Get Full Access',
      'Starting at $5 per month',
      'Voice commands Unlimited streams Fast generation Custom AI instructions HD video Permanent storage',
      'Unlimited streams: with Premium. Everything else: with every plan.',
      'View Plans',
      'Cancel anytime • No commitment',
    ])
      expect(textOf(html)).toContain(text);
    expect(html).toContain('href="/checkout"');
    expect(html).not.toContain('Manage Billing');
  });

  test('offers premium to basic subscribers', () => {
    const html = panel('basic');
    for (const text of [
      'Upgrade to Premium',
      '$30 per month',
      'Upgrade Now',
      'Manage Billing',
      'Cancel anytime • Keep your current billing date',
    ])
      expect(textOf(html)).toContain(text);
    expect(html).toContain('href="/checkout"');
  });

  test.each(['premium', 'legacy'] as const)('manages the subscription of %s', (kind) => {
    const text = textOf(panel(kind));
    expect(text).toContain('Subscription Management');
    expect(text).toContain('Manage Billing');
    expect(text).toMatch(/invoices.*pay.*cancel/);
  });

  test('tells admins that they have full access', () => {
    const text = textOf(panel('admin'));
    expect(text).toContain('Subscription Management');
    expect(text).toContain('You have administrator access to all features.');
    expect(text).not.toContain('Manage Billing');
  });
});

describe('the page', () => {
  const settings = async (more: object = {}) =>
    (
      await renderWithIslands(
        <SettingsPage
          person={ada}
          access={null}
          sellsPlans
          {...sold}
          supportEmail="help@example.com"
          communityUrl="https://chat.example.com"
          sessions={[
            { id: 's1', device: 'Firefox on Linux', lastUsed: '2026-03-31T08:00:00.000Z', current: true },
            { id: 's2', device: 'Safari on iPhone', lastUsed: '2026-03-30T08:00:00.000Z', current: false },
          ]}
          ways={[{ name: 'E-mail link', email: ada.email }]}
          connectable={null}
          wantsNews={false}
          done={null}
          faults={{}}
          sharesNew={true}
          erasedOn={null}
          graceDays={14}
          confirmDialog={
            <ConfirmDialog email={ada.email} providerName={null} hasPasskey={false} next="/settings" />
          }
          resume={null}
          passkeys={null}
          passkeysWork={true}
          tokens={[]}
          now={0}
          deviceName="Firefox on Linux"
          {...more}
        />,
      )
    ).html;

  test('has no links to plans or the billing portal if no plans are sold', async () => {
    for (const kind of ['trial', 'basic', 'premium', 'legacy'] as const) {
      const html = await settings({ person: people[kind], sellsPlans: false });
      expect(html).not.toContain('/checkout');
      expect(html).not.toContain('Manage Billing');
    }
  });

  test('has the cards, the sessions with their last use, and no button to end the current one', async () => {
    const html = await settings();
    for (const text of [
      'Account Settings',
      'Account Status',
      'Contact Us',
      'Safari on iPhone Last used Mar 30, 2026',
      'Firefox on Linux This device',
      'Download my data',
      'Delete my account',
    ])
      expect(textOf(html)).toContain(text);
    expect(html).toContain('href="mailto:help@example.com"');
    expect(html).toContain('href="https://chat.example.com"');
    expect(html).not.toContain('value="s1"');
  });

  test('of a closed account says when it will be erased and how to keep it', async () => {
    const text = textOf(await settings({ erasedOn: 'April 14, 2026' }));
    expect(text).toContain('deleted on April 14, 2026');
    expect(text).toContain('Keep my account');
    expect(text).not.toContain('Type ada@example.com');
  });

  test('asks signed-out visitors to sign in', () => {
    expect(renderToStaticMarkup(<SignedOutSettings />)).toMatch(/href="\/"[^>]*>Sign In</);
  });
});
