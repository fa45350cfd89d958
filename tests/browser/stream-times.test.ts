import { type AddressInfo, createServer } from 'node:net';
import { expect, type Page, type Route } from 'playwright/test';
import sharp from 'sharp';
import type { JobStatus } from '../../modules/protocol/job-statuses.ts';
import { picture } from '../wire/fake-worker.ts';
import { hydrated } from './hydrated.ts';
import { openScriptedStage, type ScriptedStage } from './scripted-stage.ts';
import { test } from './shared-page.ts';

/** Timing of the live page, with a clock that only the test advances. */
let stage: ScriptedStage;
test.beforeAll(async () => {
  stage = await openScriptedStage();
});
test.afterAll(() => stage.close());

const NOON = Date.UTC(2026, 10, 22, 12);

/** Something the page did: a request or a message to its frame worker. */
interface Deed {
  what: string;
  /** ms since the page was opened */
  at: number;
}

/** Signs in, stops the clock and records what the page does. */
async function prepare(page: Page): Promise<void> {
  await stage.signIn(page);
  // The clock runs between install and pause, so install it earlier.
  await page.clock.install({ time: NOON - 3_600_000 });
  await page.clock.pauseAt(NOON);
  await page.addInitScript((noon) => {
    const deeds: Deed[] = [];
    const note = (what: string) => deeds.push({ what, at: Date.now() - noon });
    const { fetch } = window;
    const { postMessage } = Worker.prototype;
    Object.assign(window, {
      deeds,
      fetch: (address: string, init?: RequestInit) => {
        note(`${init?.method ?? 'GET'} ${address.split('?')[0]}`);
        return fetch(address, init);
      },
    });
    Worker.prototype.postMessage = function (this: Worker, message: { type: string }, ...more: []) {
      note(message.type);
      return postMessage.call(this, message, ...more);
    } as typeof postMessage;
    document.addEventListener('animationstart', ({ animationName }) => note(`animation ${animationName}`));
    // The browser's own timeout uses a clock that tests can't control.
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('too long', 'TimeoutError')), ms);
      return controller.signal;
    };
  }, NOON);
}

/** Times at which the page has done this. */
async function timesOf(page: Page, what: string): Promise<number[]> {
  const deeds = await page.evaluate(() => (window as unknown as { deeds: Deed[] }).deeds);
  return deeds.filter((deed) => deed.what === what).map(({ at }) => at);
}

const CONNECT = '/api/stream/connect';
const ASKED = `POST ${CONNECT}`;
const overlay = (page: Page) => page.locator('.overlay');
const says = (page: Page, words: string) => expect(overlay(page)).toHaveText(words, { useInnerText: true });
const connectAnswer = (more: object) => ({
  json: {
    sessionId: 'a-scripted-dream',
    status: 'pending',
    ready: false,
    websocketUrl: null,
    error: null,
    queuePosition: null,
    ...more,
  },
});

test('a dream is requested every 2 s, each call gets 10 s, and the first socket opens after 3 s', async ({
  page,
}) => {
  await prepare(page);
  const calls: Route[] = [];
  await page.route(`**${CONNECT}`, (route) => void calls.push(route));
  const asked = (count: number) => expect.poll(() => calls.length).toBe(count);
  await page.goto(`${stage.server.url}/stream`);
  await asked(1);
  await hydrated(page, 'stream');
  const givenUp = page.waitForEvent('requestfailed');
  await page.clock.runFor(10_000);
  expect((await givenUp).url()).toContain(CONNECT);
  // The page learns of it a turn later.
  await page.evaluate(() => Promise.resolve());
  await page.clock.runFor(2000);
  await asked(2);
  await calls[1]?.fulfill(connectAnswer({}));
  await expect(overlay(page)).toContainText('Waiting for generator... Initializing video.');
  await page.clock.runFor(2000);
  await asked(3);
  expect(await timesOf(page, ASKED)).toEqual([0, 12_000, 14_000]);

  const viewer = stage.relay.viewer();
  const websocketUrl = stage.relay.socketUrl;
  await calls[2]?.fulfill(connectAnswer({ status: 'ready', ready: true, websocketUrl }));
  await expect(overlay(page)).toHaveText(/^Connecting to stream\.\.\.(?!.*Waiting for generator)/s, {
    useInnerText: true,
  });
  await page.clock.runFor(5000);
  await viewer;
  expect(await timesOf(page, 'open')).toEqual([17_000]);
});

test('a socket gets 15 s to open, and the next one follows 2 s later', async ({ page }) => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await prepare(page);
  const { port } = silent.address() as AddressInfo;
  await stage.relay.answer(page, { websocketUrl: stage.relay.socketUrl.replace(/:\d+/, `:${port}`) });
  await page.goto(`${stage.server.url}/stream`);
  await expect.poll(() => timesOf(page, 'open')).toEqual([0]);
  await page.clock.runFor(17_000);
  await expect.poll(() => timesOf(page, 'open')).toEqual([0, 17_000]);
  expect(await timesOf(page, 'close')).toEqual([15_000]);
  expect(await timesOf(page, ASKED)).toEqual([0, 17_000]);
  silent.close();
});

test('the page gives up after thirty answers without a place, and after ten sockets without a frame', async ({
  page,
}) => {
  await prepare(page);
  const givesUpWith = async (said: string) => {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(2000);
          return overlay(page).textContent();
        },
        { intervals: [20], timeout: 60_000 },
      )
      .toContain('Connection Error');
    await says(page, `Connection Error ${said} Refresh Page`);
    await page.unrouteAll();
  };
  const givesUp = async (answer: object) => {
    await page.route(`**${CONNECT}`, (route) => route.fulfill(connectAnswer(answer)));
    await page.goto(`${stage.server.url}/stream`);
    await givesUpWith('Unable to establish connection. Please check your internet connection.');
  };
  await givesUp({});
  expect(await timesOf(page, ASKED)).toHaveLength(30);
  // Nothing listens there, and each attempt requests a new ticket first.
  const websocketUrl = `${stage.relay.socketUrl.replace(/\/$/, '')}1/`;
  await givesUp({ status: 'ready', ready: true, websocketUrl });
  expect(await timesOf(page, 'open')).toHaveLength(10);

  // Three consecutive calls that get no answer.
  await page.route(`**${CONNECT}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await givesUpWith('Connection failed. Please try again.');
  expect(await timesOf(page, ASKED)).toHaveLength(3);
  // A dream that is over by then.
  await page.route(`**${CONNECT}`, (route) => route.fulfill(connectAnswer({ status: 'ended' })));
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await says(page, 'Session ended Redirecting to dreamboard...');
  await page.clock.runFor(1500);
  await page.waitForURL('**/dreamboard');
});

test('the status call is obeyed, and repeated until the dream is over', async ({ browser }) => {
  // The frame worker makes this call on its own real clock, so run all cases at once.
  const open = async (jobStatus: JobStatus) => {
    const page = await stage.newPage(browser);
    const reported = { job_status: jobStatus, time_left: 200, server_status: null };
    let calls = 0;
    let answeredAt: number | undefined;
    const pauses: number[] = [];
    await page.context().route('**/api/stream/status?sessionId=a-scripted-dream', (route) => {
      calls++;
      if (answeredAt !== undefined) pauses.push(performance.now() - answeredAt);
      answeredAt = performance.now();
      return route.fulfill({ json: reported });
    });
    return { page, viewer: await stage.openLive(page), reported, pauses, calls: () => calls };
  };
  const failed = await open('FAILED');
  const unseen = await open('TIMEOUT NO CONNECTION');
  const done = await open('RUNNING');
  await says(failed.page, 'Session Failed Session failed unexpectedly. Try Again');
  await says(unseen.page, 'Session Failed Session timed out due to no connection. Try Again');
  await expect(done.page.getByRole('timer', { name: 'Time left' })).toHaveText(/^3:\d\d$/);
  done.reported.job_status = 'DONE';
  await says(done.page, 'Session ended Redirecting to dreamboard...');
  // A dream that is over is closed and not polled again.
  await Promise.all([failed.viewer.closed, unseen.viewer.closed, done.viewer.closed]);
  expect([failed.calls(), unseen.calls()]).toEqual([1, 1]);
  // Two seconds between a response and the next call, minus timer imprecision.
  expect(done.pauses.length).toBeGreaterThan(0);
  expect(Math.min(...done.pauses)).toBeGreaterThan(1990);
  for (const { page } of [failed, unseen, done]) await page.context().close();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the timer warns at a minute and at half a minute, once each', async ({ page }) => {
    await prepare(page);
    const viewer = await stage.openLive(page);
    const timer = page.getByRole('timer', { name: 'Time left' });
    const pulses = () => timesOf(page, 'animation pulse');
    const ORANGE = 'oklch(0.83 0.15 65)';
    const RED = 'oklch(0.76 0.16 25)';
    const second = () => page.clock.runFor(1010);
    viewer.report({ type: 'status', job_status: 'PENDING', time_left: 300 });
    await expect(timer).toHaveText('5:00');
    await second();
    await expect(timer).toHaveText('5:00');
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 62 });
    await expect(timer).toHaveText('1:02');
    await second();
    await expect(timer).toHaveText('1:01');
    await expect(timer).not.toHaveCSS('color', ORANGE);
    expect(await pulses()).toHaveLength(0);
    await second();
    await expect(timer).toHaveText('1:00');
    await expect(timer).toHaveCSS('color', ORANGE);
    await expect.poll(pulses).toHaveLength(1);
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 31 });
    await expect(timer).toHaveText('0:31');
    await expect(timer).toHaveCSS('color', ORANGE);
    await second();
    await expect(timer).toHaveText('0:30');
    await expect(timer).toHaveCSS('color', RED);
    await expect.poll(pulses).toHaveLength(2);
    // Opened below both thresholds, it shows the colour but no animation.
    const again = stage.relay.viewer();
    await page.reload();
    (await again).report({ type: 'status', job_status: 'RUNNING', time_left: 20 });
    await expect(timer).toHaveCSS('color', RED);
    await second();
    await expect(timer).toHaveText('0:19');
    await expect(timer.locator('.pulse')).toHaveCount(0);
  });
});

test('the conversation is saved after 5 s of quiet, every 30 s and at the end, and retried after a failure', async ({
  page,
}) => {
  await prepare(page);
  const saves: { id: string; text: string }[][] = [];
  await page.route('**/api/conversation?*', (route) => route.fulfill({ json: { messages: [] } }));
  await page.route('**/api/conversation', (route) => {
    saves.push(route.request().postDataJSON().messages);
    return route.fulfill({ status: saves.length === 1 ? 503 : 200, json: {} });
  });
  const kept = (count: number) => expect.poll(() => saves.length).toBe(count);
  const texts = (at: number) => saves[at]?.map(({ text }) => text);
  const viewer = await stage.openLive(page);
  await expect(overlay(page)).toContainText('What will you dream?');
  await say(page, 'rain');
  await page.clock.runFor(4000);
  await say(page, 'snow');
  await page.clock.runFor(10_000);
  await kept(1);
  for (const words of ['fog', 'wind', 'sun', 'night']) {
    await say(page, words);
    await page.clock.runFor(4000);
  }
  await kept(2);
  await say(page, 'dawn');
  viewer.close(1000);
  await kept(3);
  expect(await timesOf(page, 'POST /api/conversation')).toEqual([9000, 30_000, 30_000]);
  expect([0, 1, 2].map(texts)).toEqual([
    ['rain', 'snow'],
    ['rain', 'snow', 'fog', 'wind', 'sun', 'night'],
    ['dawn'],
  ]);
  // The same lines as before, so that nothing is stored twice.
  expect(saves[1]?.slice(0, 2)).toEqual(saves[0]);
});

test('the assistant gets the conversation and its rules, and is awaited for at most 5 s', async ({
  page,
}) => {
  await prepare(page);
  await page.addInitScript(() => localStorage.setItem('stream-settings', '{"agentMode":true}'));
  const asked: { max_tokens: number; messages: { role: string; content: string }[] }[] = [];
  const RAMBLING = `"Sure: ${'gold and silver '.repeat(10)}"\nShall I go on?`;
  await page.route('**/api/llm/hermes', (route) => {
    const call = asked.push(route.request().postDataJSON());
    // The last call is never answered.
    if (call > 12) return;
    const content = call === 12 ? RAMBLING : `dream ${call}.`;
    return route.fulfill({ json: { choices: [{ message: { role: 'assistant', content } }] } });
  });
  const viewer = await stage.openLive(page);
  const reported = async (text: string) =>
    viewer.sent.find(text, (sent) => sent.startsWith('{') && JSON.parse(sent).text === text);
  await expect(overlay(page)).toContainText('What will you dream?');
  for (let wish = 1; wish <= 11; wish++) {
    await say(page, `wish ${wish}`);
    await reported(`dream ${wish}`);
  }
  await say(page, 'wish 12');
  await reported('gold and silver '.repeat(7).split(' ').slice(0, 20).join(' '));
  expect(asked.map(({ max_tokens }) => max_tokens)).toEqual(Array(12).fill(256));
  expect(asked.map(({ messages }) => messages.length)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 20]);
  expect(asked[11]?.messages.slice(-3)).toEqual([
    { role: 'user', content: 'wish 11' },
    { role: 'assistant', content: 'dream 11' },
    { role: 'user', content: 'wish 12' },
  ]);
  await say(page, 'wish 13');
  await expect(receipt(page, 'wish 13')).toContainText('rewriting');
  await expect.poll(() => asked.length).toBe(13);
  await page.clock.runFor(5000);
  await reported('wish 13');
  await expect(receipt(page, 'wish 13')).toContainText('your words · sent');
});

test('every shortcut works, and controls hide in full screen after three seconds without movement', async ({
  page,
}) => {
  await prepare(page);
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  await expect(page.getByText('The picture is live.')).toBeAttached();
  const live = page.locator('.stream');
  const controls = page.locator('.stream-controls');
  await page.keyboard.press('f');
  await expect(live).toHaveAttribute('data-immersed', 'true');
  await page.clock.runFor(2990);
  await expect(live).toHaveAttribute('data-idle', 'false');
  await page.clock.runFor(10);
  await expect(live).toHaveAttribute('data-idle', 'true');
  await expect(controls).toHaveCSS('opacity', '0');
  await expect(live).toHaveCSS('cursor', 'none');
  await page.mouse.move(200, 200);
  await expect(live).toHaveAttribute('data-idle', 'false');
  await expect(controls).toHaveCSS('opacity', '1');
  await page.getByRole('button', { name: 'Leave fullscreen' }).click();
  await expect(live).toHaveAttribute('data-immersed', 'false');

  await page.locator('.stage').click();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Bring back an earlier prompt');
  // Shortcuts don't work behind a dialog.
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  // Until the next frame the focus stays inside the closed dialog, but shortcuts already work.
  const settings = page.getByRole('complementary', { name: 'Settings' });
  for (const open of [true, false]) {
    await page.keyboard.press('?');
    await list.evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      dialog.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
    });
    await expect(settings).toBeVisible({ visible: open });
  }
  await page.keyboard.press('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeFocused();
  await page.keyboard.type('sf?/m');
  await expect(prompt).toHaveValue('sf?/m');
  await expect(live).toHaveAttribute('data-immersed', 'false');
  await expect(settings).toBeHidden();
});

test('the settings take and return the focus, close by Escape, and don’t cover the picture in full screen', async ({
  page,
}) => {
  await prepare(page);
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  await expect(page.getByText('The picture is live.')).toBeAttached();
  const settings = page.getByRole('complementary', { name: 'Settings' });
  const button = page.getByRole('button', { name: 'Stream settings' });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  // The panel's script loads on first use. If that fails, the page stays usable and reports it.
  await page.route('**/assets/settings-panel-*.js', (route) => route.abort());
  const said = page.waitForEvent('dialog');
  await button.focus();
  await page.keyboard.press('Enter');
  const alert = await said;
  expect(alert.message()).toContain('couldn’t be loaded');
  await alert.dismiss();
  await page.unroute('**/assets/settings-panel-*.js');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(settings).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(settings.getByRole('button', { name: 'Close settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(button).toBeFocused();
  // The same when the focus has been moved to the text field.
  await page.keyboard.press('Enter');
  await prompt.click();
  await page.keyboard.type('a quiet');
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(prompt).toBeFocused();

  const edge = async (selector: string, side: 'left' | 'right' | 'top' | 'bottom') =>
    page.locator(selector).evaluate((element, name) => element.getBoundingClientRect()[name], side);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await button.click();
  await expect(page.locator('.settings-panel')).toHaveCSS('transform', 'none');
  for (const part of ['canvas', '.stream-controls']) {
    expect(await edge(part, 'right')).toBeLessThanOrEqual(await edge('.settings-panel', 'left'));
  }
  // A full screen window can't be resized, so override its metrics.
  const devtools = await page.context().newCDPSession(page);
  const phone = { width: 390, height: 844, deviceScaleFactor: 1, mobile: false };
  await devtools.send('Emulation.setDeviceMetricsOverride', phone);
  await page.waitForFunction(() => innerWidth === 390);
  expect(await edge('canvas', 'bottom')).toBeLessThanOrEqual((await edge('.settings-panel', 'top')) + 1);
  await page.clock.runFor(4000);
  await expect(page.locator('.stream')).toHaveAttribute('data-idle', 'false');
});

test.describe('with motion, in a low window', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  for (const { width, height, tag } of [
    { width: 844, height: 390, tag: [] },
    { width: 932, height: 430, tag: '@long' },
  ]) {
    test(`on ${width} × ${height} the picture fills the height, and everything else makes room`, {
      tag,
    }, async ({ page }) => {
      await prepare(page);
      await page.setViewportSize({ width, height });
      const viewer = await stage.openLive(page);
      await expect(overlay(page)).toContainText('What will you dream?');
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        if (!box) throw new Error(`${selector} is not there`);
        return { ...box, bottom: box.y + box.height, right: box.x + box.width };
      };
      expect((await boxOf('.overlay-content')).bottom).toBeLessThan((await boxOf('.suggestions')).y);
      expect((await boxOf('.stream-notes')).bottom).toBeLessThanOrEqual(height);
      viewer.frame(1, picture);
      viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 245 });
      const timer = page.getByRole('timer', { name: 'Time left' });
      await expect(timer).toHaveText('4:05');
      expect(await boxOf('canvas')).toMatchObject({ x: 0, y: 0, width, height });
      // At the edges of the stream, which is narrower than the window, and next to the page's buttons.
      expect((await boxOf('.live-mark')).x).toBeGreaterThan((width - (height * 16) / 9) / 2);
      expect((await boxOf('.timer')).right).toBeLessThan((width + (height * 16) / 9) / 2);
      const live = page.locator('.stream');
      const aside = ['.stream-controls', '.stream-notes', '.stage-top', '.site-header'];
      await page.clock.runFor(3000);
      await expect(live).toHaveAttribute('data-idle', 'true');
      for (const part of aside) await expect(page.locator(part)).toHaveCSS('opacity', '0');
      // The click that shows the buttons again doesn't press them.
      const settings = await boxOf('[aria-label="Stream settings"]');
      await page.mouse.click(settings.x + 20, settings.y + 20);
      for (const part of aside) await expect(page.locator(part)).toHaveCSS('opacity', '1');
      await expect(live).toHaveAttribute('data-settings', 'false');
      await page.getByRole('button', { name: 'Stream settings' }).click();
      const panel = page.locator('.settings-panel');
      await expect(panel).toHaveCSS('transform', 'none');
      expect((await boxOf('canvas')).right).toBeLessThanOrEqual((await boxOf('.settings-panel')).x);
      expect((await boxOf('.stream-controls')).right).toBeLessThanOrEqual((await boxOf('.settings-panel')).x);
      await page.clock.runFor(4000);
      await expect(live).toHaveAttribute('data-idle', 'false');
    });
  }
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`on ${width} × ${height} texts on the picture are readable at any brightness`, async ({ page }) => {
    await prepare(page);
    await page.setViewportSize({ width, height });
    const viewer = await stage.openLive(page);
    const create = { width: 1280, height: 720, channels: 3, background: 'white' } as const;
    viewer.frame(1, await sharp({ create }).jpeg().toBuffer());
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 245 });
    await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText('4:05');
    await page.getByRole('button', { name: 'Fullscreen' }).click();
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
    await page.clock.runFor(500);
    const canvas = await page.locator('canvas').boundingBox();
    const buttons = page.locator('.stage, .stream-controls, .stage-top').getByRole('button');
    let looked = 0;
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      const isEnabled = await button.isEnabled();
      if (!canvas || !box || !isEnabled || !(await button.isVisible()) || !isOver(box, canvas)) continue;
      const clip = { x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8 };
      const name = await button.getAttribute('aria-label');
      // WCAG requires 3:1 for controls.
      expect(await contrastOf(await page.screenshot({ clip })), name ?? 'a button').toBeGreaterThan(3);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(0);
  });
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isOver = (one: Box, other: Box) =>
  one.x >= other.x &&
  one.y >= other.y &&
  one.x + one.width <= other.x + other.width &&
  one.y + one.height <= other.y + other.height;

/** Contrast between the most prominent and the most common colour of an image, by WCAG's formula. */
async function contrastOf(png: Buffer): Promise<number> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const linear = (value = 0) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const lights: number[] = [];
  for (let at = 0; at < data.length; at += 3) {
    lights.push(0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]));
  }
  lights.sort((a, b) => a - b);
  const part = (share: number) => lights[Math.floor((lights.length - 1) * share)] ?? 0;
  return (part(0.99) + 0.05) / (part(0.1) + 0.05);
}

const receipt = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(words);
  await page.keyboard.press('Enter');
  await expect(receipt(page, words)).toBeVisible();
}
