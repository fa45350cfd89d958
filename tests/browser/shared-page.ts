import {
  type Browser,
  type BrowserContext,
  test as base,
  type CDPSession,
  type Disposable,
  type Page,
  type PlaywrightTestOptions,
} from 'playwright/test';

/** What a page is made with, as test files wish for it by `test.use`. */
type Wish = Pick<PlaywrightTestOptions, 'viewport' | 'userAgent' | 'permissions' | 'contextOptions'>;

/**
 * Tests that take `page` or `context` share them with the others of their worker that wish for the same. They are emptied
 * in between, but keep assets and compiled scripts: Playwright's own `reuseContext` forgets those too, which takes a fifth
 * of a second of processor for each test.
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
  context: async ({ shared, viewport, userAgent, permissions, contextOptions }, use, info) => {
    const wish = { viewport, userAgent, permissions, contextOptions };
    await use(await shared.lend(wish));
    await (info.status === info.expectedStatus ? shared.takeBack(wish) : shared.drop());
  },
  page: async ({ context }, use) => {
    const [page = await context.newPage()] = context.pages();
    await use(page);
  },
});

interface Kept {
  /** what it was made with, as JSON */
  wish: string;
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
  /** whose storage may hold something */
  origins: Set<string>;
  /** what a test has put into everything that is loaded there */
  added: Promise<Disposable>[];
  /** whether a test did what nothing undoes: the next one gets a new context */
  spent: boolean;
}

function createSharedPage(browser: Browser) {
  let kept: Kept | null = null;
  async function drop(): Promise<void> {
    await kept?.context.close();
    kept = null;
  }
  return {
    async lend(wish: Wish): Promise<BrowserContext> {
      if (kept?.wish !== JSON.stringify(wish)) await drop();
      kept ??= await open(browser, wish);
      const { context, page, origins } = kept;
      page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
      return context;
    },
    async takeBack(wish: Wish): Promise<void> {
      if (!kept || kept.spent || kept.page.isClosed()) await drop();
      else await empty(kept, wish);
    },
    drop,
  };
}

/** What a file wishes for by `test.use` is in every context that is made while its tests run. */
async function open(browser: Browser, wish: Wish): Promise<Kept> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const kept: Kept = {
    wish: JSON.stringify(wish),
    context,
    page,
    devtools,
    origins: new Set(),
    added: [],
    spent: false,
  };
  const remember = (added: Promise<Disposable>) => kept.added.push(added);
  tellOf(page, ['addInitScript', 'exposeFunction', 'exposeBinding'], remember);
  tellOf(context, ['addInitScript', 'exposeFunction', 'exposeBinding'], remember);
  const spend = () => {
    kept.spent = true;
  };
  tellOf(page, ['routeWebSocket', 'addLocatorHandler'], spend);
  tellOf(context, ['newCDPSession', 'grantPermissions', 'setExtraHTTPHeaders', 'routeWebSocket'], spend);
  tellOf(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend);
  return kept;
}

/** Tells what these methods give, each time that a test calls one. */
function tellOf<Given>(target: object, names: string[], tell: (given: Given) => void): void {
  const methods = target as Record<string, (...args: unknown[]) => Given>;
  for (const name of names) {
    const method = methods[name];
    if (!method) throw new Error(`Playwright has no ${name} any more.`);
    methods[name] = (...args) => {
      const given = method.apply(target, args);
      tell(given);
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

async function empty({ context, page, devtools, origins, added }: Kept, wish: Wish): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const script of added.splice(0)) await (await script).dispose();
  await context.setOffline(false);
  // Pages store something as they are left.
  await page.goto('about:blank');
  for (const origin of origins) {
    if (origin !== 'null') await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  origins.clear();
  await context.clearCookies();
  // Else something would lie under it in the next page.
  await page.mouse.move(-1, -1);
  if (wish.viewport) await page.setViewportSize(wish.viewport);
  await page.emulateMedia({ colorScheme: 'light', ...wish.contextOptions });
}
