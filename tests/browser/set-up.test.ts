import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { startMailServer } from '../mail-server.ts';
import { freePort } from '../postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
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

test('an operator sets the place up from the page: settings are tried, saved and taken up by a restart', async ({
  page,
}) => {
  await signInAsAdmin(page, server);
  const part = (title: string) =>
    page.locator('.setup-part').filter({ has: page.getByRole('heading', { name: title }) });
  const change = (title: string) => page.getByRole('button', { name: `Change: ${title}` }).press('Enter');

  // A wrong value is said where it stands, and nothing is saved.
  await change('Name and address');
  const form = page.getByRole('form', { name: 'Settings: Name and address' });
  await expect(form.getByLabel('Name of the site')).toBeFocused();
  await expect(form.getByLabel('Address for questions')).toBeDisabled();
  await form.getByLabel('Name of the site').fill('Nachtbild');
  await form.getByLabel('Address that people come to').fill('dreams');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(form).toContainText('Nothing was saved');
  await expect(form.getByLabel('Address that people come to')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Address that people come to').fill('');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved, and in use after a restart: APP_NAME.')).toBeVisible();

  // A mail server that is not there is not saved before it is asked for again; one that is there brings a mail.
  await change('Mail');
  const mails = page.getByRole('form', { name: 'Settings: Mail' });
  await mails.getByLabel('Host').fill('127.0.0.1');
  await mails.getByLabel('Encryption').selectOption('smtp');
  await mails.getByLabel('Port').fill('9');
  await mails.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(mails).toContainText('It does not work, so it was not saved.');
  await expect(part('Mail').getByRole('status')).toContainText('Does not work: 127.0.0.1:9');
  await mails.getByLabel('Port').fill(new URL(mail.url).port);
  await mails.getByLabel('User').fill('dream@er');
  await mails.getByLabel('Password').fill('a secret of the mails');
  await mails.getByRole('button', { name: 'Send me a test mail' }).press('Enter');
  await expect(part('Mail').getByRole('status')).toContainText('Works: a mail is on its way to');
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['A test of the mails of Reverie']);
  await mails.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved, and in use after a restart: APP_NAME, SMTP_URL.')).toBeVisible();
  const file = join(server.dataDir, 'settings.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const written = await readFile(file, 'utf8');
  expect(written).toContain('Nachtbild');
  expect(written).not.toMatch(/dream%40er|secret of the mails|127\.0\.0\.1/);

  await page.getByRole('button', { name: 'Restart now' }).press('Enter');
  await expect(page.getByText('The program is back, with the new settings.')).toBeVisible();
  expect(server.isRunning()).toBe(true);
  await page.reload();
  await expect(page).toHaveTitle(/Nachtbild/);
  await expect(part('Mail')).toContainText('Mails leave by 127.0.0.1:');
  expect((await page.content()).includes('secret of the mails')).toBe(false);

  // The audit says who changed what, without secrets.
  await page.goto(`${server.url}/admin?view=audit`);
  await expect(page.getByText('APP_NAME: not set → Nachtbild')).toBeVisible();
  await expect(page.getByText('SMTP_URL: not set → a secret')).toBeVisible();

  // Settings that keep the program from starting are taken back, and the page says why.
  await page.goto(`${server.url}/admin?view=setup`);
  await page.getByRole('button', { name: 'Change: Server' }).press('Enter');
  const listens = page.getByRole('form', { name: 'Settings: Server' });
  await listens.getByLabel('Address that it listens on').fill('192.0.2.77');
  await listens.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Restart now' }).press('Enter');
  const refused = page.getByRole('alert').filter({ hasText: 'The program did not start with HOST' });
  await expect(refused).toContainText('HOST: 192.0.2.77');
  expect(server.output()).toContain('Starting again without what the set-up page changed: HOST.');
  // Only what was proved is left.
  expect(await readFile(join(server.dataDir, 'settings.json'), 'utf8')).toMatch(
    /"previous": null[\s\S]*"names": \[\s*"HOST"/,
  );
});
