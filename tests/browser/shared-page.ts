import {
  type Browser,
  test as base,
  type CDPSession,
  type Disposable,
  type Page,
  type PlaywrightTestOptions,
} from 'playwright/test';

/** A test file's page options, set with `test.use`. */
type Wish = Pick<PlaywrightTestOptions, 'viewport' | 'userAgent' | 'permissions' | 'contextOptions'>;

/**
 * Tests that use `page` or `context` share them with other tests of the same worker and options. State is cleared in
 * between, but cached assets and compiled scripts stay: Playwright's own `reuseContext` drops those too, which costs a
 * fifth of a second of CPU per test.
 */
export const test = base.extend<object, { shared: ReturnType<typeof createSharedPage> }>({
  shared: [
    async ({ browser }, use) => {
      const shared = createSharedPage(browser);
      await use(shared);
      await shared.drop();
    },
    { scope: 'worker' },
  ],
  page: async ({ shared, viewport, userAgent, permissions, contextOptions }, use, info) => {
    await use(await shared.lend({ viewport, userAgent, permissions, contextOptions }));
    await (info.status === info.expectedStatus ? shared.takeBack() : shared.drop());
  },
  context: async ({ page }, use) => use(page.context()),
});

interface Kept {
  wish: Wish;
  page: Page;
  devtools: CDPSession;
  /** origins that may have stored something */
  origins: Set<string>;
  /** init scripts and bindings that a test has added */
  added: Promise<Disposable>[];
  /** true if a test did something irreversible, so that the next one gets a new context */
  isSpent: boolean;
}

function createSharedPage(browser: Browser) {
  let kept: Kept | null = null;
  async function drop(): Promise<void> {
    await kept?.page.context().close();
    kept = null;
  }
  return {
    async lend(wish: Wish): Promise<Page> {
      if (JSON.stringify(kept?.wish) !== JSON.stringify(wish)) await drop();
      kept ??= await open(browser, wish);
      const { page, origins } = kept;
      page.on('framenavigated', (frame) => {
        if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin);
      });
      return page;
    },
    async takeBack(): Promise<void> {
      if (!kept || kept.isSpent || kept.page.isClosed()) await drop();
      else await empty(kept);
    },
    drop,
  };
}

/** Contexts created while a file's tests run get its `test.use` options. */
async function open(browser: Browser, wish: Wish): Promise<Kept> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const kept: Kept = { wish, page, devtools, origins: new Set(), added: [], isSpent: false };
  for (const target of [page, context]) {
    reportCalls(target, ['addInitScript', 'exposeFunction', 'exposeBinding'], (added: Promise<Disposable>) =>
      kept.added.push(added),
    );
  }
  const spend = () => {
    kept.isSpent = true;
  };
  reportCalls(page, ['routeWebSocket', 'addLocatorHandler'], spend);
  reportCalls(context, ['newCDPSession', 'grantPermissions', 'setExtraHTTPHeaders', 'routeWebSocket'], spend);
  reportCalls(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend);
  return kept;
}

/** Reports the results of these methods whenever a test calls one. */
function reportCalls<Given>(target: object, names: string[], report: (given: Given) => void): void {
  const methods = target as Record<string, (...args: unknown[]) => Given>;
  for (const name of names) {
    const method = methods[name];
    if (!method) throw new Error(`Playwright has no ${name} any more.`);
    methods[name] = (...args) => {
      const given = method.apply(target, args);
      report(given);
      return given;
    };
  }
}

const EVENTS = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'response',
];

async function empty({ wish, page, devtools, origins, added }: Kept): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const script of added.splice(0)) await (await script).dispose();
  await context.setOffline(false);
  // Pages may store something on leaving, and a pending navigation has to finish first.
  await page.goto('about:blank').catch(() => page.goto('about:blank'));
  for (const origin of origins) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  origins.clear();
  await context.clearCookies();
  // Otherwise the next page would start with something hovered.
  await page.mouse.move(-1, -1);
  if (wish.viewport) await page.setViewportSize(wish.viewport);
  await page.emulateMedia({ media: null, colorScheme: 'light', ...wish.contextOptions });
}
