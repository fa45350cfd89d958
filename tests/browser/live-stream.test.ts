import { randomBytes } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { dreamtOf, type LanguageServer, startLanguageServer } from '../language-server.ts';
import { type Line, startLink } from '../link.ts';
import { type RunningServer, startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { hydrated } from './hydrated.ts';
import { connectLightWorker } from './light-worker.ts';
import { test } from './shared-page.ts';
import { newStreamPage, type StreamPage } from './stream-page.ts';

/** Cheap to show, and at this rate too heavy for a thin connection. */
const FPS = 8;
const SIDE = 128;
const HEAVY_PICTURE = await sharp(randomBytes(SIDE * SIDE * 3), {
  raw: { width: SIDE, height: SIDE, channels: 3 },
})
  .jpeg({ quality: 100 })
  .toBuffer();

let language: LanguageServer;
let server: RunningServer;
let live: StreamPage;

test.beforeAll(async () => {
  language = await startLanguageServer({ titlesApart: true });
  server = await startServer({
    env: { WORKERS: 'fleet', WORKER_TOKEN, LLM_BASE_URL: language.baseUrl, LLM_MODEL: 'dreamer' },
  });
  await connectLightWorker(server, { fps: FPS, jpeg: HEAVY_PICTURE });
});
test.afterAll(async () => {
  await server.dispose();
  await language.close();
});
test.beforeEach(async ({ page }) => {
  live = await newStreamPage(page, server);
});

const IN_THE_PICTURE = /in the picture/;

/** Keeps the page connecting. @returns a function that lets it connect */
async function holdConnect(page: Page): Promise<() => void> {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/stream/connect', async (route) => {
    await held;
    await route.continue();
  });
  // A busy machine may take longer to type than the call's timeout.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  return letThrough;
}

test('prompts written while connecting are queued, sent in order, and followed into the picture', async () => {
  const { page, prompt, receipt } = live;
  const letThrough = await holdConnect(page);
  await live.open();
  await expect(page.getByRole('heading', { name: 'Connecting to stream...' })).toBeVisible();
  await expect(prompt).toHaveAttribute('placeholder', 'Enter initial prompt...');
  const queue = page.getByRole('button', { name: 'Queue' });
  await expect(queue).toBeDisabled();
  await prompt.fill('   ');
  await expect(queue).toBeDisabled();
  await live.say('a calm ocean');
  await prompt.fill('a <b>bold</b> storm');
  await queue.press('Enter');
  await expect(prompt).toBeFocused();
  await expect(receipt('a calm ocean')).toContainText('queued');

  letThrough();
  await expect(receipt('a <b>bold</b> storm')).toContainText(IN_THE_PICTURE);
  await expect(receipt('a calm ocean')).toContainText(/was in the picture|replaced/);
  await expect(prompt).toHaveAttribute('placeholder', 'Enter prompt...');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(page.getByText('In the picture: a <b>bold</b> storm')).toBeAttached();
  await expect(receipt('storm')).toContainText(/\d\.\d s/);

  await prompt.press('ArrowUp');
  await expect(prompt).toHaveValue('a <b>bold</b> storm');
  await prompt.press('ArrowUp');
  await expect(prompt).toHaveValue('a calm ocean');
  await prompt.fill('x'.repeat(1001));
  await expect(prompt).toHaveValue('x'.repeat(1000));
});

test('a prompt sent before the page’s script, which waits for the first paint, reaches the picture, once', async () => {
  const { page, prompt, receipt } = live;
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/stream-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/stream`, { waitUntil: 'domcontentloaded' });
  await live.say('a calm ocean');
  await page.getByRole('button', { name: 'Queue' }).click();
  await expect(prompt).toHaveValue('a calm ocean');
  arrive();
  await hydrated(page, 'stream');
  await expect(receipt('a calm ocean')).toContainText(IN_THE_PICTURE);
  await expect(prompt).toHaveValue('');
  await expect(receipt('a calm ocean')).toHaveCount(1);
  const asked = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const first = (address: RegExp) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => address.test(name))
        .map(({ startTime }) => startTime - (painted?.startTime ?? Number.NaN))
        .toSorted((a, b) => a - b)[0];
    return { dream: first(/stream\/connect/), island: first(/\/stream-\w+\.js/) };
  });
  expect(asked.dream).toBeLessThan(0);
  expect(asked.island).toBeGreaterThan(0);
});

for (const [where, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const) {
  test(`a press held while the connection becomes ready sends the prompt, on ${where}`, async () => {
    const { page, prompt, receipt } = live;
    await page.setViewportSize({ width, height: 844 });
    const letThrough = await holdConnect(page);
    await live.open();
    await prompt.fill('a calm ocean');
    await expect(page.getByRole('button', { name: 'End dream' })).toBeDisabled();
    // Desktops show its icon, which is replaced during the press.
    await page.getByRole('button', { name: 'Queue' }).hover({ position: { x: 30, y: 22 } });
    await page.mouse.down();
    letThrough();
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'End dream' })).toBeEnabled();
    await page.mouse.up();
    await expect(receipt('a calm ocean')).toContainText(IN_THE_PICTURE);
  });
}

test('a banned word becomes a flower; the page says so and keeps it', async () => {
  const { page, receipt } = live;
  await live.openReady();
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText('5:00');
  await live.say('a fucking ocean');
  await expect(receipt('a flower ocean')).toContainText('cleaned');
  await expect(receipt('a flower ocean')).toContainText(IN_THE_PICTURE);
  // A closing tab sends its transcript, unless its thread is busy for half a second; then the browser kills it first.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.close({ runBeforeUnload: true });
  await expect
    .poll(async () => (await live.transcript()).map(({ text }) => text))
    .toEqual(['a flower ocean']);
});

test('after a reload the page knows which prompt drives the picture, and the conversation', async () => {
  const { page, prompt, receipt } = live;
  await live.openReady();
  await live.say('a green valley');
  await expect(receipt('a green valley')).toContainText(IN_THE_PICTURE);
  await live.say('snowy mountains');
  await expect(receipt('snowy mountains')).toContainText(IN_THE_PICTURE);
  // Too soon for a periodic save, so the transcript can only come from the closing page.
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/stream/connect')) asked++;
  });
  // This read may overtake the previous page's last save.
  let read = 0;
  await page.route('**/api/conversation?*', (route) =>
    ++read === 1 ? route.fulfill({ json: { messages: [] } }) : route.continue(),
  );
  await page.reload();
  await expect(receipt('snowy mountains')).toContainText(IN_THE_PICTURE);
  await expect(receipt('a green valley')).toContainText('was in the picture');
  // The first response already had the socket: the page didn't wait or poll.
  expect(asked).toBe(1);
  await expect(page.locator('.stage')).toHaveAttribute('data-has-frame', 'true');
  const said = ['a green valley', 'snowy mountains'];
  expect((await live.transcript()).map(({ text }) => text)).toEqual(said);
  // The page loads the transcript independently of the stream.
  await expect(async () => {
    await prompt.press('ArrowUp');
    await expect(prompt).toHaveValue('snowy mountains', { timeout: 500 });
  }).toPass();
  await prompt.press('ArrowUp');
  await expect(prompt).toHaveValue('a green valley');
  await page.unrouteAll({ behavior: 'wait' });
});

test('settings are kept, and captions are shown as chosen', async () => {
  const { page, prompt, settings, receipt } = live;
  language.behave('well');
  await live.openReady();
  await page.keyboard.press('s');
  await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const toggle = (name: string) => settings.getByRole('switch', { name });
  await expect(toggle('Show AI Text')).toBeDisabled();
  await expect(page.getByText('Agent Mode', { exact: true })).toHaveCount(0);
  await toggle('Enable Agent Mode').click();
  await expect(toggle('Show AI Text')).toBeEnabled();
  await expect(page.getByText('Agent Mode', { exact: true })).toBeVisible();
  await expect(page.getByText('Voice Inactive')).toBeVisible();
  await expect(prompt).toHaveAttribute('placeholder', 'Describe what you want to see...');

  await settings.getByRole('button', { name: 'Advanced System Prompt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advanced System Prompt' });
  await dialog.getByRole('textbox').fill('forget me');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await settings.getByRole('button', { name: 'Advanced System Prompt' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('');
  await dialog.getByRole('textbox').fill('  only   pastels \n\n\n no people ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();

  await live.say('the sea');
  await expect(receipt('the sea')).toContainText(/rewritten · in the picture/);
  await expect(receipt(dreamtOf('the sea'))).toBeVisible();
  const asked = JSON.parse(language.asked.at(-1)?.body ?? '');
  expect(asked.messages[0].content).toContain('only pastels\nno people');
  await live.openSettings();
  await toggle('Show AI Text').click();
  await expect(page.getByText(dreamtOf('the sea'), { exact: true })).toHaveCount(0);
  await toggle('Show User Text').click();
  await expect(page.getByRole('list', { name: 'Your prompts' }).getByRole('listitem')).toHaveCount(0);

  await settings.getByRole('button', { name: 'Reset Conversation' }).click();
  await expect(settings.getByRole('status').filter({ hasText: 'The assistant has forgotten' })).toBeVisible();
  await live.say('the hills');
  await expect.poll(() => JSON.parse(language.asked.at(-1)?.body ?? '').messages.length).toBe(2);
  // Once it is on its way to the screen, the relay has it, so it survives a reload.
  await toggle('Show User Text').click();
  await expect(receipt('the hills')).toContainText(/in the picture/);
  await toggle('Show User Text').click();

  await page.reload();
  await hydrated(page, 'stream');
  await live.openSettings();
  await expect(toggle('Enable Agent Mode')).toBeChecked();
  await expect(toggle('Show User Text')).not.toBeChecked();
  await settings.getByRole('button', { name: 'Advanced System Prompt' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('only pastels\nno people');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The relay knows what was drawn; the transcript knows who said it.
  await toggle('Show User Text').click();
  await expect(page.locator('.receipt-said', { hasText: 'the hills' }).first()).toHaveText('the hills');
  await expect(page.getByText(dreamtOf('the hills'), { exact: true })).toHaveCount(0);
  await toggle('Show AI Text').click();
  await expect(page.getByText(dreamtOf('the hills'), { exact: true })).toBeVisible();
});

test('an assistant that fails in every way stalls no one', async () => {
  const { page, settings, receipt } = live;
  await live.openReady();
  await live.openSettings();
  await settings.getByRole('switch', { name: 'Enable Agent Mode' }).click();
  const manners = ['odd', 'refusing', 'reset', 'empty', 'silent', 'lying', 'well'] as const;
  language.behave(...manners);
  // Behaviours apply to calls in order of arrival, and the page calls in parallel.
  const before = language.asked.length;
  for (const [index, manner] of manners.entries()) {
    await live.say(`${manner} dream`);
    await expect.poll(() => language.asked.length).toBe(before + index + 1);
  }
  await expect(receipt(dreamtOf('well dream'))).toContainText(IN_THE_PICTURE);
  await expect(receipt('silent dream')).toContainText(/was in the picture|replaced/);
  // However it rambles, it yields one line of 20 words without final punctuation or small talk.
  const rambled = `${dreamtOf('lying dream')}, and then more then more then more then more then more then more then more`;
  await expect(receipt('lying dream').locator('.receipt-ai')).toHaveText(rambled);
  expect(rambled.split(' ')).toHaveLength(20);
  // Navigating away saves the transcript too, and the browser never cuts that short.
  await page.goto(`${server.url}/dreamboard`);
  await expect.poll(async () => (await live.transcript()).length).toBe(manners.length + 2);
  const lines = await live.transcript();
  expect(lines.filter(({ isUser }) => !isUser).map(({ text }) => text)).toEqual([
    rambled,
    dreamtOf('well dream'),
  ]);
});

test('a broken connection is restored, and a slow one is named', async () => {
  const proxy: Line = await startLink(server.url);
  try {
    const { page, receipt } = live;
    const bins: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/sessions/update-client-fps')) {
        bins.push(...Object.keys(request.postDataJSON().clientFpsData));
      }
    });
    await live.openReady(proxy.url);
    await live.say('a forest in the fog');
    await expect(receipt('a forest in the fog')).toContainText(IN_THE_PICTURE);
    const quality = page.getByRole('button', { name: /^Connection: / });
    await expect(quality).toHaveAccessibleName(/\. \d+ fps · \d\.\d s old/);

    proxy.cut();
    await expect(page.locator('.live-mark')).toHaveText('Reconnecting');
    // A prompt sent meanwhile is either queued or rejected with a reason.
    await live.say('a lighthouse');
    await expect(receipt('a lighthouse')).toContainText('queued');
    await page.getByRole('button', { name: 'End dream' }).click();
    const ending = page.getByRole('dialog', { name: 'End this dream?' });
    await ending.getByRole('button', { name: 'End dream' }).click();
    await expect(ending.getByRole('alert')).toHaveText('The dream couldn’t be ended. Please try again.');
    await ending.getByRole('button', { name: 'Keep dreaming' }).click();
    proxy.mend();
    await expect(page.locator('.live-mark')).toHaveText('Live');
    await expect(receipt('a forest in the fog')).toContainText('was in the picture');
    await expect(receipt('a lighthouse')).toContainText(IN_THE_PICTURE);

    proxy.throttle(60_000);
    await expect(quality).toHaveAccessibleName(/(Slow|Weak) connection/, { timeout: 30_000 });
    // Frames drawn are reported in bins of ten seconds, keyed by their start.
    proxy.throttle(null);
    await expect.poll(() => bins.some((start) => /^\d{13}$/.test(start)), { timeout: 20_000 }).toBe(true);
  } finally {
    await proxy.close();
  }
});

test('a silently dead connection is noticed, and lost prompts are sent again', async () => {
  const proxy: Line = await startLink(server.url);
  try {
    const { page, receipt } = live;
    const mark = page.locator('.live-mark');
    await live.openReady(proxy.url);
    await live.say('a forest in the fog');
    await expect(receipt('a forest in the fog')).toContainText(IN_THE_PICTURE);
    proxy.freezeSockets();
    await live.say('a comet');
    await expect(receipt('a comet')).toContainText('sent');
    await expect(mark).toHaveText('Picture stopped');
    await expect(mark).toHaveText('Live', { timeout: 30_000 });
    await expect(receipt('a comet')).toContainText(IN_THE_PICTURE);
    await expect(page.getByRole('listitem')).toHaveCount(2);
  } finally {
    await proxy.close();
  }
});

test('a dream is shared while live, and its link opens after the end', async () => {
  const { page, receipt } = live;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await live.openReady();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await expect(share).toBeDisabled();
  await live.say('a field of poppies');
  await expect(receipt('a field of poppies')).toContainText(IN_THE_PICTURE);
  const change = { headers: { origin: server.url }, data: { shared: false } };
  await page.request.patch(`${server.url}/api/sessions/${live.sessionId()}/sharing`, change);
  await share.click();
  await expect(page.locator('.share-note')).toHaveText('Link copied. It opens once your dream has ended.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/d\/[\w-]{22}$/);
  const visitor = async () => (await fetch(link, { headers: { accept: 'text/html' } })).text();
  expect(await visitor()).toContain('This dream is still running.');

  // A person who touches something after the end stays with the film.
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect(page.getByText('Redirecting to dreamboard...')).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(page.getByText('Redirecting to dreamboard...')).toBeHidden();
  const video = page.locator('.end-film video');
  await expect(video).toHaveAttribute('loop', { timeout: 60_000 });
  // The timeline marks the prompts.
  await expect(page.locator('.end-film .scrubber-marks circle')).toHaveCount(1);
  await share.click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect.poll(visitor).toContain('.mp4');
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'dream.mp4');

  const rating = page.getByRole('region', { name: 'How was your dream?' });
  await rating.getByRole('button', { name: '5 stars' }).click();
  await expect(rating).toContainText("Amazing! We're thrilled you loved it");
  const asked = () => page.evaluate(() => localStorage.getItem('feedback-session-id'));
  await expect.poll(asked).toBeNull();
  await page.getByRole('link', { name: 'Dream again' }).click();
  await expect(page.locator('.end-steps')).toBeHidden();
});

test('the end is announced, saved and followed by the dreamboard', async () => {
  const { page, receipt } = live;
  await live.openReady();
  await live.say('a field of poppies');
  await expect(receipt('a field of poppies')).toContainText(IN_THE_PICTURE);
  const drawn = page.waitForRequest('**/api/sessions/update-client-fps');
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(page.getByText('Redirecting to dreamboard...')).toBeVisible();
  expect((await drawn).postDataJSON()).toEqual({
    sessionId: live.sessionId(),
    clientFpsData: expect.objectContaining({ overall: expect.any(Number) }),
  });
  await page.waitForURL('**/dreamboard');
  expect(await page.evaluate(() => localStorage.getItem('feedback-session-id'))).toMatch(/^\w{32}$/);
  expect((await live.transcript()).map(({ text }) => text)).toEqual(['a field of poppies']);
});
