import { expect, type Page } from 'playwright/test';
import { linkPath } from '../../modules/dreams/contract/short-link.ts';
import { faultsInBothSchemes } from './axe.ts';
import { type BoardStage, type Person, type SeededDream, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
let person: Person;
let dream: SeededDream;
test.beforeAll(async () => {
  stage = await startBoardStage({}, [
    'a calm ocean at sunset',
    'neon city in the rain',
    'desert with two moons',
  ]);
  person = await stage.addPerson();
  const prompts: [string, number][] = [
    ['a calm ocean at sunset', 0],
    ['neon city in the rain', 3],
  ];
  dream = await stage.addDream(person, { name: 'Two parts', prompts });
});
test.afterAll(() => stage.stop());
test.use({ viewport: { width: 1440, height: 900 } });

async function openShared(page: Page): Promise<void> {
  await page.goto(stage.url + linkPath(dream.id));
  await hydrated(page, 'shared');
}
/** Properties of the page's video. */
const video = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ paused, muted, loop, currentTime, playbackRate, controls }: HTMLVideoElement) => ({
      paused,
      muted,
      loop,
      rate: playbackRate,
      second: Math.round(currentTime),
      controls,
    }));
const deck = (page: Page) => page.locator('.player-deck');

test('a shared film plays at once, muted and looped, with its prompts as captions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openShared(page);
  await expect.poll(() => video(page)).toMatchObject({ paused: false, muted: true, loop: true });
  const captions = page.locator('.player-captions');
  await expect(captions).toHaveText('a calm ocean at sunset');
  await expect(deck(page)).toHaveCSS('opacity', '0');
  await expect(captions).toHaveText('neon city in the rain');

  // One’s own dream starts with the prompt on screen, so the loop must not advance to the next one.
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    film.pause();
    film.currentTime = 4;
  });
  await expect(captions).toHaveText('neon city in the rain');
  await stage.signIn(page.context(), person);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Dream your own, starting from here' }).click();
  expect((await posted).postData()).toBe('words=neon+city+in+the+rain');
  await page.waitForURL('**/stream');
});

test('with reduced motion, the poster is shown until it is played by hand', async ({ page }) => {
  await openShared(page);
  await expect(page.locator('video')).toHaveAttribute('poster', `/api/d/${dream.id}.jpg`);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect(await video(page)).toMatchObject({ paused: true, second: 0 });
  await page.locator('video').click();
  await expect.poll(() => video(page)).toMatchObject({ paused: false });
  await page.locator('video').click();
  await expect.poll(() => video(page)).toMatchObject({ paused: true });
  // Captions of several lines, such as a long prompt and a sound, stay below the button.
  await page.locator('.player-captions span').evaluate((line) => {
    line.textContent = 'a calm ocean at sunset, '.repeat(9);
    line.after(line.cloneNode());
    line.nextElementSibling?.append('waves');
  });
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [640, 568],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const space = await page.locator('.player').evaluate((player) => {
      const boxOf = (what: string) => player.querySelector(what)?.getBoundingClientRect();
      const [start, captions] = [boxOf('.player-start'), boxOf('.player-captions')];
      return captions && captions.top - (start?.bottom ?? 0);
    });
    expect(space, `${width} × ${height}`).toBeGreaterThan(0);
  }
});

test('the usual keys of video players work while the focus is in the player', async ({ page }) => {
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/session?session_id=${dream.id}`);
  await hydrated(page, 'session');
  const { keyboard } = page;
  const press = async (key: string, expected: Partial<Awaited<ReturnType<typeof video>>>) => {
    await keyboard.press(key);
    await expect.poll(() => video(page), key).toMatchObject(expected);
  };
  // Not while it is elsewhere.
  await page.getByRole('button', { name: 'Rename' }).focus();
  await keyboard.press('k');
  expect(await video(page)).toMatchObject({ paused: true, controls: false });

  await page.getByRole('slider', { name: 'Moment of the dream' }).focus();
  await press('End', { second: 9 });
  await press('Home', { second: 0 });
  await press('ArrowRight', { second: 5 });
  await press('ArrowLeft', { second: 0 });
  await press('5', { second: 4 });
  await press('l', { second: 9 });
  await press('j', { second: 0 });
  await press(' ', { paused: false });
  await press('k', { paused: true });
  await press('m', { muted: true });
  await press('m', { muted: false });
  await press('>', { rate: 1.25 });
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25');
  await press('<', { rate: 1 });
  await keyboard.press('f');
  const full = () => page.evaluate(() => document.fullscreenElement?.className);
  await expect.poll(full).toBe('player');
  await keyboard.press('f');
  await expect.poll(full).toBeUndefined();

  // Space presses the button that has the focus.
  const loop = page.getByRole('button', { name: 'Loop' });
  await loop.focus();
  await keyboard.press('Space');
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  expect(await video(page)).toMatchObject({ paused: true, loop: true });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  expect(await video(page)).toMatchObject({ rate: 2 });

  // Captions are off until they are turned on, and stay so.
  const captions = page.getByRole('button', { name: 'Captions' });
  await expect(captions).toHaveAttribute('aria-pressed', 'false');
  await loop.focus();
  await keyboard.press('c');
  await expect(captions).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.player-captions')).toContainText('a calm ocean at sunset');
  await page.reload();
  await hydrated(page, 'session');
  await expect(captions).toHaveAttribute('aria-pressed', 'true');
});

test('a tap shows the controls of a playing film, a second one hides them', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  await openShared(page);
  await expect.poll(() => video(page)).toMatchObject({ paused: false });
  const film = page.locator('video');
  const at = { position: { x: 195, y: 40 } };
  await expect(deck(page)).toHaveCSS('opacity', '0');
  await film.tap(at);
  await expect(deck(page)).toHaveCSS('opacity', '1');
  await film.tap(at);
  await expect(deck(page)).toHaveCSS('opacity', '0');
  await film.tap(at);
  await page.getByRole('button', { name: 'Pause' }).tap();
  await expect.poll(() => video(page)).toMatchObject({ paused: true });
  for (const button of await deck(page).getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect([width, height]).toEqual([44, 44]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('a failed film is retried by hand and when the network is back', async ({ page }) => {
  await page.clock.install();
  await page.route('**/*.mp4', (route) => route.abort());
  await openShared(page);
  await expect(page.getByText('Failed to load video. Please try refreshing the page.')).toBeVisible();
  await page.clock.runFor(5100);
  await expect(page.getByText('Video not available')).toBeVisible();
  await page.unroute('**/*.mp4');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('without script the browser’s own controls appear', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stage.url + linkPath(dream.id));
  await expect(page.locator('video[controls][loop]')).toHaveAttribute('poster', /size=small/);
  await expect(page.getByRole('button', { name: 'Dream your own, starting from here' })).toBeVisible();
  await context.close();
});

test('on a phone, Share publishes the link and opens the share sheet with the poster, in one tap', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await stage.signIn(context, person);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const share = async ({ files = [], ...data }: ShareData) => {
      shared.push({ ...data, files: files.map(({ name, type }) => [name, type]) });
    };
    Object.assign(navigator, { share, canShare: () => true });
    Object.assign(window, { shared });
  });
  const closed = await stage.addDream(person, { name: 'Closed', shared: false });
  const url = stage.url + linkPath(closed.id);
  const sent = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  const expected = [{ title: 'Closed', url, files: [['dream.jpg', 'image/jpeg']] }];
  expect((await fetch(url)).status).toBe(404);

  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('button', { name: 'Share Closed' }).tap();
  await expect.poll(sent).toEqual(expected);
  expect((await fetch(url)).status).toBe(200);
  await page.goto(`${stage.url}/session?session_id=${closed.id}`);
  await hydrated(page, 'session');
  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  await expect.poll(sent).toEqual(expected);
  await context.close();
});
