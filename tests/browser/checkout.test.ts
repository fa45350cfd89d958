import { expect, type Page } from 'playwright/test';
import { openPeople, type Plan } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { deliverTo } from '../stripe-peer/deliver-to.ts';
import { type StripePeer, startStripePeer } from '../stripe-peer/peer.ts';
import { faultsOf, setScheme } from './axe.ts';
import { backOnline } from './back-online.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let peer: StripePeer;
let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  peer = await startStripePeer({ faults: { dropped: 0, repeated: 0.5 } });
  server = await startServer({ env: { WORKERS: 'fleet', ...peer.env } });
  deliverTo(peer, server.url);
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
  await peer.stop();
});

const CALL = '**/api/stripe/create-checkout-session';

async function signIn(page: Page, plan: Plan) {
  const user = await people.create(plan);
  await page.context().addCookies([await people.cookie(user, server.url)]);
  return user;
}
async function openCheckout(page: Page): Promise<void> {
  await page.goto(`${server.url}/checkout`);
  await hydrated(page, 'checkout');
}
const name = (page: Page) => page.getByRole('textbox', { name: 'Billing Name' });
const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree to the/ });
const payButton = (page: Page) =>
  page.getByRole('button', { name: /Continue to Payment|Upgrade to Premium/ });
const fault = (page: Page) => page.locator('.checkout-fault');
const alerted = (page: Page) => page.getByRole('alertdialog');

/** Fills in and submits the form. */
async function order(page: Page, plan: 'Basic' | 'Premium' | null): Promise<void> {
  if (plan) await page.getByRole('radio', { name: plan }).check();
  await name(page).fill('Ada Lovelace');
  await agree(page).check();
  await payButton(page).click();
}

test('an admin can see the plans, but not buy one', async ({ page }) => {
  await signIn(page, 'admin');
  await openCheckout(page);
  await expect(page.getByText('You have administrator access to all features.')).toBeVisible();
  await name(page).fill('Root');
  await agree(page).check();
  await expect(payButton(page)).toBeDisabled();
});

test('a plan is chosen by keyboard, paid for and active immediately', async ({ page }) => {
  await signIn(page, 'trial');
  await page.goto(`${server.url}/settings`);
  await page.getByRole('link', { name: 'View Plans' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await hydrated(page, 'checkout');
  const basic = page.getByRole('radio', { name: 'Basic' });
  await expect(basic).toBeChecked();
  await expect(page.locator('.plan', { has: basic })).toContainText(
    /\$5 per month5 AI video streams per month5 minutes per stream/,
  );
  await expect(page.locator('.plan').last()).toContainText(
    /\$30 per monthUnlimited streams5 minutes per stream/,
  );

  // An incomplete form can't be submitted.
  await expect(name(page)).toHaveAttribute('placeholder', 'Name for billing and receipts');
  await expect(payButton(page)).toBeDisabled();
  await agree(page).check();
  await expect(payButton(page)).toBeDisabled();
  await name(page).fill('   ');
  await expect(payButton(page)).toBeDisabled();
  await name(page).fill('Ada Lovelace');
  await expect(payButton(page)).toBeEnabled();
  await agree(page).uncheck();
  await expect(payButton(page)).toBeDisabled();

  await basic.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Premium' })).toBeChecked();
  // The legal texts close with Escape, with a click outside and with their button.
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    const link = page.locator('.checkout').getByRole('link', { name: title });
    const dialog = page.getByRole('dialog', { name: title });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(dialog.getByText('September 12, 2025')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await link.click();
    await dialog.getByText('September 12, 2025').click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(agree(page)).not.toBeChecked();
  await agree(page).focus();
  await page.keyboard.press('Space');
  const sent = page.waitForRequest(CALL);
  await name(page).press('Enter');
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({
    customerInfo: { fullName: 'Ada Lovelace' },
    plan: 'premium',
    isUpgrade: false,
  });
  expect(typeof body.userId).toBe('string');

  await page.getByRole('button', { name: 'Card declines' }).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible();
  await expect(page.getByText('Welcome to Premium, Ada. Your subscription is now active.')).toBeVisible();
  await expect(page.getByText('Redirecting you in 3 seconds...')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home Now' })).toHaveAttribute('href', '/');
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back, Ada.');

  // An existing plan is managed in the portal.
  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('Premium Subscriber')).toBeVisible();
  await page.getByRole('button', { name: 'Manage Billing' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(`${server.url}/settings`);
  // Stripe reports it later, and the open page updates on its next focus.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('Trial User')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a cancelled payment leads back, and the form can be used again', async ({ page }) => {
  await signIn(page, 'trial');
  await openCheckout(page);
  await order(page, 'Basic');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(`${server.url}/cancel`);
  await expect(page.getByRole('heading', { name: 'Subscription Cancelled' })).toBeVisible();
  await expect(page.getByText('Your subscription was not completed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dreamboard' })).toHaveAttribute('href', '/dreamboard');
  await page.getByRole('link', { name: 'Complete Subscription' }).click();
  await page.waitForURL(`${server.url}/checkout`);
  await hydrated(page, 'checkout');
  // The browser's back button works, too.
  await order(page, 'Premium');
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByText('Loading...')).toBeHidden();
  // Text restored by the browser counts as typed.
  await expect(name(page)).toHaveValue('Ada Lovelace');
  await expect(agree(page)).toBeChecked();
  await expect(payButton(page)).toBeEnabled();

  await page.goto(`${server.url}/success`);
  await expect(page.getByText('There is no active subscription on your account')).toBeVisible();
  await page.goto(`${server.url}/success?session_id=cs_test_of_somebody_else`);
  await expect(page.getByText('There is no active subscription on your account')).toBeVisible();
});

test('basic becomes premium in place', async ({ page }) => {
  await signIn(page, 'trial');
  await openCheckout(page);
  await order(page, 'Basic');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Welcome to Basic, Ada. Your subscription is now active.')).toBeVisible();
  await page.goto(`${server.url}/settings`);
  await page.getByRole('link', { name: 'Upgrade Now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade Your Plan');
  await hydrated(page, 'checkout');
  await expect(
    page.getByText("Your new plan will start immediately and you'll be charged the difference."),
  ).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Basic' })).toBeDisabled();
  await expect(page.locator('.plan').first()).toContainText('Current Plan');
  await expect(page.getByRole('radio', { name: 'Premium' })).toBeChecked();
  await expect(page.locator('.plan').last()).toContainText('UPGRADE');
  const sent = page.waitForRequest(CALL);
  await order(page, null);
  expect((await sent).postDataJSON()).toMatchObject({
    plan: 'premium',
    currentTier: 'basic',
    isUpgrade: true,
  });
  await page.waitForURL('**/success');
  await expect(page.getByText('Welcome to Premium, Ada. Your subscription is now active.')).toBeVisible();
});

test('a person who already has more is told so, and can’t buy anything', async ({ page }) => {
  const changed = (plan: string) => `Nothing was charged. Your plan hasn’t changed: ${plan}.`;
  const billing = page.getByRole('button', { name: 'Manage Billing' });
  const viewPlans = page.getByRole('link', { name: 'View Plans' });

  // The beta is a subscription without a tier, like those from before tiers existed.
  await signIn(page, 'legacy');
  await page.goto(`${server.url}/settings`);
  await expect(
    page.getByText('Your account includes everything in Premium. If you’re paying for it,'),
  ).toBeVisible();
  await billing.click();
  await expect(alerted(page)).toContainText(
    /^Unable to access billing portal: .*[^.]\. Please try again\.OK$/,
  );
  await alerted(page).getByRole('button', { name: 'OK' }).click();
  await page.goto(`${server.url}/success`);
  await expect(page.getByText(changed('Premium Subscriber'))).toBeVisible();
  await expect(viewPlans).toHaveCount(0);

  await signIn(page, 'admin');
  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('You have administrator access to all features.')).toBeVisible();
  await expect(billing).toHaveCount(0);
  await page.goto(`${server.url}/success`);
  await expect(page.getByText(changed('Administrator'))).toBeVisible();
  await expect(viewPlans).toHaveCount(0);

  await signIn(page, 'basic');
  await page.goto(`${server.url}/success`);
  await expect(page.getByText(changed('Basic Subscriber'))).toBeVisible();
  await expect(viewPlans).toBeVisible();

  // An admin gains nothing by paying and is thanked without a plan's name.
  const paying = await signIn(page, 'trial');
  await openCheckout(page);
  await order(page, 'Basic');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(`${server.url}/success?*`);
  await expect(page.getByText('Welcome to Basic, Ada. Your subscription is now active.')).toBeVisible();
  await people.setPlan(paying, 'admin');
  await page.goto(`${server.url}/success`);
  await expect(page.getByText('Welcome, Ada. Your subscription is now active.')).toBeVisible();
});

test('errors appear in the form, and nothing typed is lost', async ({ page }) => {
  const user = await signIn(page, 'trial');
  await openCheckout(page);
  for (const [answer, words] of [
    [{ status: 402, json: { error: 'Your card was declined.' } }, 'Error: Your card was declined.'],
    [{ status: 500, body: 'no JSON' }, 'Error: Server error: 500'],
    [{ status: 200, json: { sessionId: 'cs_1' } }, 'Error: No checkout URL received from server'],
    [
      { status: 409, json: { error: 'Other plan.', hasActiveSubscription: true, currentTier: 'premium' } },
      'Error: Other plan.',
    ],
  ] as const) {
    await page.route(CALL, (route) => route.fulfill(answer));
    await order(page, 'Basic');
    await expect(fault(page)).toHaveText(words);
    await page.unroute(CALL);
  }
  await page.context().setOffline(true);
  await payButton(page).click();
  await expect(fault(page)).toContainText('The server could not be reached.');
  await backOnline(page);
  await expect(name(page)).toHaveValue('Ada Lovelace');

  await page.route(CALL, (route) =>
    route.fulfill({ status: 409, json: { error: 'x', hasActiveSubscription: true, currentTier: 'basic' } }),
  );
  await payButton(page).click();
  await expect(alerted(page)).toContainText('You already have an active basic subscription!');
  const reloaded = page.waitForEvent('load');
  await alerted(page).getByRole('button', { name: 'OK' }).click();
  await reloaded;
  await page.unroute(CALL);

  // The plan changed in another tab while this page was open.
  await hydrated(page, 'checkout');
  await name(page).fill('Ada Lovelace');
  await agree(page).check();
  await people.setPlan(user, 'premium');
  const read = page.waitForResponse('**/api/session');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await read;
  await expect(async () => {
    await payButton(page).click({ timeout: 1000 });
    await expect(alerted(page)).toContainText('You already have a Premium subscription!', { timeout: 1000 });
  }).toPass();
});

test('shows Stripe’s prices and the plans’ real features', async ({ page }) => {
  const dear = await startStripePeer({ faults: { dropped: 0, repeated: 0 }, cents: [700, 4250] });
  const box = await startServer({ env: { WORKERS: 'fleet', ...dear.env, BASIC_KEEP_DAYS: '30' } });
  const buyers = await openPeople(box.dataDir);
  try {
    await page.context().addCookies([await buyers.cookie(await buyers.create('trial'), box.url)]);
    await page.goto(`${box.url}/checkout`);
    const plan = (title: string) =>
      page.locator('.plan').filter({ has: page.getByRole('radio', { name: title }) });
    await expect(plan('Basic')).toContainText('$7');
    await expect(plan('Premium')).toContainText('$42.50');
    await expect(page.locator('main')).not.toContainText('$30');
    await expect(plan('Basic')).toContainText('Dreams kept for 30 days');
    await expect(plan('Premium')).toContainText('Permanent storage');
    await page.goto(`${box.url}/settings`);
    await expect(page.locator('main')).toContainText(
      'Unlimited streams and Permanent storage: with Premium.',
    );
  } finally {
    await buyers.close();
    await box.dispose();
    await dear.stop();
  }
});

test('the form also works without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'trial');
  await page.goto(`${server.url}/checkout`);
  await page.getByRole('radio', { name: 'Premium' }).check();
  await name(page).fill('   ');
  await agree(page).check();
  await payButton(page).click();
  await expect(fault(page)).toContainText('Error: Please enter a');
  await expect(page.getByRole('radio', { name: 'Premium' })).toBeChecked();
  await name(page).fill('Ada Lovelace');
  await agree(page).check();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible();
  await context.close();
});

test('waits for a late confirmation', async ({ page }) => {
  await signIn(page, 'trial');
  await openCheckout(page);
  await order(page, 'Basic');
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  peer.interfere(async (request) =>
    request.method === 'GET' && request.url.includes('/v1/')
      ? Response.json({ error: { type: 'api_error', message: 'later' } }, { status: 500 })
      : null,
  );
  try {
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Confirming Your Payment' })).toBeVisible();
  } finally {
    peer.interfere(null);
  }
  await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible();
});

test('is accessible in light at 390 px and in dark at 1440 px', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  const sound = async (state: string) => {
    for (const [theme, width] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await setScheme(page, theme);
      expect(await faultsOf(page), `${state}, ${theme}, ${width} px`).toEqual([]);
    }
  };
  await page.goto(`${server.url}/checkout`);
  await sound('signed out');
  await signIn(page, 'basic');
  await openCheckout(page);
  await page.route(CALL, (route) => route.fulfill({ status: 402, json: { error: 'Declined.' } }));
  await order(page, null);
  await expect(fault(page)).toContainText('Declined.');
  await sound('an upgrade that failed');
  await page.locator('.checkout').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  await sound('the terms');
  for (const path of ['/cancel', '/success']) {
    await page.goto(server.url + path);
    await sound(path);
  }
  await context.close();
});
