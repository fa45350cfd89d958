import { expect, type Page } from 'playwright/test';
import { newId } from '../../modules/kit/ids.ts';
import { securityEvents } from '../../modules/security-log/tables.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { faultsInBothSchemes, faultsOf, setScheme } from './axe.ts';
import { signInAsAdmin } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startServer({ env: { WORKERS: 'fleet' } });
  people = await openPeople(server.dataDir);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInAsAdmin(page, server);
  const ada = await people.create('trial');
  const row = { userId: null, device: null, count: 1, bucket: null };
  await people.db.orm.insert(securityEvents).values([
    ...Array.from({ length: 30 }, (_, n) => ({
      ...row,
      id: newId(),
      at: Date.now() - (n + 2) * 3600_000,
      kind: 'sign-in' as const,
      userId: ada.id,
      address: '2001:db8:85a3:0000:0000:8a2e:0370:7334',
      device: 'Samsung Internet on Android',
      detail: 'mailed link',
    })),
    {
      ...row,
      id: newId(),
      at: Date.now() - 60_000,
      kind: 'limited' as const,
      address: '198.51.100.9',
      count: 1234,
      detail: 'rate, POST /api/auth/google',
    },
  ]);
});
test.afterAll(async () => {
  await page.context().close();
  await people.close();
  await server.dispose();
});

test('an operator reads the audit by keyboard: navigation, filters and pages', async () => {
  await page.goto(`${server.url}/admin?view=summary`);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Audit' }).press('Enter');
  await expect(page).toHaveURL(/view=audit/);
  await expect(page.getByRole('heading', { name: 'Audit (32)' })).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(21);
  await expect(rows.nth(2)).toContainText('1,234× rate, POST /api/auth/google');
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(page.getByText('Showing 21-32 of 32 entries')).toBeVisible();
  await expect(rows).toHaveCount(13);

  await page.getByLabel('Kind').selectOption('Too many (429)');
  await page.getByRole('searchbox', { name: 'Person' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Audit (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Person' }).fill('ada.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Audit (30)' })).toBeVisible();
  await page.getByLabel('From').fill('2099-01-01T00:00');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing found matching your criteria.')).toBeVisible();
});

test('an audit that fails to load says so', async () => {
  await page.route('**/api/admin/audit-data', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${server.url}/admin?view=audit`);
  await expect(page.getByRole('alert')).toContainText(
    'Couldn’t load the audit: The server responded with status 500.',
  );
  await page.unrouteAll();
});

test('the audit is accessible and fits, in light and dark', async () => {
  await page.goto(`${server.url}/admin?view=audit`);
  await expect(page.getByRole('table')).toBeVisible();
  for (const [theme, width] of [
    ['light', 390],
    ['light', 1024],
    ['dark', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await setScheme(page, theme);
    const faults = await (width === 390 ? faultsInBothSchemes(page) : faultsOf(page));
    expect(faults, `${theme}, ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const views = page.getByRole('navigation', { name: 'View' });
    expect(await views.evaluate((nav) => nav.scrollWidth - nav.clientWidth), 'views out of sight').toBe(0);
  }
});
