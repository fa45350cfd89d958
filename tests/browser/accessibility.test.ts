import { expect, type Page } from 'playwright/test';
import { openPeople, type Plan } from '../people.ts';
import { SELLING } from '../selling.ts';
import { type RunningServer, startServer } from '../server.ts';
import { faultsOf, setScheme } from './axe.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  server = await startServer({
    env: {
      WORKERS: 'fleet',
      ...SELLING,
      COMMUNITY_URL: 'https://chat.example.com',
      OIDC_CLIENT_ID: 'us',
      AUTH_EMAIL_LINK: 'on',
    },
  });
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
});

interface View {
  name: string;
  path: string;
  as?: Plan;
  /** brings the page into the state to be checked */
  act?: (page: Page) => Promise<void>;
}

const VIEWS: View[] = [
  { name: 'home', path: '/' },
  { name: 'home on trial', path: '/', as: 'trial' },
  { name: 'home of a subscriber', path: '/', as: 'premium' },
  { name: 'sign-in', path: '/auth/signin' },
  {
    name: 'a guest',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'A fox in the snow' }).click(),
  },
  { name: 'sign-in that failed', path: '/auth/callback' },
  { name: 'a link that is too old', path: '/auth/link?token=x' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  {
    name: 'the API',
    path: '/api/docs',
    act: (page) => page.getByText('/api/stream/connect').first().click(),
  },
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'not found', path: '/nowhere' },
  { name: 'settings signed out', path: '/settings' },
  { name: 'settings on trial', path: '/settings', as: 'trial' },
  { name: 'settings of basic', path: '/settings', as: 'basic' },
  { name: 'settings of an admin', path: '/settings', as: 'admin' },
  {
    name: 'ways to connect a GPU',
    path: '/connect-gpu',
    as: 'admin',
    async act(page) {
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    },
  },
  { name: 'ways to connect a GPU on trial', path: '/connect-gpu', as: 'trial' },
  {
    name: 'the account menu',
    path: '/settings',
    as: 'admin',
    act: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
  },
  {
    name: 'the sidebar',
    path: '/settings',
    as: 'trial',
    act: (page) => page.getByRole('button', { name: 'Toggle sidebar' }).click(),
  },
  {
    name: 'changing name and address',
    path: '/settings',
    as: 'trial',
    act: (page) => page.locator('summary', { hasText: 'Change name or e-mail' }).click(),
  },
  { name: 'a mailed link to a new address that is too old', path: '/auth/address?token=x' },
  {
    name: 'deleting an account',
    path: '/settings',
    as: 'trial',
    act: (page) => page.locator('summary', { hasText: 'Delete my account' }).click(),
  },
  {
    name: 'an alert',
    path: '/settings',
    as: 'premium',
    async act(page) {
      await page.route('**/api/stripe/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Manage Billing' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
];

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 844 };

test('pages are accessible in light on a phone and in dark on a desktop', async ({ browser }) => {
  // Without motion, nothing is checked mid-animation.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const { name, path, as, act } of VIEWS) {
    await context.clearCookies();
    if (as) await context.addCookies([await people.cookie(await people.create(as), server.url)]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await page.goto(server.url + path);
    await act?.(page);
    expect(await faultsOf(page), `${name}, light, on a phone`).toEqual([]);
    await setScheme(page, 'dark');
    await page.setViewportSize(DESKTOP);
    expect(await faultsOf(page), `${name}, dark, on a desk`).toEqual([]);
  }
  await context.close();
});
