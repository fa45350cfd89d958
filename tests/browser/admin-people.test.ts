import { eq, inArray } from 'drizzle-orm';
import { expect, type Page, type Request } from 'playwright/test';
import { users } from '../../modules/auth/tables.ts';
import { startMailServer } from '../mail-server.ts';
import { openPeople } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { faultsOf } from './axe.ts';
import { hydrated } from './hydrated.ts';
import { signInAsAdmin, startSeededServer } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let people: Awaited<ReturnType<typeof openPeople>>;
let page: Page;
test.beforeAll(async ({ browser }) => {
  mails = await startMailServer();
  server = await startSeededServer({ SMTP_URL: mails.url });
  people = await openPeople(server.dataDir);
  page = await (
    await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US', reducedMotion: 'reduce' })
  ).newPage();
  await signInAsAdmin(page, server);
});
test.afterAll(async () => {
  await page.context().close();
  await people.close();
  await server.dispose();
  await mails.stop();
});

const box = (on: Page = page) => on.getByRole('alertdialog');
const modal = (name: string | RegExp, on: Page = page) => on.getByRole('dialog', { name });
const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name, exact: true });

/** Checks the dialog's exact text and answers it. */
async function answer(text: string | RegExp, choice: 'OK' | 'Cancel' = 'OK') {
  await expect(box().locator('p')).toHaveText(text);
  await box().getByRole('button', { name: choice }).click();
}

/** Searches users by part of their address and optionally by role. Short tables render and search faster. */
async function find(words: string, role = '', on: Page = page) {
  await on.goto(`${server.url}/admin?view=users&email=${words}&role=${role}`);
  await expect(on.getByRole('heading', { name: /^User Management \([1-9]\)$/ })).toBeVisible();
}

test('the dashboard is for admins only', async ({ browser }) => {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${server.url}/admin?view=users`);
  await expect(visitor).toHaveURL(`${server.url}/`);
  for (const plan of ['trial', 'premium'] as const) {
    await context.addCookies([await people.cookie(await people.create(plan, 'Curious Lee'), server.url)]);
    await visitor.goto(`${server.url}/admin?view=users`);
    await expect(visitor).toHaveURL(`${server.url}/unauthorized`);
  }
  await context.close();
});

test('the beta is granted to one and to many: after a confirmation, skipping people who have it, with failures by name', async () => {
  const one = await people.create('trial', 'Betaone Lee');
  await people.create('basic', 'Betatwo Lee');
  await people.create('admin', 'Betathree Lee');
  const refused = await people.create('trial', 'Betafour Lee');
  mails.refused.add(refused.email);
  await find('beta');
  await expect(page.getByRole('heading', { name: 'User Management (4)' })).toBeVisible();
  // Only users who could join the beta have the button.
  await expect(page.getByRole('button', { name: / to beta$/ })).toHaveCount(2);
  await button('Add Betaone Lee to beta').click();
  await answer('Add Betaone Lee to the beta and send them a welcome email?', 'Cancel');
  await button('Add Betaone Lee to beta').click();
  await answer('Add Betaone Lee to the beta and send them a welcome email?');
  await answer('✅ Successfully added Betaone Lee to beta and sent welcome email!');
  await expect(button('Add Betaone Lee to beta')).toBeHidden();
  expect(mails.lastTo(one.email)).toMatchObject({ subject: 'Welcome to Reverie Beta!' });
  expect(mails.lastTo(one.email)?.raw).toMatch(/\$5\/month after a free trial with limited streams/);

  await button('Add Betafour Lee to beta').click();
  await answer(/./);
  await answer(/^Failed to add Betafour Lee to beta: The role was changed, but/);
  await expect(button('Add Betafour Lee to beta')).toBeHidden();
  await button('Select All (4)').click();
  await expect(page.getByText('4 user(s) selected')).toBeVisible();
  await button('Add to Beta').click();
  await answer('All selected users are already in the beta!');

  await people.create('trial', 'Betafive Lee');
  const six = await people.create('trial', 'Betasix Lee');
  mails.refused.add(six.email);
  await find('beta');
  const grants: Request[] = [];
  const isGrant = (request: Request) => request.postData()?.includes('grantBeta') && grants.push(request);
  page.on('request', isGrant);
  await button('Select All (6)').click();
  await button('Add to Beta').click();
  await answer('Add 2 user(s) to the beta and send them a welcome email?');
  await answer('✅ Successfully added 1 user(s) to beta!\n❌ Failed to add: Betasix Lee');
  page.off('request', isGrant);
  const [first, second] = grants.map((request) => request.timing().startTime);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(500);
  await expect(page.getByText('6 user(s) selected')).toBeVisible();
  await button('Add to Beta').click();
  await answer('All selected users are already in the beta!');
  await button('Clear Selection').click();
  await expect(page.getByText('user(s) selected')).toBeHidden();
  await expect(button('Send Bulk Email')).toBeHidden();

  // Another admin was faster, and the list doesn't show it yet.
  const seven = await people.create('trial', 'Betaseven Lee');
  await find('betaseven');
  await people.setPlan(seven, 'legacy');
  await button('Add Betaseven Lee to beta').click();
  await answer(/^Add Betaseven Lee/);
  await answer('Betaseven Lee is already in the beta!');
  await expect(button('Add Betaseven Lee to beta')).toBeHidden();

  // The same for roles: a user who has become an admin meanwhile stays one, and the page shows it.
  const eight = await people.create('trial', 'Betaeight Lee');
  await find('betaeight');
  await people.setPlan(eight, 'admin');
  const role = page.getByRole('combobox', { name: 'Role of Betaeight Lee' });
  await role.selectOption('Subscribed');
  await answer("Change Betaeight Lee's role from User to Subscribed?");
  await answer(
    /^Failed to update user role\nBetaeight Lee is Admin now: someone changed the role in the meantime/,
  );
  await expect(page.getByRole('combobox', { name: 'Role of Betaeight Lee' })).toHaveValue('admin');

  await find('beta');
  await button('History of Betaone Lee').click();
  const history = modal('History of Betaone Lee');
  await expect(history.getByRole('listitem').first()).toContainText('Added to beta: user → subscribed');
  await expect(history.getByRole('listitem').first()).toContainText(
    /by admin@localhost from (127\.0\.0\.1|::1)/,
  );
  await expect(history.getByRole('listitem').last()).toContainText('Role user, signed up');
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(history).toBeHidden();
});

test('a mail to one person is written with a preview and shows its result, or the server’s message', async () => {
  const one = await people.create('trial', 'Solo <i>Kim</i>');
  await find(one.email);
  await button('Send email to Solo <i>Kim</i>').click();
  const mail = modal('Send Email to Solo <i>Kim</i>');
  await expect(mail.getByText(`To: Solo <i>Kim</i> <${one.email}>`)).toBeVisible();
  await expect(mail.getByText('{name} in the message is replaced per recipient.')).toBeVisible();
  await expect(mail.getByText('Each user will receive')).toBeHidden();
  const send = mail.getByRole('button', { name: 'Send', exact: true });
  await mail.getByRole('textbox', { name: 'Subject' }).fill('   ');
  await mail.getByRole('textbox', { name: 'Message' }).fill('Hello {name}');
  await expect(send).toBeDisabled();
  // Enter submits the form, too.
  await mail.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await answer('Please fill in both subject and content');
  const preview = mail.frameLocator('iframe[title=Preview]');
  await expect(preview.getByText('Hello Solo <i>Kim</i>')).toBeVisible();
  // In the site's mail template, with the styles used in real mails.
  await expect(preview.getByText('Reverie', { exact: true })).toHaveCSS('font-family', 'Georgia, serif');
  await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  for (const word of ['Escape', 'Escape', 'Escape']) {
    await mail.getByRole('textbox', { name: 'Message' }).press(word);
    await answer('Discard this mail? What you have written will be lost.', 'Cancel');
  }
  await expect(mail.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello {name}');
  await mail.getByRole('button', { name: 'Dream Stream' }).click();
  await expect(preview.getByText('Hi Solo <i>Kim</i>,')).toBeVisible();
  for (const promise of ['A dedicated stream', 'Voice input', 'Unlimited generation', 'Private by default'])
    await expect(preview.getByText(promise)).toBeVisible();
  await expect(preview.getByRole('link')).toHaveText(['Start a dream', 'Look at your plan', 'Unsubscribe']);
  await expect(preview.getByText(/\$5\/month after a free trial with limited streams/)).toBeVisible();
  await send.click();
  const results = modal('Email Results');
  await expect(results.getByRole('heading', { name: 'Successful: 1' })).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveText(one.email);
  const { raw = '' } = mails.lastTo(one.email) ?? {};
  expect(raw).toMatch(/Content-Type: text\/plain[\s\S]+Content-Type: text\/html/);
  expect(raw).toContain('Hi Solo &lt;i&gt;Kim&lt;/i&gt;');
  expect(raw).not.toContain('{name}');
  // A mail to one person isn't a newsletter, so there is nothing to unsubscribe from.
  expect(raw).not.toMatch(/List-Unsubscribe/);
  await results.getByRole('button', { name: 'Send Another Email' }).click();
  await expect(mail.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  mails.refused.add(one.email);
  await mail.getByRole('button', { name: 'Solicit Feedback' }).click();
  await expect(preview.getByText('Hi Solo <i>Kim</i>,')).toBeVisible();
  await send.click();
  await expect(results.getByRole('heading', { name: 'Failed: 1' })).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveText(
    new RegExp(`^${one.email}: Failed to send email to ${one.email}: 502 - .*no such mailbox`),
  );
  await results.getByRole('button', { name: 'Close' }).click();
  await expect(results).toBeHidden();
});

test('mail to all is confirmed twice, survives a reload, is visible to every admin and can be cancelled', async ({
  browser,
}) => {
  const second = await people.create('admin', 'Second Admin');
  const total = await people.db.orm.$count(users);
  await find('second');
  await button('Clear Filters').click();
  const toAll = button('Email All Users');
  await expect(toAll).toHaveAttribute('title', 'Send email to ALL users in database');
  await toAll.click();
  await answer(/ALL users/, 'Cancel');
  await expect(box()).toBeHidden();
  await toAll.click();
  await answer(/ALL users/);
  await answer(new RegExp(`\\b${total} users`), 'Cancel');
  await expect(modal(/^Send Email/)).toBeHidden();
  await toAll.click();
  await answer(/ALL users/);
  await answer(new RegExp(`\\b${total} users`));
  const mail = modal(`Send Email to ${total} Users`);
  await expect(mail.getByText('Each user will receive a separate, personalized email.')).toBeVisible();
  await mail.getByRole('button', { name: 'Solicit Feedback' }).click();
  await mail.getByRole('button', { name: `Send ${total} Emails` }).click();
  const counts = new RegExp(`^[1-9]\\d* / ${total}$`);
  await expect(mail.getByText(counts)).toBeVisible();
  await expect(mail.getByText(/✅ \d+ sent ❌ \d+ failed/)).toBeVisible();
  await expect(mail.getByRole('progressbar')).toHaveAttribute('max', String(total));
  expect(await faultsOf(page)).toEqual([]);

  await page.reload();
  const watch = /^Sending \d+ \/ \d+$/;
  await expect(page.getByRole('button', { name: watch })).toBeVisible();
  const other = await browser.newContext();
  await other.addCookies([await people.cookie(second, server.url)]);
  const theirs = await other.newPage();
  await find('second', '', theirs);
  await theirs.getByRole('button', { name: watch }).click();
  await page.getByRole('button', { name: watch }).click();
  for (const on of [page, theirs]) await expect(on.getByText(counts)).toBeVisible();
  // Closing the window doesn't stop the mailing.
  await modal(/^Send Email to/)
    .getByRole('button', { name: 'Close window' })
    .click();
  await page.getByRole('button', { name: watch }).click();
  await modal(/^Send Email to/, theirs)
    .getByRole('button', { name: 'Stop sending' })
    .click();
  await expect(box(theirs).locator('p')).toHaveText(/^Stop sending\? \d+ of \d+ won’t be mailed\./);
  await box(theirs).getByRole('button', { name: 'OK' }).click();
  for (const on of [page, theirs]) {
    await expect(modal('Email Results', on).getByText('Stopped before everybody was reached.')).toBeVisible();
  }
  await other.close();
  const unreached = modal('Email Results').getByRole('heading', { name: /^Not reached: [1-9]/ });
  await expect(unreached).toBeVisible();
  await modal('Email Results').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: watch })).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^Last bulk email: \\d+ / ${total}$`) }).click();
  await expect(unreached).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await modal('Email Results').getByRole('button', { name: 'Send to the rest' }).click();
  await expect(modal(/^Send Email to/).getByText(counts)).toBeVisible();
  await modal(/^Send Email to/)
    .getByRole('button', { name: 'Stop sending' })
    .click();
  await answer(/^Stop sending\?/);
  await modal('Email Results').getByRole('button', { name: 'Close' }).click();
});

test('mail to a role goes to everyone in it; errors use the specified words', async () => {
  await people.create('admin', 'Operator Lee');
  await find('operator');
  // A filtered list mails only its members; the question, the form and the audit all say so.
  await expect(page.getByRole('button', { name: /^Email All/ })).toHaveCount(1);
  await button('Email All Shown').click();
  await answer('You are about to email 1 person: address with “operator”. Continue?');
  const shown = modal('Send Email to 1 Users');
  await expect(shown.getByText('To 1 person: address with “operator”.')).toBeVisible();
  await shown.getByRole('button', { name: 'Solicit Feedback' }).click();
  await shown.getByRole('textbox', { name: 'Send a test mail to' }).fill('tester@example.com');
  await shown.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(shown.getByText('A test mail was sent to tester@example.com.')).toBeVisible();
  await shown.getByRole('button', { name: 'Cancel' }).click();
  await button('Clear Filters').click();
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('admin');
  await button('Apply Filters').click();
  const fetching = page.waitForRequest('**/api/admin/user-data');
  await button('Email All Admins').click();
  expect((await fetching).postDataJSON()).toEqual({
    action: 'getAllUsers',
    page: 1,
    limit: 10_000,
    role: 'admin',
    mailable: true,
  });
  const mail = modal(/^Send Email to \d+ Users$/);
  await expect(mail.getByText(/^Operator Lee </)).toBeVisible();
  await mail.getByRole('button', { name: 'Cancel' }).click();

  const answerWith = (reply: object | null) =>
    page.route('**/api/admin/user-data', (route) =>
      reply ? route.fulfill({ json: reply }) : route.fulfill({ status: 500, json: { error: 'no' } }),
    );
  await answerWith({ users: [], totalCount: 0 });
  await button('Email All Admins').click();
  await answer('No users found with role: Admin');
  await button('Email All Users').click();
  await answer(/ALL users/);
  await answer('No users found in the database');
  await page.unroute('**/api/admin/user-data');
  await answerWith(null);
  await button('Email All Admins').click();
  await answer('Failed to fetch users for bulk email');
  await button('Clear Filters').click();
  await expect(page.getByRole('heading', { name: 'User Management (0)' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Couldn’t load the users: no');
  await expect(page.getByText('No users found matching your criteria.')).toBeHidden();
  await expect(button('Select All (0)')).toBeDisabled();
  await expect(page.getByText('Showing 0-0 of 0 users')).toBeVisible();
  await page.unroute('**/api/admin/user-data');

  // A selected user who has since been deleted can't be mailed.
  const gone = await people.create('trial', 'Goner Lee');
  await find('goner');
  await button('Select All (1)').click();
  await button('Send Bulk Email').click();
  const lost = modal('Send Email to 1 Users');
  await lost.getByRole('button', { name: 'Solicit Feedback' }).click();
  await people.db.orm.update(users).set({ deletedAt: Date.now() }).where(eq(users.id, gone.id));
  await lost.getByRole('button', { name: 'Send 1 Emails' }).click();
  await answer('No users selected');
  await lost.getByRole('button', { name: 'Cancel' }).click();
});

test('news goes to subscribers; people who unsubscribe, on the page or by one click, are left out', async ({
  browser,
}) => {
  const [byPage, byClick] = [
    await people.create('trial', 'Leaver One'),
    await people.create('trial', 'Leaver Two'),
  ];
  const third = await people.create('trial', 'Leaver Three');
  await people.create('trial', 'Leaver Unasked');
  const readers = [byPage, byClick, third].map(({ id }) => id);
  await people.db.orm.update(users).set({ news: 'yes' }).where(inArray(users.id, readers));
  const send = async (count: number) => {
    await find('leaver');
    await button('Select All (4)').click();
    await button('Send Bulk Email').click();
    const mail = modal(/^Send Email to \d Users$/);
    await expect(mail.getByRole('button', { name: 'Send 4 Emails' })).toBeVisible();
    await mail.getByRole('radio', { name: `News, to the ${count} of 4 who asked for them` }).check();
    await expect(mail.getByText('Leaver Unasked')).toBeHidden();
    expect(await faultsOf(page)).toEqual([]);
    await mail.getByRole('button', { name: 'Dream Stream' }).click();
    await mail.getByRole('button', { name: `Send ${count} Emails` }).click();
    await expect(modal('Email Results')).toBeVisible();
    return modal('Email Results');
  };
  const before = mails.mails.length;
  const first = await send(3);
  await expect(first.getByRole('heading', { name: 'Successful: 3' })).toBeVisible();
  // One at a time, in list order, half a second apart.
  const sent = mails.mails.slice(before);
  expect(sent.map(({ to }) => to)).toEqual(await first.getByRole('listitem').allTextContents());
  for (const [index, { at }] of sent.entries())
    if (index > 0) expect(at - (sent[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(500);
  const wayOut = ({ email }: { email: string }) =>
    mails.lastTo(email)?.raw.match(/List-Unsubscribe:\s*<([^>]+)>/)?.[1] ?? '';
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(wayOut(byPage));
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(stranger.getByRole('heading', { name: 'Done' })).toBeVisible();
  await stranger.context().close();
  const oneClick = await fetch(wayOut(byClick), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(oneClick.status).toBe(200);
  const results = await send(1);
  await results.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('user(s) selected')).toBeHidden();
  await button('Last bulk email: 1 / 1').click();
  await expect(results.getByRole('heading', { name: 'Successful: 1' })).toBeVisible();
});

test('people are listed in pages of the offered sizes, with all known details', async () => {
  await page.goto(`${server.url}/admin?view=users`);
  await expect(page.getByText(/^Showing 1-20 of \d+ users$/)).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Avatar',
    'Name',
    'Email',
    'Role',
    'Google ID',
    'Created',
    'Updated',
    'Actions',
  ]);
  const sizes = page.getByLabel('Items per page');
  await expect(sizes.getByRole('option')).toHaveText(['10', '20', '50', '100']);
  await sizes.selectOption('10');
  await expect(page.getByText(/^Showing 1-10 of \d+ users$/)).toBeVisible();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await button('Last').click();
  await expect(button('Next')).toBeDisabled();
  await button('First').click();
  await button('Next').click();
  await expect(page.getByText(/^Showing 11-20 of \d+ users$/)).toBeVisible();
  const roles = page.getByRole('combobox', { name: 'Role', exact: true });
  await expect(roles.getByRole('option')).toHaveText(['All Roles', 'admin', 'subscribed', 'user']);
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('combobox').getByRole('option')).toHaveText(['User', 'Subscribed', 'Admin']);
  await button('Select All (10)').click();
  await expect(button('Deselect All (10)')).toBeVisible();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(11);
  await button('Deselect All (10)').click();
  await expect(page.getByText('user(s) selected')).toBeHidden();
});

test('people have an avatar or a letter on the colour of their role', async () => {
  const pictured = await people.create('trial', 'Facely One');
  await people.db.orm
    .update(users)
    .set({ picture: '/favicon.svg', name: 'Facely One' })
    .where(eq(users.id, pictured.id));
  await people.create('trial', 'Facely Two');
  await people.create('basic', 'Facely Three');
  await people.create('admin', 'facely four');
  await find('facely');
  const avatarOf = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('.user-avatar');
  await expect(avatarOf('Facely One').locator('img')).toHaveAttribute('src', '/favicon.svg');
  await people.db.orm.update(users).set({ picture: '/gone.png' }).where(eq(users.id, pictured.id));
  await find('facely');
  // If the image can't be loaded, the initial stays.
  await expect(avatarOf('Facely One').locator('img')).toBeHidden();
  await expect(avatarOf('Facely One').getByText('F', { exact: true })).toBeVisible();
  const colours = new Set<string>();
  for (const name of ['Facely Two', 'Facely Three', 'facely four']) {
    await expect(avatarOf(name)).toHaveText('F');
    colours.add(await avatarOf(name).evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(colours.size).toBe(3);
});

test('the keyboard is enough to find a person, write to them and return to the same place', async () => {
  const one = await people.create('trial', 'Keyed Lee');
  await page.goto(`${server.url}/admin?view=summary`);
  await hydrated(page, 'admin');
  await page.getByRole('link', { name: 'Users', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('Search by email...').focus();
  await page.keyboard.type(one.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'User Management (1)' })).toBeVisible();
  const tick = page.getByRole('checkbox', { name: 'Select Keyed Lee' });
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 user(s) selected')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Keyed Lee' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Role of Keyed Lee' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button('Add Keyed Lee to beta')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box()).toBeHidden();
  await expect(button('Add Keyed Lee to beta')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const mail = modal('Send Email to Keyed Lee');
  await mail.getByRole('button', { name: 'Solicit Feedback' }).focus();
  await page.keyboard.press('Space');
  await mail.getByRole('textbox', { name: 'Subject' }).focus();
  await page.keyboard.press('Enter');
  await expect(modal('Email Results').getByRole('heading', { name: 'Successful: 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal('Email Results')).toBeHidden();
  await expect(button('Send email to Keyed Lee')).toBeFocused();
});
