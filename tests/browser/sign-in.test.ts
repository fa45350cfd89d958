import { expect, type Page } from 'playwright/test';
import { ownPath } from '../../modules/auth/contract/own-path.ts';
import { oddPaths } from '../../modules/auth/testing/path-forms.ts';
import { type IdentityProvider, startIdentityProvider } from '../identity-provider.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { test } from './shared-page.ts';

const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };
let idp: IdentityProvider;
test.beforeAll(async () => {
  idp = await startIdentityProvider();
  idp.signInAs('ada', ada);
});
test.afterAll(() => idp.stop());

test.describe('by redirect', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer({ env: { WORKERS: 'fleet', ...idp.env } });
  });
  test.afterAll(() => server.dispose());

  test('a person goes to the provider and comes back to the dreamboard', async ({ page }) => {
    const way = page.getByRole('link', { name: 'Try it free' });
    for (const [width, height] of [
      [844, 390],
      [932, 430],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (page.url() !== `${server.url}/`) await page.goto(server.url);
      await expect(way).toBeInViewport({ ratio: 1 });
    }
    await way.click();
    await page.waitForURL(`${server.url}/dreamboard`);
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your dreamboard awaits.');
  });

  test('no redirect leads to another site, whatever requested it', async ({ page }) => {
    const people = await openPeople(server.dataDir);
    await page.context().addCookies([await people.cookie(await people.create('trial'), server.url)]);
    await people.close();
    await page.goto(`${server.url}/terms`);
    const led: string[] = [];
    page.on('framenavigated', (frame) => led.push(frame.url()));
    for (const target of ['/.//evil.example', '/x/..//evil.example', '//evil.example', '/\\evil.example']) {
      await page.evaluate((next) => sessionStorage.setItem('postLoginRedirect', next), target);
      await page.goto(server.url, { waitUntil: 'networkidle' });
      expect(await page.evaluate(() => sessionStorage.getItem('postLoginRedirect'))).toBeNull();
    }
    expect(new Set(led)).toEqual(new Set([`${server.url}/`]));

    const paths = [...oddPaths(20_000)].flatMap((given) => ownPath(given) ?? []);
    const strays = await page.evaluate(
      (all) => all.filter((path) => new URL(path, location.href).href !== location.origin + path),
      paths,
    );
    expect(strays).toEqual([]);
  });
});

test.describe('by popup', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer({ env: { WORKERS: 'fleet', ...idp.env, GOOGLE_POPUP: 'on' } });
  });
  test.afterAll(() => server.dispose());

  /** Replaces the provider's script, which tests must not load, and returns this answer. */
  async function answerPopup(page: Page, answer: object): Promise<void> {
    await page.route('https://accounts.google.com/gsi/client', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.google = { accounts: { oauth2: { initTokenClient(options) {
          window.asked = { client_id: options.client_id, scope: options.scope };
          return { requestAccessToken() { options.callback(${JSON.stringify(answer)}); } };
        } } } };`,
      }),
    );
  }

  test('the script is loaded on click, and its token signs in', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('accounts.google.com')) loaded.push(request.url());
    });
    await answerPopup(page, { access_token: await idp.accessToken('ada') });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    expect(loaded).toEqual([]);
    await page.getByRole('link', { name: 'Try it free' }).click();
    await page.waitForURL(`${server.url}/dreamboard`);
    expect(loaded).toEqual(['https://accounts.google.com/gsi/client']);
    const session = await page.request.get(`${server.url}/api/session`);
    expect((await session.json()).user).toMatchObject({ email: ada.email });
  });

  for (const [what, answer] of [
    ['is closed', { error: 'access_denied' }],
    ['gives a token that is not for us', { access_token: 'made-up' }],
  ] as const) {
    test(`a popup that ${what} leaves the button ready for a retry`, async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await answerPopup(page, answer);
      await page.goto(server.url);
      await page.getByRole('link', { name: 'Try it free' }).click();
      await expect.poll(() => logged.join()).toContain('The sign-in did not work.');
      const button = page.getByRole('link', { name: 'Try it free' });
      await expect(button).toBeVisible();
      await expect(button).not.toHaveAttribute('aria-disabled', 'true');
      expect((await page.request.get(`${server.url}/api/session`)).status()).toBe(401);
    });
  }
});
