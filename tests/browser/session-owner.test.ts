import { expect, type Page } from 'playwright/test';
import { faultsInBothSchemes } from './axe.ts';
import { backOnline } from './back-online.ts';
import { type BoardStage, type SeededDream, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());
/** By default, the test browser identifies itself as automated, and such views don't count. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  userAgent: USER_AGENT,
});

const HOUR = 3600_000;

async function openSession(page: Page, dream: SeededDream): Promise<void> {
  await page.goto(`${stage.url}/session?session_id=${dream.id}`);
  await hydrated(page, 'session');
}
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('dreams link to their neighbours in the order of the board, and back to it', async ({ page }) => {
  const person = await stage.addPerson();
  const names = ['Cedar', 'Alder', null, 'Birch'];
  for (const [index, name] of names.entries()) {
    await stage.addDream(person, { name, files: false, startedAt: Date.now() - (index + 1) * HOUR });
  }
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('combobox', { name: 'Sort dreams' }).selectOption('name-asc');
  await page.getByRole('link', { name: 'Alder' }).click();
  await hydrated(page, 'session');
  await expect(title(page)).toHaveText('Alder');

  const [previous, next] = [
    page.getByRole('link', { name: 'Previous dream' }),
    page.getByRole('link', { name: 'Next dream' }),
  ];
  await expect(previous).toBeDisabled();
  await expect(next).toHaveAccessibleName('Next dream: Birch');
  await next.click();
  await expect(title(page)).toHaveText('Birch');
  await hydrated(page, 'session');
  await expect(previous).toHaveAccessibleName('Previous dream: Alder');
  await page.keyboard.press(']');
  await expect(title(page)).toHaveText('Cedar');
  await hydrated(page, 'session');
  await page.reload();
  await hydrated(page, 'session');
  // Brackets typed with AltGr arrive with Ctrl and Alt set.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: ']',
        ctrlKey: true,
        altKey: true,
        modifierAltGraph: true,
        bubbles: true,
      }),
    ),
  );
  await expect(title(page)).toHaveText('untitled');
  await hydrated(page, 'session');
  await expect(next).toBeDisabled();
  await page.keyboard.press('[');
  await expect(title(page)).toHaveText('Cedar');
  await hydrated(page, 'session');

  // Typing in the field doesn't trigger shortcuts.
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).press(']');
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveText('Cedar');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/dreamboard');
  // Back returned to the dreamboard instead of opening another one.
  const boards = await page.evaluate(
    () => window.navigation.entries().filter(({ url }) => url?.endsWith('/dreamboard')).length,
  );
  expect(boards).toBe(1);
});

test('neighbours follow the board’s filters; a single match has none', async ({ page }) => {
  const person = await stage.addPerson();
  const only = await stage.addDream(person, { name: 'A wood', files: false });
  await stage.signIn(page.context(), person);
  await openSession(page, only);
  await expect(page.getByRole('navigation', { name: 'Previous and next dream' })).toBeHidden();

  await stage.addDream(person, {
    name: 'The sea',
    files: false,
    startedAt: Date.now() - 2 * HOUR,
  });
  await stage.addDream(person, { name: 'Between', files: false, startedAt: Date.now() - 3 * HOUR });
  await stage.addDream(person, { name: 'Sea of sand', files: false, startedAt: Date.now() - 4 * HOUR });
  await stage.addDream(person, {
    files: false,
    prompts: [['a sea without a name', 0]],
    startedAt: Date.now() - 2.5 * HOUR,
  });
  await page.goto(`${stage.url}/dreamboard?named=yes`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('searchbox', { name: 'Search your dreams' }).fill('sea');
  await expect(page.locator('.tile-name')).toHaveText(['The sea', 'Sea of sand']);
  await page.getByRole('link', { name: 'The sea' }).click();
  await hydrated(page, 'session');
  const next = page.getByRole('link', { name: 'Next dream' });
  await expect(next).toHaveAccessibleName('Next dream: Sea of sand');
  await expect(page.getByRole('link', { name: 'Previous dream' })).toBeDisabled();
  await next.click();
  await expect(title(page)).toHaveText('Sea of sand');
  await hydrated(page, 'session');
  await expect(page.getByRole('link', { name: 'Previous dream: The sea' })).toBeVisible();
});

test('a prompt is copied from the transcript, by mouse, by keyboard and by touch', async ({
  page,
  browser,
}) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, {
    name: 'Said',
    prompts: [
      ['a calm ocean at sunset', 0],
      ['neon city in the rain', 1],
    ],
  });
  await stage.addReply(dream, 'The tide turns to glass', 0.5);
  await stage.signIn(page.context(), person);
  await openSession(page, dream);
  const line = page.locator('.transcript li');
  const buttons = page.getByRole('button', { name: 'Copy prompt' });
  await expect(line).toHaveCount(3);
  await expect(buttons).toHaveCount(2);
  await expect(buttons.first()).toHaveAccessibleDescription('a calm ocean at sunset');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const reported = page.locator('.transcript').getByRole('status');

  await expect(buttons.last()).toHaveCSS('opacity', '0');
  await line.last().hover();
  await expect(buttons.last()).toHaveCSS('opacity', '1');
  await buttons.last().click();
  await expect(reported).toHaveText('Prompt copied');
  expect(await clipboard()).toBe('neon city in the rain');
  await expect(reported).toHaveText('');

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'a calm ocean' }).focus();
  await page.keyboard.press('Tab');
  await expect(buttons.first()).toBeFocused();
  await expect(buttons.first()).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(reported).toHaveText('Prompt copied');
  expect(await clipboard()).toBe('a calm ocean at sunset');

  // If the browser has no clipboard access, the page reports it.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    document.execCommand = () => false;
  });
  await page.keyboard.press('Enter');
  await expect(reported).toHaveText('This browser doesn’t let pages copy text.');

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await stage.signIn(phone, person);
  const touched = await phone.newPage();
  await openSession(touched, dream);
  const touchable = touched.getByRole('button', { name: 'Copy prompt' }).first();
  await expect(touchable).toHaveCSS('opacity', '1');
  expect(await touchable.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await touchable.tap();
  await expect(touched.locator('.transcript').getByRole('status')).toHaveText('Prompt copied');
  await phone.close();
});

/** The public link of a dream as seen by a user, or a visitor, with this browser. */
async function read(dream: SeededDream, token?: string, browser = USER_AGENT) {
  const headers = { accept: 'text/html', 'user-agent': browser, ...(token && { cookie: `sid=${token}` }) };
  const answer = await fetch(`${stage.url}/api/d/${dream.id}`, { headers });
  return { status: answer.status, html: await answer.text() };
}

test('an owner who opens their closed link is told so and led to the switch', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'Closed <b>', shared: false });
  const link = `${stage.url}/api/d/${dream.id}`;
  await stage.signIn(page.context(), person);
  const answer = await page.goto(link);
  expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([404, 'no-store']);
  await expect(title(page)).toHaveText('Sharing is off');
  await expect(page.getByText('“Closed <b>” has a public link, but you closed it')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to my dream' }).click();
  await hydrated(page, 'session');
  const sharing = page.getByRole('switch', { name: 'Public sharing' });
  await expect(sharing).toBeInViewport();
  await sharing.click();
  await expect(sharing).toHaveAttribute('aria-checked', 'true');
  await expect(sharing).toHaveAttribute('aria-disabled', 'false');
  expect((await page.goto(link))?.status()).toBe(200);
  await expect(title(page)).toHaveText('Closed <b>');

  // Everyone else gets a 404, admins included.
  const shut = await stage.addDream(person, { name: 'Not for others', shared: false, files: false });
  for (const other of [null, await stage.addPerson(), await stage.addPerson('admin')]) {
    const { status, html } = await read(shut, other?.token);
    expect(status).toBe(404);
    expect(html).toContain('Sorry — nothing exists at this address.');
    expect(html).not.toContain('Not for others');
  }
  const deleted = await stage.addDream(person, { shared: false, files: false, hiddenAt: Date.now() });
  expect((await read(deleted, person.token)).html).toContain('Sorry — nothing exists at this address.');
});

test('only its owner sees how often the link was opened', async ({ page }) => {
  const [person, admin] = [await stage.addPerson(), await stage.addPerson('admin')];
  const dream = await stage.addDream(person, { name: 'Shown around' });
  await stage.signIn(page.context(), person);
  await openSession(page, dream);
  const panel = page.getByRole('region', { name: 'Share & Export' });
  await expect(panel).toContainText('No views yet');

  for (const reported of ['1 view', '2 views']) {
    for (const _ of [1, 2])
      expect((await read(dream, undefined, `${USER_AGENT} ${reported}`)).status).toBe(200);
    expect((await read(dream, person.token)).status).toBe(200);
    await openSession(page, dream);
    await expect(panel.getByText(reported)).toBeVisible();
  }
  await expect(panel).toContainText('Each visitor counts once a day. Your own visits don’t count.');

  await stage.signIn(page.context(), admin);
  await openSession(page, dream);
  await expect(panel).not.toContainText('view');
});

test('the film is exported in another format by keyboard, and downloaded', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'For a friend', prompts: [['a calm ocean', 0]] });
  await stage.signIn(page.context(), person);
  await page.setViewportSize({ width: 390, height: 844 });
  await openSession(page, dream);
  const panel = page.getByRole('region', { name: 'Share & Export' });
  await panel.getByText('Other formats').focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('radio', { name: 'GIF' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('radio', { name: 'Animated WebP' })).toBeChecked();
  await panel.getByRole('combobox', { name: 'Length' }).selectOption('3 seconds');
  await panel.getByRole('button', { name: 'Make it from 0:00' }).press('Enter');
  const made = panel.getByRole('listitem').filter({ hasText: 'Animated WebP, 0:00–0:02, with captions' });
  await expect(made.getByRole('status')).toContainText('kB', { timeout: 30_000 });
  expect(await faultsInBothSchemes(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('link', { name: 'Download: Animated WebP, 0:00–0:02, with captions' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('dream-webp-0s.webp');
  await made.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(made).toBeHidden();
});

test('an unnamed dream gets a proposed name, which one click keeps', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { files: false, prompts: [['a calm ocean at sunset', 0]] });
  await stage.signIn(page.context(), person);
  await openSession(page, dream);
  await expect(title(page)).toHaveText('untitled');
  const keep = page.getByRole('button', { name: 'Keep the name A calm ocean at sunset' });
  await expect(page.getByText('Perhaps “A calm ocean at sunset”?')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await page.context().setOffline(true);
  await keep.click();
  await expect(page.locator('.banner')).toContainText('Failed to update name');
  await expect(title(page)).toHaveText('untitled');
  await backOnline(page);
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('A calm ocean at sunset');
  await expect(page).toHaveTitle(/^A calm ocean at sunset · /);
  await expect(keep).toBeHidden();
  // After pressing it by keyboard, the focus is where the name is.
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused();
  await page.reload();
  await expect(title(page)).toHaveText('A calm ocean at sunset');

  const other = await stage.addDream(person, { files: false, prompts: [['a desert', 0]] });
  await stage.signIn(page.context(), await stage.addPerson('admin'));
  await openSession(page, other);
  await expect(title(page)).toHaveText('untitled');
  await expect(page.getByText('Perhaps')).toBeHidden();
});

test('on the board a name is proposed next to "untitled", and kept with one click', async ({
  page,
  browser,
}) => {
  const person = await stage.addPerson();
  const said = 'a calm ocean at sunset with three boats that go by slowly';
  await stage.addDream(person, { prompts: [[said, 0]] });
  await stage.addDream(person, {
    name: 'Named',
    prompts: [['a desert', 0]],
    startedAt: Date.now() - 2 * HOUR,
  });
  await stage.addDream(person, { files: false, startedAt: Date.now() - 3 * HOUR });
  const proposed = `A${said.slice(1)}`;
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  const names = page.locator('.tile-name');
  await expect(names).toHaveText(['untitled', 'Named', 'untitled']);
  await expect(page.locator('.tile-proposal')).toHaveText([`perhaps ${proposed}`]);
  const heights = await page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(1);
  expect(await faultsInBothSchemes(page)).toEqual([]);

  const keep = page.getByRole('button', { name: `Keep the name ${proposed}` });
  await page.route('**/api/media-rename/*', (route) => route.abort('internetdisconnected'));
  await keep.click();
  await expect(page.locator('.banner')).toContainText('Failed to update name');
  await expect(names.first()).toHaveText('untitled');
  await page.unroute('**/api/media-rename/*');
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect(names).toHaveText([proposed, 'Named', 'untitled']);
  await expect(keep).toBeHidden();
  await expect(page.getByRole('button', { name: `Rename ${proposed}` })).toBeFocused();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const other = await stage.addPerson();
  await stage.addDream(other, { files: false, prompts: [[said, 0]] });
  await stage.signIn(phone, other);
  const touched = await phone.newPage();
  await touched.goto(`${stage.url}/dreamboard`);
  await hydrated(touched, 'dreamboard');
  const target = touched.getByRole('button', { name: `Keep the name ${proposed}` });
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const words = await touched.locator('.tile-words').boundingBox();
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((await target.boundingBox())?.x ?? 0);
  await target.tap();
  await expect(touched.locator('.tile-name')).toHaveText([proposed]);
  await phone.close();
});
