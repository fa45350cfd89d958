import { type BrowserContext, expect, type Page } from 'playwright/test';
import { openPeople } from '../people.ts';
import { SELLING } from '../selling.ts';
import type { RunningServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { setScheme } from './axe.ts';
import { type BoardStage, startBoardStage } from './board-stage.ts';
import { connectLightWorker } from './light-worker.ts';
import { signInAsAdmin } from './seeded-server.ts';
import { test } from './shared-page.ts';

/** Console errors that visiting the pages must not cause. */
const REFUSED = /content security policy|integrity|violates the following|refused to|mixed content/i;

let stage: BoardStage;
let server: RunningServer;
test.beforeAll(async () => {
  stage = await startBoardStage({
    WORKER_TOKEN,
    LOG_LEVEL: 'warn',
    // Enables the plan pages, which are only checked for errors.
    ...SELLING,
  });
  server = stage.server;
  await connectLightWorker(server);
});
test.afterAll(() => stage.stop());
/** Pages whose videos and previews load only with motion enabled. The rest are tested without, which paints less. */
const MOVING = /^\/(dreamboard|stream|session.*)?$/;

/** Collects everything in this context that a policy, a digest or a script error stops. */
async function listen(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (what: string) => faults.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation(what: string): void }).reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`);
    });
  });
  context.on('console', (message) => {
    if (REFUSED.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(`${error.page()?.url()}: ${error.error().stack}`));
  return faults;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: MOVING.test(path) ? 'no-preference' : 'reduce' });
  await page.goto(new URL(path, server.url).href, { waitUntil: 'load' });
  // Islands are imported by script, each with its own integrity digest.
  const waiting = page.locator('[data-island][data-status]:not([data-until]):not([data-status="hydrated"])');
  await expect(waiting, path).toHaveCount(0);
}

const OPEN_PAGES = [
  '/',
  '/auth/signin',
  '/terms',
  '/privacy',
  '/check',
  '/unauthorized',
  '/nowhere',
  '/settings',
  '/checkout',
];

const MEMBERS_PAGES = [
  ...['summary', 'sessions', 'users'].map((view) => `/admin?view=${view}`),
  ...['/settings', '/checkout', '/success', '/cancel', '/dreamboard', '/'],
];

/** Visits a page in the system's theme, then switches to the other one without a reload. */
async function visitInBothSchemes(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
  await setScheme(page, isDark ? 'light' : 'dark');
}

test('no page requests anything that its policy blocks, in either theme', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'light' });
  const faults = await listen(context);
  const page = await context.newPage();
  // Each page starts in the theme in which the previous one ended.
  for (const path of OPEN_PAGES) await visitInBothSchemes(page, path);
  expect(faults).toEqual([]);
  await context.close();
});

test('no signed-in page requests anything that its policy blocks', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const faults = await listen(context);
  const page = await context.newPage();
  await signInAsAdmin(page, server);

  await visit(page, '/stream');
  await page.getByRole('textbox').fill('a calm ocean at sunset');
  await page.getByRole('textbox').press('Enter');
  const receipt = page.getByRole('listitem').filter({ hasText: 'a calm ocean at sunset' });
  await expect(receipt).toContainText('in the picture');
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await page.waitForURL('**/dreamboard');
  await page
    .getByRole('region', { name: 'How was your dream?' })
    .getByRole('button', { name: 'Close' })
    .click();
  const tile = page.locator('a.tile-link').first();
  await expect(tile.locator('img')).toBeVisible({ timeout: 60_000 });
  await tile.hover();
  await tile.click();
  await page.waitForURL('**/session?*');
  const canPlay = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState >= 2);
  await expect.poll(canPlay, { timeout: 20_000 }).toBe(true);

  const shared = await page.getByRole('textbox').inputValue();
  await visit(page, shared);
  await expect.poll(canPlay, { timeout: 20_000 }).toBe(true);
  await page.goto(`${shared}.mp4`);
  await expect.poll(canPlay, { timeout: 20_000 }).toBe(true);

  const id = shared.split('/').at(-1);
  const downloaded = page.waitForEvent('download');
  await visit(page, `/download?job_id=${id}`);
  await downloaded;
  for (const path of [...MEMBERS_PAGES, `/session?session_id=${id}`]) {
    await visitInBothSchemes(page, path);
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  // To the other theme and back.
  const themeSwitch = page.locator('[data-theme-switch]');
  await themeSwitch.click();
  await themeSwitch.click();
  expect(faults).toEqual([]);
  await context.close();
});

test('the policy allows only what it names, and every script carries its digest', async ({ page }) => {
  const answer = await page.request.get(server.url);
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none';/);
  for (const word of ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "img-src 'self';"]) {
    expect(policy).toContain(word);
  }
  expect(policy).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
  for (const path of ['/', '/checkout']) {
    await visit(page, path);
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
          'script[src], link[rel=stylesheet], link[rel=modulepreload]',
        ),
      ]
        .filter(({ integrity }) => !integrity.startsWith('sha384-'))
        .map((element) => element.outerHTML),
    );
    expect(bare).toEqual([]);
  }
});

test('a script that differs from its build doesn’t run', async ({ browser }) => {
  const people = await openPeople(server.dataDir);
  const context = await browser.newContext();
  await context.addCookies([await people.cookie(await people.create('trial'), server.url)]);
  await people.close();
  const page = await context.newPage();
  await visit(page, '/checkout');
  const map = JSON.parse((await page.locator('script[type=importmap]').textContent()) ?? '');
  const island = Object.keys(map.integrity).find((address) => address.includes('/checkout-')) ?? '';
  await page.route(`**${island}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `window.slippedIn = true;${await answer.text()}` });
  });
  const reported: string[] = [];
  page.on('console', (message) => reported.push(message.text()));
  await page.reload();
  await expect.poll(() => reported.join()).toMatch(/integrity/i);
  expect(await page.evaluate(() => 'slippedIn' in window)).toBe(false);
  await context.close();
});
