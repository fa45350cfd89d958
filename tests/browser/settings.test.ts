import { eq } from 'drizzle-orm';
import { expect, type Page } from 'playwright/test';
import type { User } from '../../modules/auth/queries/people.ts';
import { loginSessions } from '../../modules/auth/tables.ts';
import { readOutbox } from '../outbox.ts';
import { openPeople, type Plan } from '../people.ts';
import { SELLING } from '../selling.ts';
import { type RunningServer, startServer } from '../server.ts';
import { faultsOf } from './axe.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', ...SELLING, SUPPORT_EMAIL: 'help@example.com' } });
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
});

async function openSettings(page: Page, plan: Plan): Promise<User> {
  const user = await people.create(plan);
  await page.context().addCookies([await people.cookie(user, server.url)]);
  await page.goto(`${server.url}/settings`);
  return user;
}

test.describe('usage', () => {
  const trial = {
    canStream: true,
    isTrial: true,
    isBasic: false,
    used: 0,
    limit: 3,
    remainingTrials: 3,
    periodEnd: null,
  };

  test('is refreshed in the open page, and stays correct', async ({ page }) => {
    await page.route('**/api/stream/check-access', (route) =>
      route.fulfill({ json: { ...trial, canStream: false, used: 3, remainingTrials: 0 } }),
    );
    await openSettings(page, 'trial');
    await expect(page.getByText('Trial streams used up. Subscribe to continue!')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Streams used' })).toHaveAttribute('value', '3');
  });

  test('that fails to load is logged and shows nothing wrong', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/stream/check-access', (route) => route.abort());
    await openSettings(page, 'basic');
    await expect.poll(() => logged.join()).toContain('The usage could not be read.');
    await expect(page.getByText('0/5')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('is never requested without a limit', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('check-access')) asked.push(request.url());
    });
    for (const plan of ['premium', 'admin'] as const) {
      await openSettings(page, plan);
      await expect(page.getByText('Unlimited streams').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(asked).toEqual([]);
  });
});

test.describe('the billing portal', () => {
  test('that fails says so', async ({ page }) => {
    await openSettings(page, 'premium');
    const manage = page.getByRole('button', { name: 'Manage Billing' });
    const alert = page.getByRole('alertdialog');
    for (const [answer, message] of [
      [{ status: 500, json: { error: 'No customer' } }, 'No customer'],
      [{ status: 502, body: 'bad gateway' }, 'HTTP error! status: 502'],
      [{ status: 200, json: {} }, 'No portal URL received'],
    ] as const) {
      await page.route('**/api/stripe/create-portal-session', (route) => route.fulfill(answer));
      await manage.click();
      await expect(alert).toContainText(`Unable to access billing portal: ${message}. Please try again.`);
      await page.keyboard.press('Escape');
      await expect(alert).toBeHidden();
      await expect(manage).toBeFocused();
      await page.unroute('**/api/stripe/create-portal-session');
    }
  });

  test('opens in the browser', async ({ page }) => {
    await page.route('**/api/stripe/create-portal-session', (route) =>
      route.fulfill({ json: { url: `${server.url}/terms` } }),
    );
    await openSettings(page, 'basic');
    await page.getByRole('button', { name: 'Manage Billing' }).click();
    await page.waitForURL('**/terms');
  });
});

test('data is downloaded as a file; another device is signed out, then all of them', async ({ page }) => {
  const user = await people.create('trial');
  await people.cookie(user, server.url);
  await page.context().addCookies([await people.cookie(user, server.url)]);
  await page.goto(`${server.url}/settings`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^reverie-data-\d{4}-\d\d-\d\d\.zip$/);

  const sessions = page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
  await expect(sessions).toHaveCount(2);
  await sessions.getByRole('button').click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This device');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a person who signed in long ago confirms by mail and returns to the same action', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await openSettings(page, 'trial');
  await people.db.orm.update(loginSessions).set({ provenAt: 0 }).where(eq(loginSessions.userId, user.id));
  await page.locator('summary', { hasText: 'Delete my account' }).click();
  await page.getByLabel(/Type .* to confirm/).fill(user.email);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Is this you?' });
  await expect(dialog).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByLabel(/Type .* to confirm/).press('Enter');
  await dialog.getByRole('button', { name: `Send a link to ${user.email}` }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();

  const mail = (await readOutbox(server.dataDir)).find((one) => one.includes(`To: ${user.email}`)) ?? '';
  await page.goto(mail.match(/http\S+token=\S+/)?.[0] ?? '');
  await page.getByRole('button', { name: 'Yes, it’s me' }).press('Enter');
  await page.waitForURL('**/settings?resume=close');
  await expect(page.getByLabel(/Type .* to confirm/)).toBeFocused();
  await page.keyboard.type(user.email);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/`);
});

test('an account is deleted by keyboard only, after typing its email', async ({ page }) => {
  const user = await openSettings(page, 'trial');
  await page.locator('summary', { hasText: 'Delete my account' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(/Type .* to confirm/)).toBeFocused();
  await page.keyboard.type('not me');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(`Type ${user.email} to confirm.`);
  await page.getByLabel(/Type .* to confirm/).fill(user.email);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();

  await page.context().addCookies([await people.cookie(user, server.url)]);
  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('This account is closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('This account is closed.')).toBeHidden();
});
