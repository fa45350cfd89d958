import { expect } from 'playwright/test';
import { type RunningServer, startServer } from '../server.ts';
import { hydrated } from './hydrated.ts';
import { signInAsAdmin } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('an operator watches a live dream, with a reason that the audit keeps', async ({ page, context }) => {
  await signInAsAdmin(page, server);
  await page.goto(`${server.url}/stream`);
  await hydrated(page, 'stream');
  await page.getByRole('textbox').fill('a calm ocean at sunset');
  await page.getByRole('textbox').press('Enter');
  await expect(page.locator('canvas')).toBeVisible();

  const call = async (path: string, body: object) =>
    (
      await page.request.post(`${server.url}/api/admin/${path}`, {
        data: body,
        headers: { origin: server.url },
      })
    ).json();
  let id = '';
  await expect(async () => {
    const { sessions } = await call('session-data', { action: 'getAllSessions', page: 1, limit: 20 });
    id = sessions[0]?.session_id ?? '';
    expect(sessions[0]?.job_status).toBe('RUNNING');
  }).toPass();
  // Looking in requires a reason.
  expect((await page.request.get(`${server.url}/api/admin/live/${id}`)).status()).toBe(403);

  const other = await context.newPage();
  await other.goto(`${server.url}/admin?view=sessions#${id}`);
  const link = other.getByRole('region', { name: 'Who can watch it' });
  await link.getByRole('textbox').fill('A report about it.');
  await link.getByRole('button', { name: /^Watch/ }).press('Enter');
  const picture = link.getByRole('img', { name: /live$/ });
  await expect(link.getByRole('status')).toHaveText('One frame every two seconds.');
  await expect(async () => {
    const colours = await picture.evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(Array.from({ length: 200 }, (_, at) => data[at * 18_000])).size;
    });
    expect(colours).toBeGreaterThan(10);
  }).toPass();
  const { entries } = await call('audit-data', { action: 'getAudit', page: 1, limit: 20, act: 'watch' });
  expect(entries[0].what).toContain('A report about it.');

  // Stop it from the page that watches it. Its history shows seconds.
  await link.getByRole('button', { name: /^Stop (?!watching)/ }).press('Enter');
  await other.getByRole('alertdialog').getByRole('button', { name: 'OK' }).press('Enter');
  await expect(link.getByRole('button', { name: /^Close link/ })).toBeVisible();
  const life = other.getByRole('list', { name: 'History' });
  await expect(life.locator('time').first()).toHaveText(/\d:\d\d:\d\d [AP]M$/);
  await other.close();
});
