import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { startMailServer } from '../mail-server.ts';
import type { RunningServer } from '../server.ts';
import { NOW, signInAsAdmin, startSeededServer } from './seeded-server.ts';

test.use({ timezoneId: 'Europe/Berlin', locale: 'en-US' });

let server: RunningServer;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let page: Page;
test.beforeAll(async ({ browser }) => {
  mails = await startMailServer();
  server = await startSeededServer({ SMTP_URL: mails.url });
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  page = await context.newPage();
  await signInAsAdmin(page, server);
  await page.clock.setFixedTime(new Date(NOW));
});
test.afterAll(async () => {
  await server.dispose();
  await mails.stop();
});

const open = (search: string) => page.goto(`${server.url}/admin${search}`);
const alertText = () => page.getByRole('alertdialog');
const agree = () => alertText().getByRole('button', { name: 'OK' }).click();

test('views are addresses: a missing one is replaced, a wrong one shows the summary, back goes back', async () => {
  await open('');
  expect(page.url()).toBe(`${server.url}/admin?view=summary`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(page).toHaveURL(/view=sessions$/);
  await expect(page.getByRole('heading', { name: 'Sessions (1500)' })).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'User Management (121)' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Sessions/ })).toBeVisible();
  await open('?view=nonsense');
  await expect(page.getByRole('heading', { name: 'User Growth' })).toBeVisible();
});

test('sessions are filtered by form and by address, page by page', async () => {
  await open('?view=sessions&jobStatus=FAILED&sessionAfter=2026-01-10T08:30&minServerFps=10&limit=12');
  await expect(page.getByLabel('Job Status')).toHaveValue('FAILED');
  await expect(page.getByLabel('From')).toHaveValue('2026-01-10T08:30');
  await expect(page.getByLabel('Min server FPS')).toHaveValue('10');
  await expect(page.locator('.session-card').first()).toContainText('FAILED');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2&limit=12$/);
  await expect(page.getByText(/^Showing 13-24 of \d+ sessions$/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1-12 of/)).toBeVisible();

  const asked = page.waitForRequest('**/api/admin/session-data');
  await page.getByLabel('Worker ID').fill('GPU-AMS');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  expect((await asked).postDataJSON()).toEqual({
    action: 'getAllSessions',
    page: 1,
    limit: 12,
    jobStatus: 'FAILED',
    workerId: 'GPU-AMS',
    // Half past eight in Berlin
    sessionAfter: '2026-01-10T07:30:00.000',
    minServerFps: 10,
  });
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\?view=sessions&limit=12$/);
  await page.getByLabel('RunPod Job ID').fill('nothing like this');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('No sessions found matching your criteria.')).toBeVisible();
});

test('a role is changed after a yes, and the list goes back to its first page of 20', async () => {
  await open('?view=users');
  await page.getByLabel('Items per page').selectOption('50');
  await expect(page.getByText('Showing 1-50 of 121 users')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '@example.com' }).filter({ hasText: 'user' }).first();
  const name = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  await row.getByRole('combobox').selectOption('Subscribed');
  await expect(alertText()).toContainText(`Change ${name}'s role from User to Subscribed?`);
  await agree();
  await expect(page.getByText('Showing 1-20 of 121 users')).toBeVisible();
  await expect(page.getByLabel('Items per page')).toHaveValue('20');
  const own = page.getByRole('row').filter({ hasText: 'admin@localhost' });
  await page.getByPlaceholder('Search by email...').fill('admin@local');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await own.getByRole('combobox').selectOption('User');
  await agree();
  await expect(alertText()).toContainText('Failed to update user role');
  await agree();
  await expect(own.getByRole('combobox')).toHaveValue('admin');
});

test('mail goes to the chosen, by name, and its results say who was not reached', async () => {
  await open('?view=users');
  const boxes = page.getByRole('row').filter({ hasText: '@example.com' });
  await expect(boxes.first()).toBeVisible();
  const emails = await boxes.locator('td:nth-child(4)').allTextContents();
  mails.refused.add(emails[1] ?? '');
  await boxes.nth(0).getByRole('checkbox').check();
  await boxes.nth(1).getByRole('checkbox').check();
  await expect(page.getByText('2 user(s) selected')).toBeVisible();
  await page.getByRole('button', { name: 'Send Bulk Email' }).click();
  const modal = page.getByRole('dialog', { name: 'Send Email to 2 Users' });
  await expect(modal.getByText('Each user will receive a separate, personalized email.')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Send 2 Emails' })).toBeDisabled();
  await modal.getByRole('button', { name: 'Solicit Feedback' }).click();
  await modal.getByRole('button', { name: 'Send 2 Emails' }).click();
  const results = page.getByRole('dialog', { name: 'Email Results' });
  await expect(results.getByText('Successful: 1')).toBeVisible();
  await expect(results.getByText('Failed: 1')).toBeVisible();
  await expect(results).toContainText(`${emails[1]}: `);
  expect(mails.lastTo(emails[0] ?? '')?.raw).not.toContain('{name}');
  await results.getByRole('button', { name: 'Send Another Email' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByText('user(s) selected')).toBeHidden();
});

test('the summary shows its period, and sessions chosen in the scatter are exported', async () => {
  await open('?view=summary');
  await expect(page.getByText('Showing: Mar 25, 2026 - Mar 31, 2026')).toBeVisible();
  await expect(page.getByText('Subscription Rate')).toBeVisible();
  await page.getByLabel('Start date').fill('2026-03-28');
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('custom');
  await expect(page.getByText('Showing: Mar 25, 2026 - Mar 31, 2026')).toBeVisible();
  await page.getByLabel('End date').fill('2026-03-30');
  await expect(page.getByText('Showing: Mar 28, 2026 - Mar 30, 2026')).toBeVisible();
  // The clocks went forward on the 29th: its day has 23 hours, and is still one of three bars.
  const bars = page.getByRole('table', { name: 'Sessions by status' }).getByRole('rowheader');
  await expect(bars).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 Days');
  await expect(bars).toHaveText(['Jan', 'Feb', 'Mar']);

  const plot = page.locator('.fps-chart .u-over');
  await plot.scrollIntoViewIfNeeded();
  const { width } = (await plot.boundingBox()) ?? { width: 0 };
  await plot.click({ position: { x: width * 0.8, y: 24 } });
  await expect(page.getByRole('heading', { name: 'FPS Performance (1 selected)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Selected Sessions (1)' })).toBeVisible();
  const first = page.locator('.copy-cell').first();
  await first.click();
  await expect(first).toHaveText('Copied!');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('fps_sessions_2026-03-31.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByRole('heading', { name: /^Selected Sessions/ })).toBeHidden();
});
