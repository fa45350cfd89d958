import { expect, type Page } from 'playwright/test';
import { readOutbox } from '../outbox.ts';
import { type RunningServer, startServer } from '../server.ts';
import { faultsOf } from './axe.ts';
import { test } from './shared-page.ts';

const BOSS = 'boss@example.com';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', ADMIN_EMAILS: BOSS } });
});
test.afterAll(() => server.dispose());

/** Chromium's virtual authenticator, configured like a fingerprint reader. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** sets whether the fingerprint matches */
    recognise: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function openMailedLink(page: Page) {
  await page.goto(`${server.url}/auth/signin`);
  await page.getByLabel('Your e-mail address').fill(BOSS);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const links = (await readOutbox(server.dataDir)).map((mail) => mail.match(/http\S+token=\S+/)?.[0] ?? '');
  // Only the newest link sent to a mailbox works.
  for (const link of links) {
    const answer = await page.goto(link);
    if (answer?.ok()) break;
  }
  await page.getByRole('button', { name: 'Sign me in' }).press('Enter');
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Runs axe at desktop and phone size; the page stays at phone size. */
async function sound(page: Page) {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    expect(await faultsOf(page), `${size.width} px`).toEqual([]);
  }
}

test('an operator adds a passkey by keyboard, signs in with it, and removes it', async ({ browser }) => {
  // An authenticator stays with its page permanently.
  const context = await browser.newContext();
  const page = await context.newPage();
  const { recognise } = await addAuthenticator(page);
  await openMailedLink(page);
  await page.waitForURL('**/dreamboard');
  await page.goto(`${server.url}/settings`);
  await page.getByLabel('Name of the new passkey').fill('My key');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'My key' });
  await expect(row).toContainText('not used yet');
  await sound(page);

  await page.getByRole('button', { name: 'Account menu' }).press('Enter');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().press('Enter');
  await page.waitForURL(`${server.url}/`);
  await openMailedLink(page);
  await page.waitForURL('**/auth/passkey?next=%2Fdreamboard');
  await sound(page);
  await page.goto(`${server.url}/settings`);
  await page.waitForURL('**/auth/passkey?next=%2Fsettings');
  await recognise(false);
  const present = page.getByRole('button', { name: 'Use your passkey' });
  await present.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Please try again.');
  await recognise(true);
  await present.press('Enter');
  await page.waitForURL('**/settings');
  await expect(row).toContainText('last used');

  await page.getByRole('button', { name: 'Remove My key' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).press('Enter');
  await expect(row).toHaveCount(0);
  await context.close();
});
