import { expect, type Page } from 'playwright/test';
import { readOutbox } from '../outbox.ts';
import type { RunningServer } from '../server.ts';
import { faultsInBothSchemes } from './axe.ts';
import { hydrated } from './hydrated.ts';
import { signInAsAdmin, startSeededServer } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startSeededServer();
  page = await browser.newPage();
  await signInAsAdmin(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await server.dispose();
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Checks that nothing is wider than the window and that axe finds no faults in light and dark. */
async function sound(state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // A link half hidden under the header counts as too small, but only at this scroll position.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${state} at ${size.width} px`).toBeLessThanOrEqual(size.width);
    expect(await faultsInBothSchemes(page), `${state} at ${size.width} px`).toEqual([]);
  }
}

const region = (name: string | RegExp) => page.getByRole('region', { name, exact: true });

test('from a person to a dream and back; suspending, noting and giving back by keyboard only', async () => {
  await page.goto(`${server.url}/admin?view=users`);
  await hydrated(page, 'admin');
  const name = page.getByRole('row').nth(3).getByRole('link');
  await name.focus();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 2 });
  await expect(region('Account')).toBeVisible();
  const who = (await title.textContent()) ?? '';
  await sound('a person');
  await page.setViewportSize({ width: 390, height: 844 });

  await region('Notes').getByRole('textbox').fill('Asked for an invoice.');
  await page.keyboard.press('Enter');
  await expect(region('Notes').getByRole('listitem')).toContainText('Asked for an invoice.');

  await region('Suspend').getByRole('textbox').fill('Spam in shared links.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.notice')).toContainText(/^Suspended until .*: Spam in shared links\.$/);
  await expect(region('History').getByRole('listitem').first()).toContainText(/^Suspended: until/);
  await sound('a suspended person');
  await region('Lift the suspension').getByRole('textbox').fill('We were wrong.');
  await page.keyboard.press('Enter');
  await expect(region('Suspend')).toBeVisible();
  await expect(region('Mails').getByRole('listitem')).toHaveCount(2);
  await region('Mails').getByText('Read it').first().click();
  await expect(region('Mails')).toContainText('Reason: We were wrong.');
  await sound('a mail');
  await region('Mails').getByRole('button').first().click();
  await expect(page.getByRole('alertdialog')).toContainText('The mail was sent again.');
  await page.keyboard.press('Enter');
  await expect(region('Mails').getByRole('listitem')).toHaveCount(3);

  const dream = region(/^Dreams \(/)
    .getByRole('listitem')
    .filter({ hasText: 'DONE · counted' })
    .first();
  await dream.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(region('History')).toContainText('First frame');
  await sound('a dream');
  await region('Give the stream back').getByRole('textbox').fill('The picture stood still.');
  await page.keyboard.press('Enter');
  await expect(region('Overview')).toContainText('Given back by an operator: The picture stood still.');
  await expect(region('History')).toContainText(/Stream given back by .*The picture stood still\./);
  await region('Overview').getByRole('link').click();
  await expect(title).toHaveText(who);
  await page.goBack();
  await expect(region('History')).toBeVisible();
  await page.getByRole('link', { name: 'Sessions', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: /^Sessions \(/ })).toBeVisible();
});

test('a request is recorded, handled and answered by keyboard only', async () => {
  await page.goto(`${server.url}/admin?view=requests`);
  await hydrated(page, 'admin');
  await expect(page.getByText('No open requests.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Erasure');
  await page.getByRole('textbox', { name: /^Who asks/ }).fill('A mother');
  await page.getByRole('textbox', { name: 'What they want' }).fill('Her child’s dreams, all of them.');
  await page.getByRole('button', { name: 'Add request' }).focus();
  await page.keyboard.press('Enter');
  const request = region('Erasure: A mother');
  await expect(request).toContainText('30 days left');
  await sound('a request');
  await request.getByRole('link', { name: 'Find dreams by words' }).focus();
  await page.keyboard.press('Enter');
  await hydrated(page, 'admin');
  await page.getByRole('searchbox', { name: 'Find a dream' }).fill('no such words');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No dreams found.')).toBeVisible();
  await page.goBack();
  await request.getByRole('textbox').fill('Erased, and she was told.');
  await page.keyboard.press('Enter');
  await expect(region('Answered').getByRole('listitem')).toContainText('Erasure of A mother');
  await expect(page.getByRole('heading', { name: 'Requests (0 open)' })).toBeVisible();
  await sound('answered requests');
});

test('a dream is found by its person; a blocked sign-in is rejected with a message', async ({ browser }) => {
  await page.goto(`${server.url}/admin?view=sessions`);
  await hydrated(page, 'admin');
  const finder = page.getByRole('searchbox', { name: 'Find a dream' });
  await finder.fill('no such dream');
  await finder.press('Enter');
  await expect(page.getByText('No dreams found.')).toBeVisible();
  await finder.fill('@');
  await finder.press('Enter');
  await expect(page.getByRole('list', { name: 'Dreams found' }).getByRole('listitem')).toHaveCount(20);
  await sound('dreams found');

  await page.goto(`${server.url}/admin?view=users`);
  await hydrated(page, 'admin');
  await page.getByText(/^Blocked sign-ins/).click();
  const value = page.getByRole('textbox', { name: 'Address, domain or network' });
  const reason = page.getByRole('textbox', { name: /^Reason/ });
  await value.fill('bad example');
  await reason.fill('Throw-away mailboxes.');
  await reason.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^Enter an email address/);
  await page.getByRole('combobox', { name: 'What to block' }).selectOption('Domain');
  await value.fill('throwaway.example');
  await reason.press('Enter');
  await expect(page.getByText('Blocked sign-ins (1)')).toBeVisible();
  await sound('blocks');

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/auth/signin`);
  await visitor.getByRole('textbox').fill('me@sub.throwaway.example');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await visitor.context().close();
  expect((await readOutbox(server.dataDir)).join()).toMatch(
    /Signing in with this address is blocked until [^:]+:\d\d UTC: Throw-away mailboxes\./,
  );
  await page.getByRole('button', { name: 'Unblock throwaway.example' }).click();
  await expect(page.getByText('Nothing is blocked.')).toBeVisible();
});

test('mails show their outcome, and are sent again by keyboard', async () => {
  await page.goto(`${server.url}/admin?view=payments&state=refunded&from=2026-01-05T10:00&to=soon`);
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('refunded');
  await expect(page.getByText('No matching payments.')).toBeVisible();
  await sound('payments');

  await page.goto(`${server.url}/admin?view=mails`);
  await hydrated(page, 'admin');
  const list = page.getByRole('region', { name: 'Mails' });
  await expect(list.getByRole('row').nth(1)).toContainText('Sent');
  await sound('mails');
  await list
    .getByRole('button', { name: /^Send again/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('The mail was sent again.');
  await page.keyboard.press('Enter');
  const filters = page.getByRole('form', { name: 'Filter mails' });
  await filters.getByLabel('State').selectOption('sent');
  await filters.getByLabel('To', { exact: true }).fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No mails found.')).toBeVisible();
  await expect(page).toHaveURL(/view=mails&to=nobody.*&state=sent/);
});
