import jsQR from 'jsqr';
import { type Browser, type BrowserContextOptions, expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { backOnline } from './back-online.ts';
import { type BoardStage, type Person, type SeededDream, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage({}, [
    'a calm ocean at sunset',
    'neon city in the rain',
    'desert with two moons',
  ]);
});
test.afterAll(() => stage.stop());
test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const PROMPTS: [string, number][] = [
  ['a calm ocean at sunset', 0],
  ['neon city in the rain', 3],
  ['desert with two moons', 6],
];

async function visit(
  browser: Browser,
  person: Person | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  if (person) await stage.signIn(context, person);
  return context.newPage();
}
async function openSession(page: Page, dream: SeededDream): Promise<void> {
  await page.goto(`${stage.url}/session?session_id=${dream.id}`);
  await hydrated(page, 'session');
}
test('clicking a line seeks the video, and the current line is marked during playback', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'Three parts', prompts: PROMPTS });
  await stage.addReply(dream, 'The tide turns to glass', 4.5);
  await stage.signIn(page.context(), person);
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/conversation?job_id=${dream.jobId}`)) reads += 1;
  });
  await openSession(page, dream);
  const video = page.locator('video');
  const secondOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const current = page.locator('.transcript [aria-current]');
  await expect(page.locator('.transcript li')).toHaveText([
    '0:00a calm ocean at sunset',
    '0:03neon city in the rain',
    '0:04The tide turns to glass',
    '0:06desert with two moons',
  ]);
  await expect(page.locator('.transcript em')).toHaveText('The tide turns to glass');
  await expect(page.locator('.transcript em')).toHaveCSS('font-style', 'italic');

  // A line is current for only a second and a half, so record the changes as they happen.
  await page.evaluate(() => {
    const marked: string[] = [];
    Object.assign(window, { marked });
    const list = document.querySelector('.transcript');
    const note = () => {
      const text = list?.querySelector('[aria-current]')?.textContent ?? '';
      if (text !== marked.at(-1)) marked.push(text);
    };
    if (list) new MutationObserver(note).observe(list, { subtree: true, attributeFilter: ['aria-current'] });
  });
  await page.getByRole('button', { name: 'neon city in the rain' }).click();
  await expect.poll(secondOf).toBeGreaterThanOrEqual(3);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { marked: string[] }).marked.slice(0, 2)))
    .toEqual(['0:03neon city in the rain', '0:04The tide turns to glass']);
  await video.evaluate((element: HTMLVideoElement) => element.pause());

  const scrubber = page.getByRole('slider', { name: 'Moment of the dream' });
  await expect(page.locator('.scrubber circle')).toHaveCount(3);
  await scrubber.focus();
  const before = await secondOf();
  await scrubber.press('ArrowLeft');
  await expect.poll(secondOf).toBeLessThan(before - 3);
  const box = await scrubber.boundingBox();
  if (!box) throw new Error('the scrubber is not in the page');
  await page.mouse.click(box.x + box.width * 0.8, box.y + 20);
  await expect.poll(secondOf).toBeGreaterThan(6);
  await expect(current).toContainText('desert with two moons');
  await expect(scrubber).toHaveAttribute('aria-valuetext', /0:07, desert with two moons/);

  const cues = await video.evaluate(async (element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    if (!track) return [];
    track.mode = 'showing';
    await new Promise((done) => setTimeout(done, 500));
    return [...(track.cues ?? [])].map((cue) => [cue.startTime, (cue as VTTCue).text]);
  });
  expect(cues).toEqual([
    [0, 'a calm ocean at sunset'],
    [3, 'neon city in the rain'],
    [4.5, '<i>The tide turns to glass</i>'],
    [6, 'desert with two moons'],
  ]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect(reads).toBe(1);
});

test('the transcript says when it is loading, failed or empty', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, {});
  await stage.signIn(page.context(), person);
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/conversation?*', async (route) => {
    await held;
    await route.fulfill({ json: { messages: [] } });
  });
  await openSession(page, dream);
  await expect(page.getByText('Loading transcript...')).toBeVisible();
  respond();
  await expect(page.getByText('No transcript available')).toBeVisible();
  await expect(page.getByText('Audio conversation will appear here when available')).toBeVisible();

  await page.unroute('**/api/conversation?*');
  await page.route('**/api/conversation?*', (route) => route.fulfill({ status: 500, json: { error: 'no' } }));
  await openSession(page, dream);
  await expect(page.getByText('Error loading transcript')).toBeVisible();

  await page.unroute('**/api/conversation?*');
  await page.route('**/api/conversation?*', (route) => route.fulfill({ status: 401, json: { error: 'no' } }));
  await page.goto(`${stage.url}/session?session_id=${dream.id}`);
  await page.waitForURL('**/unauthorized');
});

test('the player says when the video is loading, failed or missing', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, {});
  await stage.signIn(page.context(), person);
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/video', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '' });
  });
  await openSession(page, dream);
  await expect(page.getByText('Loading video…')).toBeVisible();
  release();
  const failed = page.getByText('Failed to load video. Please try refreshing the page.');
  await expect(failed).toBeVisible();
  await page.clock.runFor(5000);
  await expect(failed).toBeHidden();
  await expect(page.getByText('Video not available')).toBeVisible();

  const none = await stage.addDream(person, { files: false, serverStatus: 'PROCESSING' });
  await openSession(page, none);
  await expect(page.getByText('Video not available')).toBeVisible();
  await expect(page.getByText('Share & Export')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible();
});

test('its name is changed in the header', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { files: false });
  await stage.signIn(page.context(), person);
  await openSession(page, dream);
  await page.clock.install();
  const pencil = page.getByRole('button', { name: 'Rename' });
  const field = page.getByRole('textbox', { name: 'Name' });
  await pencil.click();
  await expect(field).toHaveValue('untitled');
  await field.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('untitled');
  await pencil.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await pencil.click();
  await field.fill('  ');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field.press('Enter');
  await expect(page.locator('.banner')).toContainText('Name cannot be empty');
  await page.clock.runFor(3100);
  await expect(page.locator('.banner')).toBeHidden();
  await page.context().setOffline(true);
  await field.fill('حلم الليل');
  await field.press('Enter');
  await expect(page.locator('.banner')).toContainText('Failed to update name');
  await expect(field).toHaveValue('حلم الليل');
  await backOnline(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('حلم الليل');
  await expect(page).toHaveTitle(/^حلم الليل · /);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('حلم الليل')).toBeVisible();
});

test('its link is copied, shown as a QR code and closed', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'Shared' });
  await stage.signIn(page.context(), person);
  const link = `${stage.url}/api/d/${dream.id}`;
  await openSession(page, dream);
  await page.clock.install();
  await expect(page.getByRole('heading', { name: 'Share & Export' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Public link' })).toHaveValue(link);
  // Without scrolling, on a large screen and on a phone.
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const name of ['Share', 'Copy link'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.clock.runFor(2100);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  // As on a page without https.
  await page.evaluate(async () => {
    const { clipboard } = navigator;
    await clipboard.writeText('something else');
    Object.assign(window, { clipboard });
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { clipboard: Clipboard }).clipboard.readText()),
  ).toBe(link);
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();

  const code = page.getByRole('img', { name: 'QR code of the public link' });
  expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 });
  const { data, info } = await sharp(await code.screenshot())
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({
      resolveWithObject: true,
    });
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  expect(read?.data).toBe(link);

  const statusForVisitors = async () => (await fetch(link)).status;
  const sharing = page.getByRole('switch', { name: 'Public sharing' });
  await sharing.click();
  await expect(sharing).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByText('The link is closed. Only you can watch.')).toBeVisible();
  await expect.poll(statusForVisitors).toBe(404);
  await page.context().setOffline(true);
  await sharing.click();
  await expect(page.locator('.banner')).toContainText('Failed to change sharing. Please try again.');
  await expect(sharing).toHaveAttribute('aria-checked', 'false');
  await backOnline(page);
  await sharing.click();
  await expect.poll(statusForVisitors).toBe(200);
});

test('people without access are sent away; a failed load is reported', async ({ page }) => {
  const [person, other] = [await stage.addPerson(), await stage.addPerson()];
  const dream = await stage.addDream(person, { name: 'Mine', files: false });
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/session`);
  await page.waitForURL('**/unauthorized');
  for (const query of [`id=${dream.id}`, `job_id=${dream.jobId}`, `job_id=${dream.id}`]) {
    await page.goto(`${stage.url}/session?${query}`);
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  }
  await page.route(`**/api/sessions/${dream.id}`, (route) =>
    route.fulfill({ status: 500, json: { error: 'The database is asleep.' } }),
  );
  await openSession(page, dream);
  await expect(page.locator('.banner')).toContainText('The database is asleep.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.banner')).toBeHidden();
  for (const [status, target] of [
    [401, '**/unauthorized'],
    [404, '**/404'],
  ] as const) {
    await page.unroute(`**/api/sessions/${dream.id}`);
    await page.route(`**/api/sessions/${dream.id}`, (route) =>
      route.fulfill({ status, json: { error: 'x' } }),
    );
    await page.goto(`${stage.url}/session?session_id=${dream.id}`);
    await page.waitForURL(target);
  }
  await page.unroute(`**/api/sessions/${dream.id}`);

  // A cached page shows nothing until it is known who is looking.
  await openSession(page, dream);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/session', async (route) => {
    await held;
    await route.fulfill({ status: 401, json: { error: 'Please sign in first.' } });
  });
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByText('Authenticating…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeHidden();
  await page.context().clearCookies();
  answer();
  await expect(page).toHaveURL(/\/unauthorized$/);

  // The page itself responds the same way.
  const address = `${stage.url}/session?session_id=${dream.id}`;
  expect((await fetch(address, { headers: { cookie: `sid=${other.token}` } })).status).toBe(404);
  await page.unroute('**/api/session');
  await page.goto(address);
  await page.waitForURL('**/unauthorized');
});

test('a download is saved as dream.mp4; a failed one goes to the direct URL after 2 s', async ({
  page,
  browser,
}) => {
  const [person, other] = [await stage.addPerson(), await stage.addPerson()];
  const dream = await stage.addDream(person, { name: 'Kept' });
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/download`);
  await page.waitForURL('**/unauthorized');
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/download-video/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.url}/download?job_id=${dream.jobId}`);
  await expect(page.getByText('Preparing download...')).toBeVisible();
  const download = page.waitForEvent('download');
  go();
  expect((await download).suggestedFilename()).toBe('dream.mp4');
  await expect(page.getByText('Downloaded', { exact: true })).toBeVisible();
  const part = await page.context().request.get(`${stage.url}/api/download-video/${dream.jobId}`, {
    headers: { range: 'bytes=100-199' },
  });
  expect([part.status(), (await part.body()).length]).toEqual([206, 100]);

  const stranger = await visit(browser, other);
  await stranger.clock.install();
  await stranger.goto(`${stage.url}/download?job_id=${dream.jobId}`);
  await expect(stranger.getByText('Download failed')).toBeVisible();
  await expect(stranger.getByText('Redirecting to direct download...')).toBeVisible();
  await stranger.clock.runFor(2000);
  await stranger.waitForURL(`**/api/download-video/${dream.jobId}`);
  await expect(stranger.getByText('Sorry — nothing exists at this address.')).toBeVisible();
  await stranger.context().close();
});

test('a public link shows a player with tags for previews, an invitation and a way to report', async ({
  page,
  browser,
}) => {
  const [person, admin] = [await stage.addPerson(), await stage.addPerson('admin')];
  const dream = await stage.addDream(person, { name: 'For <all>', prompts: [['a calm ocean', 0]] });
  const link = `${stage.url}/api/d/${dream.id}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'For <all>' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dream your own, starting from here' })).toBeVisible();
  const invitation = page.getByText('Say a few words and watch them become a dream like this.');
  await expect(invitation).toBeVisible();
  const meta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
  expect(await meta('og:title')).toBe('For <all>');
  expect(await meta('og:video')).toBe(`${link}.mp4`);
  expect(await meta('og:image')).toBe(`${link}.jpg`);
  expect(await meta('twitter:card')).toBe('summary_large_image');
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  // The thumbnail stays as the poster.
  await expect(video).toHaveAttribute('poster', `/api/d/${dream.id}.jpg`);
  const { request } = page.context();
  const file = await request.get(link, { headers: { accept: 'video/mp4', range: 'bytes=0-9' } });
  expect([file.status(), file.headers()['x-robots-tag']]).toEqual([206, 'noindex']);
  const etag = file.headers().etag ?? '';
  expect((await request.get(`${link}.mp4`, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const preview = await request.get(link, { headers: { accept: '*/*', 'user-agent': 'Twitterbot/1.0' } });
  expect(await preview.text()).toContain('og:video');

  // Without JavaScript, since some people who need to report something have none.
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await bare.newPage();
  await visitor.goto(link);
  await visitor.getByText('Report', { exact: true }).click();
  await visitor.getByRole('radio', { name: 'Hate or harassment' }).check();
  await visitor.getByRole('textbox', { name: 'Anything else' }).fill('Look at 0:05');
  await visitor.getByRole('textbox', { name: 'Your e-mail address' }).fill('a..b@example.com');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('alert')).toHaveText('Please enter a valid e-mail address, or none.');
  await expect(visitor.getByRole('textbox', { name: 'Anything else' })).toHaveValue('Look at 0:05');
  await visitor.getByRole('textbox', { name: 'Your e-mail address' }).fill('ada@example.com');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('status')).toHaveText(
    /^Your report has the number [0-9A-Z_-]{8}\. .*receipt/,
  );
  await bare.close();

  await stage.signIn(page.context(), admin);
  await openSession(page, dream);
  await expect(page.getByText('Reported once by people with the public link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename' })).toBeHidden();
  await page.goto(link);
  await expect(invitation).toBeHidden();
});

test('everything on a dream’s page can be done by keyboard', async ({ page }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'Three parts', prompts: PROMPTS });
  await stage.signIn(page.context(), person);
  await openSession(page, dream);
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Rename' }).focus();
  await keyboard.press('Enter');
  await keyboard.type('By hand');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By hand' })).toBeVisible();

  const sharing = page.getByRole('switch', { name: 'Public sharing' });
  await sharing.focus();
  await keyboard.press('Space');
  await expect(sharing).toHaveAttribute('aria-checked', 'false');
  await expect(sharing).toHaveAttribute('aria-disabled', 'false');
  await keyboard.press('Enter');
  await expect(sharing).toHaveAttribute('aria-checked', 'true');

  const second = page.getByRole('button', { name: 'neon city in the rain' });
  await expect(second).toBeVisible();
  await second.focus();
  await keyboard.press('Enter');
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThanOrEqual(3);
  // Until it plays, the video shows a poster.
  await expect(video).toHaveAttribute('poster', /poster/);
  const poster = await page.request.get(new URL((await video.getAttribute('poster')) ?? '', stage.url).href);
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});

test('everything on a dream’s page can be done by touch', async ({ browser }) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'Three parts', prompts: PROMPTS });
  const page = await visit(browser, person, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await openSession(page, dream);
  await page.getByRole('button', { name: 'Rename' }).tap();
  await page.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByRole('heading', { name: 'By hand' })).toBeVisible();

  const video = page.locator('video');
  const secondOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await page.getByRole('button', { name: 'neon city in the rain' }).tap();
  await expect.poll(secondOf).toBeGreaterThanOrEqual(3);
  const scrubber = page.getByRole('slider', { name: 'Moment of the dream' });
  await scrubber.scrollIntoViewIfNeeded();
  const box = await scrubber.boundingBox();
  if (!box) throw new Error('the scrubber is not in the page');
  await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect.poll(secondOf).toBeGreaterThan(6);

  const sharing = page.getByRole('switch', { name: 'Public sharing' });
  await sharing.tap();
  await expect(page.getByText('The link is closed.')).toBeVisible();
  await sharing.tap();
  await expect(page.getByText('Anyone with the link can watch.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).tap();
  await expect(page.getByText('Copied')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).tap();
  expect((await download).suggestedFilename()).toBe('dream.mp4');
  await page.context().close();
});
