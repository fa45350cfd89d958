import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from 'playwright/test';
import { test } from './shared-page.ts';

/** Echoes the cookies it was sent. */
let site: Server;
let url: string;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = createServer((request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    answer.end(`<title>${request.headers.cookie ?? 'nobody'}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => site.close());

let last: Page;
const reported: string[] = [];

test('state that one test leaves behind', async ({ page, context }) => {
  last = page;
  await context.addCookies([{ name: 'who', value: 'one', url }]);
  await page.addInitScript(() => Object.assign(window, { added: true }));
  await page.exposeFunction('exposed', () => 1);
  await page.goto(url);
  expect(await page.title()).toBe('who=one');
  await page.evaluate(() => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    // Stored on leaving the page, like a list position.
    addEventListener('pagehide', () => sessionStorage.setItem('left late', '1'));
  });
  page.on('console', (message) => reported.push(message.text()));
  await page.route('**/routed', (route) => route.abort());
  await context.route('**/routed', (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await context.newPage();
  await context.setOffline(true);
});

test('is gone for the next one, in the same page', async ({ page, context }) => {
  expect(page).toBe(last);
  expect(context.pages()).toHaveLength(1);
  await page.goto(`${url}/routed`);
  expect(await page.title()).toBe('nobody');
  expect(
    await page.evaluate(() => ({
      stored: [localStorage.length, sessionStorage.length],
      added: ['added' in window, 'exposed' in window],
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
      width: innerWidth,
    })),
  ).toEqual({ stored: [0, 0], added: [false, false], dark: false, still: true, width: 1280 });
  const heard = page.waitForEvent('console');
  await page.evaluate(() => console.log('a word'));
  await heard;
  expect(reported).toEqual([]);
});

test('a test that sets the clock uses up the page', async ({ page }) => {
  await page.clock.install();
});

test('so the next one gets a new page', async ({ page }) => {
  expect(page).not.toBe(last);
});
