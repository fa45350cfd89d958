import { expect, type Page } from 'playwright/test';
import { startMailServer } from '../mail-server.ts';
import type { RunningServer } from '../server.ts';
import { watchCanvases } from './drawn.ts';
import { hydrated } from './hydrated.ts';
import { NOW, signInAsAdmin, startSeededServer } from './seeded-server.ts';
import { test } from './shared-page.ts';

test.use({ timezoneId: 'Europe/Berlin', locale: 'en-US' });

let server: RunningServer;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let page: Page;
test.beforeAll(async ({ browser }) => {
  mails = await startMailServer();
  server = await startSeededServer({ SMTP_URL: mails.url });
  const context = await browser.newContext({
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  page = await context.newPage();
  await signInAsAdmin(page, server);
  await page.clock.setFixedTime(new Date(NOW));
  await watchCanvases(page);
});
test.afterAll(async () => {
  await page.context().close();
  await server.dispose();
  await mails.stop();
});

const open = (search: string) => page.goto(`${server.url}/admin${search}`);
const alertText = () => page.getByRole('alertdialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const agree = () => alertText().getByRole('button', { name: 'OK' }).click();

test('views have URLs: a missing one is replaced, a wrong one shows the summary, Back goes back', async () => {
  await open('');
  expect(page.url()).toBe(`${server.url}/admin?view=summary`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(page).toHaveURL(/view=sessions$/);
  await expect(page.getByRole('heading', { name: 'Sessions (1,500)' })).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'User Management (121)' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Sessions/ })).toBeVisible();
  await open('?view=nonsense');
  await expect(page.getByRole('heading', { name: 'User Growth' })).toBeVisible();
});

test('a view is restored after leaving it, also after a reload', async () => {
  const view = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await open('?view=summary');
  await hydrated(page, 'admin');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 Days');
  await expect(page).toHaveURL(/view=summary&period=30d$/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('30d');
  await expect(page.getByText('Showing: Mar 2, 2026 - Mar 31, 2026')).toBeVisible();

  await view('Users');
  await page.getByPlaceholder('Search by email...').fill(' @example.com ');
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('user');
  await button('Apply Filters').click();
  await page.getByLabel('Items per page').selectOption('10');
  await button('Next').click();
  const place = /view=users&email=%40example\.com&role=user&page=2&limit=10$/;
  await expect(page).toHaveURL(place);
  await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
  await view('Sessions');
  await page.getByLabel('Job Status').selectOption('Failed');
  await button('Apply Filters').click();
  await expect(page).toHaveURL(/jobStatus=FAILED/);
  await page.reload();
  await expect(page.getByLabel('Job Status')).toHaveValue('FAILED');
  await view('Users');
  await expect(page).toHaveURL(place);
  await expect(page.getByPlaceholder('Search by email...')).toHaveValue('@example.com');
  await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
  await view('Summary');
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('30d');
  await page.goBack();
  await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
  await view('Sessions');
  await expect(page.getByLabel('Job Status')).toHaveValue('FAILED');

  await open('?view=audit&kind=limited&person=%20nobody%20&limit=50');
  await expect(page.getByLabel('Kind')).toHaveValue('limited');
  await expect(page.getByRole('searchbox', { name: 'Person' })).toHaveValue('nobody');
  await expect(page.getByLabel('Items per page')).toHaveValue('50');
});

test('an impossible URL leads to what exists', async () => {
  await open('?view=sessions&page=9999&jobStatus=LOST');
  await expect(page).toHaveURL(/view=sessions&page=75$/);
  await expect(page.getByText('Showing 1,481-1,500 of 1,500 sessions')).toBeVisible();
  await expect(page.getByLabel('Job Status')).toHaveValue('');
  await open('?view=users&page=9999&role=emperor');
  await expect(page).toHaveURL(/view=users&page=7$/);
  await expect(page.getByText('Showing 121-121 of 121 users')).toBeVisible();

  await open('?view=sessions&limit=12');
  const id = (await page.locator('.session-card code').first().textContent()) ?? '';
  const job = await page.evaluate(async () => {
    const body = JSON.stringify({ action: 'getAllSessions', limit: 1 });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/admin/session-data', { method: 'POST', headers, body });
    return (await answer.json()).sessions[0].rp_job_id as string;
  });
  await page.getByLabel('RunPod Job ID').fill(`  ${job}\t`);
  await button('Apply Filters').click();
  await expect(page.getByRole('heading', { name: 'Sessions (1)' })).toBeVisible();
  await expect(page.locator('.session-card code').first()).toHaveText(id);
});

test('a link is closed from the mail about its report, and reopened by keyboard', async () => {
  const [id, owner] = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ action: 'getAllSessions', limit: 1 });
    const answer = await fetch('/api/admin/session-data', { method: 'POST', headers, body });
    const { session_id, user_email } = (await answer.json()).sessions[0];
    return [session_id as string, user_email as string];
  });
  await page.goto(`${server.url}/session?session_id=${id}`);
  await page.getByRole('link', { name: 'Close its link as an operator' }).click();
  const card = page.locator('.reported.asked');
  await expect(card).toBeInViewport();
  await card.getByLabel('Reason (shown to its owner)').fill('It shows a fight.');
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^Closed .*: It shows a fight\.$/)).toBeVisible();
  expect(mails.lastTo(owner ?? '')?.raw).toContain('Reason: It shows a fight.');
  await card.getByLabel('Reason (shown to its owner)').fill('It was a dance.');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Link open')).toBeVisible();
});

test('a failed load isn’t shown as an empty list, is reported and logged, and recovers', async () => {
  const logged: string[] = [];
  const listen = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') logged.push(message.text());
  };
  page.on('console', listen);
  for (const [view, call, few] of [
    ['sessions', 'session-data', 12],
    ['users', 'user-data', 10],
    ['audit', 'audit-data', 20],
    ['summary', 'summary-data', ''],
  ]) {
    await page.route(`**/api/admin/${call}`, (route) =>
      route.fulfill({ status: 503, json: { error: 'The database is away.' } }),
    );
    logged.length = 0;
    await open(`?view=${view}&limit=${few}`);
    await expect(page.getByText(/^Couldn’t load the /)).toBeVisible();
    await expect(page.getByText(/ found matching your criteria/)).toBeHidden();
    if (view !== 'audit') await expect.poll(() => logged.join()).toContain('Failed to fetch');
    await page.unroute(`**/api/admin/${call}`);
    await expect(page.getByText('Loading summary data...')).toBeHidden();
    await expect(page.getByRole('alert')).toHaveText(/^Couldn’t load the [a-z]+: The database is away\./);
    if (view === 'sessions') {
      await expect(page.getByRole('heading', { name: 'Sessions (0)' })).toBeVisible();
      // A list that failed to load is retried automatically.
      await page.clock.runFor(5_000);
    } else {
      await button('Try again').click();
    }
    await expect(page.getByText(view === 'summary' ? /^Showing: / : /^Showing 1-\d+ of/)).toBeVisible();
  }
  page.off('console', listen);
});

test('a stop or compilation without effect says so', async () => {
  await open('?view=sessions&jobStatus=DONE&rpJobId=local-aa');
  await expect(page.locator('.session-card').first()).toBeVisible();
  // The list shows an outdated status for its first session.
  await page.route('**/api/admin/session-data', async (route) => {
    const answer = await (await route.fetch()).json();
    Object.assign(answer.sessions[0], { job_status: 'RUNNING', server_status: 'FAILED' });
    await route.fulfill({ json: answer });
  });
  await page.reload();
  await button('Stop').click();
  await agree();
  await expect(alertText()).toContainText('Nothing was stopped: the session had already ended (DONE).');
  await agree();
  await button('Compile again').first().click();
  await expect(alertText()).toContainText('There’s nothing to compile. Recording: ');
  await agree();
  // The list is reloaded after each of them.
  await page.unrouteAll({ behavior: 'wait' });
});

test('sessions are filtered by form and by URL, page by page', async () => {
  await open('?view=sessions&jobStatus=FAILED&sessionAfter=2026-01-10T08:30&minServerFps=10&limit=12');
  await expect(page.getByLabel('Job Status')).toHaveValue('FAILED');
  await expect(page.getByLabel('From')).toHaveValue('2026-01-10T08:30');
  await expect(page.getByLabel('Min server FPS')).toHaveValue('10');
  await expect(page.locator('.session-card').first()).toContainText('FAILED');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2&limit=12$/);
  await expect(page.getByText(/^Showing 13-24 of [\d,]+ sessions$/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1-12 of/)).toBeVisible();

  const asked = page.waitForRequest('**/api/admin/session-data');
  // Pasted ids may have surrounding spaces.
  await page.getByLabel('Worker ID').fill('  GPU-AMS ');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  expect((await asked).postDataJSON()).toEqual({
    action: 'getAllSessions',
    page: 1,
    limit: 12,
    jobStatus: 'FAILED',
    workerId: 'GPU-AMS',
    // half past eight in Berlin
    sessionAfter: '2026-01-10T07:30:00.000',
    minServerFps: 10,
  });
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\?view=sessions&limit=12$/);
  const fields = {
    rpJobId: ['RunPod Job ID', 'local-a'],
    workerId: ['Worker ID', 'GPU'],
    sessionAfter: ['From', '2026-03-29T01:30'],
    sessionBefore: ['To', '2026-03-29T03:30'],
    minServerFps: ['Min server FPS', '0.5'],
    maxServerFps: ['Max server FPS', '16'],
    minClientFps: ['Min client FPS', '0'],
    maxClientFps: ['Max client FPS', '15.5'],
  } as const;
  for (const label of ['Min server FPS', 'Max server FPS', 'Min client FPS', 'Max client FPS']) {
    await expect(page.getByLabel(label)).toHaveAttribute('type', 'number');
    await expect(page.getByLabel(label)).toHaveAttribute('min', '0');
    await expect(page.getByLabel(label)).toHaveAttribute('step', '0.1');
  }
  await page.getByLabel('Job Status').selectOption('Done');
  for (const [label, value] of Object.values(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  const values = Object.entries(fields).map(([name, [, value]]) => [name, value]);
  await expect
    .poll(() => [...new URL(page.url()).searchParams])
    .toEqual([['view', 'sessions'], ['jobStatus', 'DONE'], ...values, ['limit', '12']]);
  const whole = page.waitForRequest('**/api/admin/session-data');
  await page.reload();
  for (const [label, value] of Object.values(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  expect((await whole).postDataJSON()).toEqual({
    action: 'getAllSessions',
    page: 1,
    limit: 12,
    jobStatus: 'DONE',
    rpJobId: 'local-a',
    workerId: 'GPU',
    // One hour that looks like two on Berlin's clocks, which jump from two to three.
    sessionAfter: '2026-03-29T00:30:00.000',
    sessionBefore: '2026-03-29T01:30:00.000',
    minServerFps: 0.5,
    maxServerFps: 16,
    minClientFps: 0,
    maxClientFps: 15.5,
  });
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\?view=sessions&limit=12$/);
  await page.getByLabel('RunPod Job ID').fill('nothing like this');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('No sessions found matching your criteria.')).toBeVisible();
});

test('a role is changed after a confirmation, and the list returns to its first page of 20', async () => {
  await open('?view=users');
  await page.getByLabel('Items per page').selectOption('50');
  await expect(page.getByText('Showing 1-50 of 121 users')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '@example.com' }).filter({ hasText: 'user' }).first();
  const name = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  // Choosing the current role changes nothing, and declining keeps it.
  await row.getByRole('combobox').selectOption('User');
  await expect(alertText()).toBeHidden();
  await row.getByRole('combobox').selectOption('Admin');
  await expect(alertText()).toContainText(`Change ${name}'s role from User to Admin?`);
  await alertText().getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('combobox')).toHaveValue('user');
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
  await expect(alertText()).toContainText(
    'Failed to update user role\nThe last admin can’t lose the role. Make someone else an admin first.',
  );
  await agree();
  await expect(own.getByRole('combobox')).toHaveValue('admin');
});

test('mail goes to the selected people by name, and its results list the unreached', async () => {
  await open('?view=users&limit=10');
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

test('a running mail is shown, can’t be started twice, and survives a lost connection', async () => {
  let release = () => {};
  const hold = () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    return page.route('**/api/admin/*-data', async (route) => {
      await held;
      await route.continue();
    });
  };
  const goOn = async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
  await hold();
  await open('?view=summary');
  await expect(page.getByText('Loading summary data...')).toBeVisible();
  await goOn();
  await expect(page.getByText(/^Showing: /)).toBeVisible();
  await hold();
  await open('?view=sessions&limit=12');
  await expect(page.getByText('Loading sessions...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await goOn();
  await expect(page.locator('.session-card').first()).toBeVisible();
  await hold();
  await open('?view=users&limit=10');
  await expect(page.getByText('Loading users...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email All Users' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Select All (0)' })).toBeDisabled();
  await goOn();
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /to beta$/ }) })
    .first();
  await row.getByRole('checkbox').check();
  await hold();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  for (const name of ['Add to Beta', 'Send Bulk Email', 'Clear Selection'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  await goOn();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();

  await page.getByRole('button', { name: 'First', exact: true }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled();
  const name = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  const lost = (on: boolean) => page.context().setOffline(on);
  const says = async (text: string | RegExp) => {
    await expect(alertText().locator('p')).toHaveText(text);
    await agree();
  };
  await row.getByRole('button', { name: /^Send email to/ }).click();
  const mail = page.getByRole('dialog', { name: `Send Email to ${name}` });
  await mail.getByRole('button', { name: 'Solicit Feedback' }).click();
  await lost(true);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  const results = page.getByRole('dialog', { name: 'Email Results' });
  await expect(results.getByRole('heading', { name: 'Failed: 1' })).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveText(/@example\.com: The server can’t be reached\.$/);
  await results.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Send Bulk Email' }).click();
  const bulk = page.getByRole('dialog', { name: 'Send Email to 1 Users' });
  await bulk.getByRole('button', { name: 'Dream Stream' }).click();
  await bulk.getByRole('button', { name: 'Send 1 Emails' }).click();
  await says('The server can’t be reached.');
  // The draft is still there.
  await expect(bulk.getByRole('textbox', { name: 'Subject' })).toHaveValue(/^A dream stream/);
  await bulk.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: /^History of/ }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Couldn’t load the history.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Email All Users' }).click();
  await agree();
  await says('Failed to fetch users for bulk email');
  await row.getByRole('button', { name: /to beta$/ }).click();
  await agree();
  await says(`Failed to add ${name} to beta: The server can’t be reached.`);
  await expect(page.getByRole('heading', { name: 'User Management (0)' })).toBeVisible();
  await lost(false);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await row.getByRole('combobox').selectOption('Subscribed');
  await lost(true);
  await agree();
  await says('Failed to update user role');
  await lost(false);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(row.getByRole('combobox')).toHaveValue('user');
});
