import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from 'playwright/test';
import { startSdcppPeer } from '../engines/sdcpp-peer.ts';
import { CLIENT, startIdentityProvider } from '../identity-provider.ts';
import { startMailServer } from '../mail-server.ts';
import { freePort } from '../postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
import { startStripePeer } from '../stripe-peer/peer.ts';
import { faultsInBothSchemes } from './axe.ts';
import { signInAsAdmin } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
test.beforeAll(async () => {
  mail = await startMailServer();
  mail.passwords.set('dream@er', 'a secret of the mails');
  server = await startServer({ port: await freePort(), env: { SUPPORT_EMAIL: 'help@dreams.example' } });
});
test.afterAll(async () => {
  await server.dispose();
  await mail.stop();
});

test('an operator sets up the site from the page: settings are tested, saved and applied by a restart', async ({
  page,
}) => {
  await signInAsAdmin(page, server);
  const part = (title: string) =>
    page.locator('.setup-part').filter({ has: page.getByRole('heading', { name: title }) });
  const change = (title: string) => page.getByRole('button', { name: `Change: ${title}` }).press('Enter');

  // An invalid value is reported at its field, and nothing is saved.
  await change('Name and address');
  const form = page.getByRole('form', { name: 'Settings: Name and address' });
  await expect(form.getByLabel('Name of the site')).toBeFocused();
  await expect(form.getByLabel('Contact address')).toBeDisabled();
  await form.getByLabel('Name of the site').fill('Nachtbild');
  await form.getByLabel('Address of the site').fill('dreams');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(form).toContainText('Nothing was saved');
  await expect(form.getByLabel('Address of the site')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Address of the site').fill('');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved, active after a restart: APP_NAME.')).toBeVisible();

  // An unreachable mail server is saved only after a confirmation; a working one delivers a mail.
  await change('Mail');
  const mails = page.getByRole('form', { name: 'Settings: Mail' });
  await mails.getByLabel('Host').fill('127.0.0.1');
  await mails.getByLabel('Encryption').selectOption('smtp');
  await mails.getByLabel('Port').fill('9');
  await mails.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(mails).toContainText('This doesn’t work, so it wasn’t saved.');
  await expect(part('Mail').getByRole('status')).toContainText('Doesn’t work: 127.0.0.1:9');
  await mails.getByLabel('Port').fill(new URL(mail.url).port);
  await mails.getByLabel('User').fill('dream@er');
  await mails.getByLabel('Password').fill('a secret of the mails');
  // The first admin's address is local to this machine.
  await mails.getByRole('button', { name: 'Send a test mail' }).press('Enter');
  await expect(mails.getByRole('alert')).toContainText('Enter the address that the test mail goes to.');
  await mails.getByLabel('Send a test mail to').fill('ada@example.com');
  await mails.getByRole('button', { name: 'Send a test mail' }).press('Enter');
  await expect(part('Mail').getByRole('status')).toContainText('Works: a mail is on its way to');
  expect(mail.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', 'A test of the mails of Reverie'],
  ]);
  await mails.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved, active after a restart: APP_NAME, SMTP_URL.')).toBeVisible();
  // The card immediately shows and tests what was saved.
  await expect(part('Mail')).toContainText('Set up, restart pending');
  await expect(part('Mail')).toContainText('Mails are sent through 127.0.0.1:');
  await part('Mail').getByRole('button', { name: 'Test: Mail' }).press('Enter');
  await expect(part('Mail').getByRole('status')).toContainText('Works: 127.0.0.1:');
  const file = join(server.dataDir, 'settings.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const written = await readFile(file, 'utf8');
  expect(written).toContain('Nachtbild');
  expect(written).not.toMatch(/dream%40er|secret of the mails|127\.0\.0\.1/);

  await page.getByRole('button', { name: 'Restart now' }).press('Enter');
  await expect(page.getByText('The program is back with the new settings.')).toBeVisible();
  expect(server.isRunning()).toBe(true);
  await page.reload();
  await expect(page).toHaveTitle(/Nachtbild/);
  await expect(part('Mail')).toContainText('Mails are sent through 127.0.0.1:');
  expect((await page.content()).includes('secret of the mails')).toBe(false);

  // The audit shows who changed what, without secrets.
  await page.goto(`${server.url}/admin?view=audit`);
  await expect(page.getByText('APP_NAME: not set → Nachtbild')).toBeVisible();
  await expect(page.getByText('SMTP_URL: not set → a secret')).toBeVisible();
  const inGerman = await page.request.post(`${server.url}/api/admin/audit-data`, {
    data: { action: 'getAudit', page: 1, limit: 20, act: 'settings' },
    headers: { origin: server.url, 'accept-language': 'de' },
  });
  expect(await inGerman.text()).toContain('SMTP_URL: nicht gesetzt → ein geheimer Wert');

  // A backup is made and downloaded.
  await page.goto(`${server.url}/admin?view=setup`);
  await part('Backups').getByRole('button', { name: 'Make a backup now' }).press('Enter');
  const copy = part('Backups').getByRole('list', { name: 'Backups' }).getByRole('link');
  await expect(copy).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent('download'), copy.click()]);
  expect(download.suggestedFilename()).toMatch(/^reverie-[\d-]{17}\.tar$/);
  expect((await stat(await download.path())).size).toBeGreaterThan(10_000);
  await part('Backups').getByText('Restore a backup here').press('Enter');
  expect(await faultsInBothSchemes(page)).toEqual([]);

  // Settings that prevent startup are reverted, and the page says why.
  await page.getByRole('button', { name: 'Change: Server' }).press('Enter');
  const listens = page.getByRole('form', { name: 'Settings: Server' });
  await listens.getByLabel('Listening address').fill('192.0.2.77');
  await listens.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Restart now' }).press('Enter');
  const refused = page.getByRole('alert').filter({ hasText: 'The program did not start with HOST' });
  await expect(refused).toContainText('HOST: 192.0.2.77');
  expect(server.output()).toContain('Starting again without the changes from the set-up page: HOST.');
  // Only settings that have worked remain.
  expect(await readFile(join(server.dataDir, 'settings.json'), 'utf8')).toMatch(
    /"previous": null[\s\S]*"names": \[\s*"HOST"/,
  );
});

test('from an empty box to mail, sign-in, plans and an engine, without leaving the browser', async ({
  page,
}) => {
  const [box, idp, stripe, engine] = await Promise.all([
    freePort().then((port) => startServer({ port })),
    startIdentityProvider(),
    startStripePeer({ isBare: true }),
    startSdcppPeer({ faults: 0 }),
  ]);
  try {
    await signInAsAdmin(page, box);
    const open = async (title: string) => {
      await page.getByRole('button', { name: `Change: ${title}` }).press('Enter');
      return page.getByRole('form', { name: `Settings: ${title}` });
    };
    const save = async (form: Locator) => {
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await expect(form).toBeHidden();
    };

    const mails = await open('Mail');
    const states = await page.locator('.setup-part .setup-state').allTextContents();
    expect([states.at(0), states.at(-1)]).toEqual(['Something is missing', 'Set up']);
    expect(states, 'missing parts come first').toEqual(states.toSorted().reverse());
    await mails.getByLabel('Host').fill('127.0.0.1');
    await mails.getByLabel('Encryption').selectOption('smtp');
    await mails.getByLabel('Port').fill(new URL(mail.url).port);
    await mails.getByLabel('Sender').fill('Dreams <dreams@dreams.example>');
    await save(mails);

    const signIn = await open('Sign-in');
    await signIn.getByLabel('Addresses of operators').fill('ada@example.com');
    await signIn.getByLabel('Issuer').fill(idp.issuer);
    await signIn.getByLabel('Client ID', { exact: true }).fill(CLIENT.id);
    await signIn.getByLabel('Client secret', { exact: true }).fill(CLIENT.secret);
    await save(signIn);

    // With only a key: missing objects are listed, then created.
    const plans = await open('Plans');
    await expect(plans.getByRole('button', { name: 'Show what’s missing' })).toBeDisabled();
    await plans.getByLabel('Secret key').fill('sk_test_of_the_operator');
    await plans.getByLabel('Publishable key').fill('pk_test_of_the_operator');
    await plans.getByText('More settings').click();
    await plans.getByLabel('Other Stripe server').fill(stripe.url);
    await plans.getByLabel('Currency').fill('EUR');
    await plans.getByLabel('Basic a month').fill('4.555');
    await plans.getByRole('button', { name: 'Show what’s missing' }).press('Enter');
    await expect(plans.getByRole('alert')).toHaveText('The price of Basic isn’t a valid amount in EUR.');
    await plans.getByLabel('Basic a month').fill('4.50');
    await plans.getByRole('button', { name: 'Show what’s missing' }).press('Enter');
    await expect(plans.locator('.setup-pieces li')).toHaveText([
      'Will be created: Reverie Basic, €4.50 per month.',
      'Will be created: Reverie Premium, €30 per month.',
      /^Will be created: A customer portal/,
      /^Will be created: A webhook that sends 19 kinds of events to http:/,
    ]);
    expect(stripe.ledger.list('product')).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await plans.getByRole('button', { name: 'Create it and save' }).press('Enter');
    await expect(plans).toBeHidden();
    expect(stripe.webhooks).toEqual([`${box.url}/api/stripe/webhook`]);

    const engines = await open('Engine');
    await engines.getByLabel('Engine', { exact: true }).selectOption('sdcpp');
    await engines.getByLabel('Address of the engine').fill(engine.url);
    await engines.getByRole('button', { name: 'Test' }).press('Enter');
    await expect(page.getByRole('img', { name: 'Test image' })).toBeVisible();
    await save(engines);

    await page.getByRole('button', { name: 'Restart now' }).press('Enter');
    await expect(page.getByText('The program is back with the new settings.')).toBeVisible();
    const part = (title: string) =>
      page.locator('.setup-part').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(part('Plans')).toContainText('Plans are sold through Stripe.');
    await expect(part('Engine')).toContainText('Dreams are drawn by sdcpp.');
    for (const title of ['Mail', 'Sign-in', 'Plans', 'Engine']) {
      await expect(async () => {
        await page.getByRole('button', { name: `Test: ${title}` }).press('Enter');
        await expect(part(title).getByRole('status')).toContainText('Works:');
        await expect(part(title).getByRole('status')).not.toContainText('Doesn’t work');
      }).toPass();
    }

    await page.getByText('Which engine for my card').click();
    await expect(page.getByRole('row', { name: /^16 GB/ })).toContainText('FLUX.2 klein 4B');
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }

    // A second look finds them all and creates nothing again.
    const again = await open('Plans');
    await again.getByLabel('Currency').fill('EUR');
    await again.getByLabel('Basic a month').fill('4.50');
    await again.getByRole('button', { name: 'Show what’s missing' }).press('Enter');
    await expect(again.locator('.setup-pieces li')).toHaveText([
      /^Exists:/,
      /^Exists:/,
      /^Exists:/,
      /^Exists:/,
    ]);
    await again.getByRole('button', { name: 'Cancel' }).press('Enter');

    // A listed operator signs in through the provider and sees the plans. Close the page first: it would reload its
    // session in the middle of this.
    await page.goto('about:blank');
    await page.context().clearCookies();
    idp.signInAs('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' });
    await page.goto(box.url);
    await page.getByRole('link', { name: 'Try it free' }).click();
    await page.waitForURL(`${box.url}/dreamboard`);
    await page.goto(`${box.url}/admin?view=setup`);
    await expect(page.getByRole('heading', { name: /^Set-up/ })).toBeVisible();
    await page.goto(`${box.url}/checkout`);
    await expect(page.getByText('€4.50').first()).toBeVisible();
  } finally {
    await box.dispose();
    await Promise.all([idp.stop(), stripe.stop(), engine.stop()]);
  }
});
