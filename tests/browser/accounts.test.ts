import { type BrowserContext, expect, type Page } from 'playwright/test';
import type { User } from '../../modules/auth/queries/people.ts';
import { openPeople, type Plan } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  server = await startServer({
    env: {
      WORKERS: 'fleet',
      COMMUNITY_URL: 'https://chat.example.com/',
      SOCIAL_URL: 'https://social.example.com/',
      SUPPORT_EMAIL: 'help@example.com',
      COMPANY_NAME: 'Nightworks',
    },
  });
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
});

async function signIn(context: BrowserContext, plan: Plan, name?: string): Promise<User> {
  const user = await people.create(plan, name);
  await context.addCookies([await people.cookie(user, server.url)]);
  return user;
}

/** From here on, the page's clock moves only when the test advances it. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Far enough ahead that the real clock can't pass it before the call arrives.
  await page.clock.pauseAt(now + 60_000);
}

const open = (page: Page, path: string) => page.goto(server.url + path);

/** Resolves on the page's next request to this path. */
const nextCall = (page: Page, path: string) =>
  page.waitForRequest((request) => request.url() === server.url + path);

/** Cumulative layout shift since the page was opened, at the next frame. */
const shifts = (page: Page) =>
  page.evaluate(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    return new Promise<number>((drawn) => requestAnimationFrame(() => setTimeout(() => drawn(sum))));
  });

test.describe('the start page', () => {
  test('renders text before it requests fonts, and uses them at once from then on', async ({ page }) => {
    const drawnAndAsked = () =>
      page.evaluate(async () => {
        await document.fonts.ready;
        const [drawn] = performance.getEntriesByName('first-contentful-paint');
        const fonts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
          ({ name }) => name.endsWith('.woff2'),
        );
        return {
          drawn: drawn?.startTime ?? Number.POSITIVE_INFINITY,
          asked: fonts.filter(({ transferSize }) => transferSize > 0).map(({ startTime }) => startTime),
          inCache: fonts.filter((one) => one.initiatorType === 'fetch' && one.responseStatus === 200).length,
        };
      });
    await open(page, '/');
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name))
      .toContain('fonts');
    const first = await drawnAndAsked();
    expect(first.asked).toHaveLength(2);
    expect(Math.min(...first.asked)).toBeGreaterThan(first.drawn);
    expect(
      await page.evaluate(() => document.fonts.check('1em Fraunces') && document.fonts.check('1em Inter')),
    ).toBe(true);
    await page.reload();
    await expect.poll(drawnAndAsked).toMatchObject({ asked: [], inCache: 2 });
    await expect(page.locator('link[data-fonts]')).toHaveAttribute('media', 'all');
    // After the cache has been cleared, fonts load after the first paint, as on a first visit.
    const devtools = await page.context().newCDPSession(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const language of ['en', 'de', 'fr']) {
      await devtools.send('Network.clearBrowserCache');
      await open(page, `/?language=${language}`);
      await expect.poll(async () => (await drawnAndAsked()).asked.length).toBe(2);
      const lost = await drawnAndAsked();
      expect(lost.inCache).toBe(0);
      expect(Math.min(...lost.asked)).toBeGreaterThan(lost.drawn);
      // The headline and the lines below it wrap alike in the fallback fonts.
      expect(await shifts(page), language).toBeLessThan(0.01);
    }
    await devtools.detach();
  });

  test('invites a visitor and remembers where the sign-in leads', async ({ page }) => {
    await open(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speak your dreams into reality');
    // Stay on the page to see what it shows while the next one loads.
    await page.evaluate(() =>
      window.addEventListener('click', (event) => event.preventDefault(), { once: true }),
    );
    await page.getByRole('link', { name: 'Try it free' }).click();
    const busy = page.getByRole('link', { name: 'Signing You In…' });
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    expect(await page.evaluate(() => sessionStorage.getItem('postLoginRedirect'))).toBe('/dreamboard');
    // A second click during sign-in is ignored.
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    expect(page.url()).toBe(`${server.url}/`);
    await page.reload();
    await page.getByRole('link', { name: 'Try it free' }).click();
    await page.waitForURL('**/auth/signin?next=/dreamboard');
  });

  test('plays its film muted in a loop, and pauses it', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, '/');
    const film = page.locator('video[data-promo]');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => !video.paused)).toBe(true);
    expect(await film.evaluate((video: HTMLVideoElement) => video.muted && video.loop)).toBe(true);
    // The files of the live page follow.
    const next = page.locator('link[data-next]');
    await expect(next.first()).toHaveAttribute('rel', 'prefetch');
    for (const link of await next.all())
      await expect(link).toHaveAttribute('href', /^\/assets\/[\w-]+\.(js|css)$/);
    // Its prompts are typed into the prompt line before it follows them.
    await film.evaluate((video: HTMLVideoElement) => {
      video.currentTime = 2.2;
    });
    await expect(page.getByPlaceholder('A storm rolls in', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Pause video' }).click();
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  });

  test('keeps the film still with reduced motion, and follows the system’s theme', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    await open(page, '/');
    await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible();
    expect(await page.locator('video[data-promo]').evaluate((video: HTMLVideoElement) => video.paused)).toBe(
      true,
    );
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
  });
});

test.describe('the shell', () => {
  test('has a sidebar that closes on a click next to it', async ({ page, context }) => {
    await signIn(context, 'trial');
    await open(page, '/settings');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(['Home', 'Dreamboard', 'New Stream', 'Settings']);
    await page.mouse.click(900, 500);
    await expect(links.first()).toBeHidden();
  });

  test('has a footer, except in windows too short for it', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, '/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 699 });
    await expect(footer).toBeHidden();
    await page.setViewportSize({ width: 760, height: 780 });
    await expect(footer).toBeVisible();
    await page.setViewportSize({ width: 760, height: 750 });
    await expect(footer).toBeHidden();
    await open(page, '/terms');
    await expect(footer).toBeVisible();
  });

  test('loads no React on a page without islands', async ({ page, context }) => {
    await signIn(context, 'trial');
    for (const path of ['/', '/settings', '/terms', '/nowhere']) {
      const scripts: Promise<number>[] = [];
      page.on('response', (response) => {
        if (/\.js$/.test(new URL(response.url()).pathname))
          scripts.push(
            response
              .request()
              .sizes()
              .then(({ responseBodySize }) => responseBodySize),
          );
      });
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      page.removeAllListeners('response');
      const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
      expect(bytes, path).toBeLessThanOrEqual(4096);
    }
  });
});

test.describe('the theme', () => {
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));

  test('follows the system until a choice is made, and keeps the choice', async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(context, 'trial');
    await open(page, '/settings');
    expect(await isDark(page)).toBe(true);
    const dark = await ground(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    const control = page.getByRole('switch', { name: 'Dark theme' });
    for (const system of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: system });
      await expect(control).toHaveAttribute('aria-checked', String(system === 'dark'));
      expect(await isDark(page)).toBe(system === 'dark');
    }
    await control.click();
    expect(await isDark(page)).toBe(false);
    expect(await ground(page)).not.toBe(dark);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

    // The server reads the theme from the cookie, so even the first paint is right.
    const html = await (await context.request.get(`${server.url}/settings`)).text();
    expect(html).toMatch(/<html lang="en" dir="ltr" class="light"/);
    await page.reload();
    expect(await isDark(page)).toBe(false);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await isDark(page)).toBe(false);
  });

  test('prefers a stored choice to the system’s, and ignores an invalid one', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/terms');
    expect(await isDark(page)).toBe(false);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    // The document as soon as it has a body, before any module runs.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        (window as unknown as { atFirst: boolean }).atFirst =
          document.documentElement.classList.contains('dark');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => (window as unknown as { atFirst: boolean }).atFirst)).toBe(true);
    await page.evaluate(() => localStorage.setItem('theme', 'purple'));
    await page.reload();
    expect(await isDark(page)).toBe(false);
  });
});

test.describe('the session in an open page', () => {
  test('is refreshed every 30 s, on focus and when the tab becomes visible', async ({ page, context }) => {
    await stopClock(page);
    await signIn(context, 'premium');
    await open(page, '/settings');
    const reread = nextCall(page, '/api/session');
    await page.clock.runFor(30_000);
    await reread;
    for (const [target, event] of [
      ['window', 'focus'],
      ['document', 'visibilitychange'],
    ]) {
      const again = nextCall(page, '/api/session');
      await page.evaluate(`${target}.dispatchEvent(new Event('${event}'))`);
      await again;
    }
  });

  test('survives a failing server, and shows a new plan by itself', async ({ page, context }) => {
    const user = await signIn(context, 'trial');
    await open(page, '/settings');
    await expect(page.getByText('Trial User')).toBeVisible();
    await page.route('**/api/session', (route) => route.fulfill({ status: 503, json: { error: 'later' } }));
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const read = page.waitForResponse('**/api/session');
    const logged = page.waitForEvent('console', (message) => /could not be read/.test(message.text()));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await read;
    // Logged by its source name rather than the minified class name.
    expect((await logged).text()).toMatch(/^The session could not be read\. Refusal: later\b/);
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);

    await page.unroute('**/api/session');
    await people.setPlan(user, 'basic');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('Basic Subscriber')).toBeVisible();
  });

  test('doesn’t disturb a live page when the plan changes, and ends here when ended elsewhere', async ({
    page,
    context,
  }) => {
    const user = await signIn(context, 'trial');
    await open(page, '/dreamboard');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await people.setPlan(user, 'premium');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.locator('[data-role]')).toHaveText('Subscribed');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);

    await people.store.endLoginSessions(user.id);
    // The board polls too, and may already be navigating away when this runs.
    await page
      .evaluate(() => void setTimeout(() => window.dispatchEvent(new Event('focus'))))
      .catch(() => {});
    await expect(page).toHaveURL(`${server.url}/`);
  });

  for (const end of ['Sign out', 'Sign out everywhere'])
    test(`that ended in another tab by "${end}" is shown as over, not as missing permission`, async ({
      page,
      context,
    }) => {
      await signIn(context, 'trial');
      await open(page, '/stream');
      await page.evaluate(() => {
        for (const key of ['feedback-session-id', 'stream-personal', 'theme']) localStorage.setItem(key, 'x');
        sessionStorage.setItem('stream-draft', '["me","a secret garden"]');
      });
      const other = await context.newPage();
      await open(other, '/settings');
      if (end === 'Sign out') await other.getByRole('button', { name: 'Account menu' }).click();
      await other.getByRole('button', { name: end, exact: true }).click();
      await other.waitForURL(`${server.url}/`);
      await expect(page).toHaveURL(`${server.url}/unauthorized`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re signed out');
      expect(
        await page.evaluate(() => [Object.keys(localStorage), sessionStorage.getItem('stream-draft')]),
      ).toEqual([expect.not.arrayContaining(['feedback-session-id', 'stream-personal']), null]);
      await expect(page.getByText(/permission/)).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
        'href',
        '/',
      );
    });

  test('is over after signing out, even if the call fails', async ({ page, context }) => {
    await signIn(context, 'premium');
    await page.route('**/api/auth/logout', (route) => route.abort());
    await open(page, '/settings');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${server.url}/`);
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speak your dreams into reality');
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speak your dreams into reality');
    await page.goto(`${server.url}/`);

    await page.unroute('**/api/auth/logout');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect
      .poll(async () => (await context.request.get(`${server.url}/api/session`)).status())
      .toBe(401);
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0);
  });
});

test.describe('verifies the subscription', () => {
  const MINUTE = 60_000;
  /** Times of the calls, in ms of the page's clock since load. */
  async function callsOf(page: Page, paths: string[]) {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (paths.includes(pathname)) calls.push(pathname);
    });
    return calls;
  }

  for (const [plan, first, every] of [
    ['trial', 3_000, 5 * MINUTE],
    ['basic', 10_000, 30 * MINUTE],
  ] as const) {
    test(`for ${plan} first after ${first / 1000} s, then every ${every / MINUTE} min`, async ({
      page,
      context,
    }) => {
      await stopClock(page);
      await signIn(context, plan);
      const calls = await callsOf(page, ['/api/verify-subscription']);
      await open(page, '/terms');
      await page.clock.runFor(first - 500);
      expect(calls).toHaveLength(0);
      await page.clock.runFor(600);
      await expect.poll(() => calls.length).toBe(1);
      await page.clock.fastForward(every - first - 1_000);
      expect(calls).toHaveLength(1);
      await page.clock.fastForward(1_500);
      await expect.poll(() => calls.length).toBe(2);
    });
  }

  test('on focus for people on trial only, and never for admins', async ({ page, browser }) => {
    for (const [plan, expected] of [
      ['trial', 1],
      ['premium', 0],
      ['admin', 0],
    ] as const) {
      const context = await browser.newContext();
      await signIn(context, plan);
      page = await context.newPage();
      await stopClock(page);
      const calls = await callsOf(page, ['/api/verify-subscription']);
      await open(page, '/terms');
      const read = nextCall(page, '/api/session');
      await page.evaluate(() => {
        for (let times = 0; times < 40; times++) window.dispatchEvent(new Event('focus'));
      });
      await read;
      if (plan === 'admin') await page.clock.fastForward(31 * MINUTE);
      await expect.poll(() => calls.length, plan).toBe(expected);
      await context.close();
    }
  });

  test('and applies a changed role at once', async ({ page, context }) => {
    await stopClock(page);
    const user = await signIn(context, 'trial');
    await page.route('**/api/verify-subscription', async (route) => {
      await people.setPlan(user, 'premium');
      await route.fulfill({ json: { roleUpdated: true } });
    });
    await open(page, '/settings');
    await expect(page.getByText('Trial User')).toBeVisible();
    await page.clock.runFor(3_100);
    await expect(page.getByText('Premium Subscriber')).toBeVisible();
  });

  test('right after a subscriber signs in, with a second check of their identity', async ({
    page,
    context,
  }) => {
    await stopClock(page);
    await signIn(context, 'basic');
    await context.addCookies([{ name: 'signed-in', value: '1', url: server.url }]);
    const paths = ['/api/verify-subscription', '/api/refresh-session', '/api/session'];
    const calls = await callsOf(page, paths);
    await open(page, '/terms');
    await page.clock.runFor(50);
    expect(calls).toEqual([]);
    const refreshed = page.waitForResponse('**/api/refresh-session');
    await page.clock.runFor(60);
    await refreshed;
    expect(calls).toEqual(paths.slice(0, 2));
    await page.clock.runFor(450);
    expect(calls).toEqual(paths.slice(0, 2));
    // The half second starts when the page has read the response, possibly later than this test sees it.
    await expect(async () => {
      await page.clock.runFor(100);
      expect(calls).toEqual(paths);
    }).toPass();
    // The next page is no longer the first one.
    expect(await page.evaluate(() => document.cookie)).not.toContain('signed-in');
  });
});
