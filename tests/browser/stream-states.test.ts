import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import type { Control } from '../../modules/protocol/controls.ts';
import { AT_REST } from '../../modules/protocol/steering.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import { connectWorker, picture } from '../wire/fake-worker.ts';
import { faultsOf } from './axe.ts';
import { crowding } from './crowding.ts';
import { middleOf } from './middle-of.ts';
import { openScriptedStage, type ScriptedStage } from './scripted-stage.ts';
import { test } from './shared-page.ts';

/** Text and looks of the live page in each of its states, with a scripted relay. */
let stage: ScriptedStage;
test.beforeAll(async () => {
  stage = await openScriptedStage();
});
test.afterAll(() => stage.close());

const overlay = (page: Page) => page.locator('.overlay');
const says = (page: Page, words: string) => expect(overlay(page)).toHaveText(words, { useInnerText: true });

test('failed connect calls each show their own message', async ({ page }) => {
  await stage.signIn(page);
  for (const [answer, said] of [
    [
      { status: 403, json: {} },
      'Connection Error Unable to start stream. Please check your subscription status. Refresh Page',
    ],
    [
      { status: 403, json: { error: 'Subscribe', code: 'over-quota' } },
      'Limit Reached Subscribe Upgrade Account',
    ],
    [{ status: 500, body: 'oh' }, 'Connection Error Connection failed. Please try again. Refresh Page'],
    [
      { json: { sessionId: 's', status: 'failed', ready: false, websocketUrl: null, error: null } },
      'Session Failed Unexpected server error. Please try again later. Try Again',
    ],
    [
      { json: { sessionId: 's', status: 'failed', ready: false, websocketUrl: null, error: 'No GPU left.' } },
      'Session Failed No GPU left. Try Again',
    ],
  ] as const) {
    await page.route('**/api/stream/connect', (route) => route.fulfill(answer));
    await page.goto(`${stage.server.url}/stream`);
    await says(page, said);
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeHidden();
  }
  await page.unrouteAll();
  await page.route('**/api/stream/connect', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/unauthorized');
});

test('before the first prompt, an image is shown, and an idea is sent with one tap', async ({ page }) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  await expect(page.locator('.backdrop img')).toHaveJSProperty('naturalWidth', 1280);
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await page.getByRole('button', { name: 'A paper boat on a river of stars' }).click();
  await viewer.sent.find('the idea', (text) => text.includes('A paper boat on a river of stars'));
  viewer.frame(1, picture);
  await expect(page.locator('.backdrop')).toHaveCount(0);
});

test('the page follows the socket’s status: waiting, loading, drawing, failing, ending', async ({ page }) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  await expect(overlay(page)).toContainText('What will you dream?');
  viewer.report({ type: 'loading', progress: 0.1, text: 'Downloading the models: 10 %' });
  await expect(overlay(page)).toContainText('Downloading the models: 10 %');
  viewer.report({ type: 'loading', progress: null, text: null });
  const canvas = page.locator('canvas');
  await expect(canvas).toHaveJSProperty('width', 1280);
  await expect(canvas).toHaveJSProperty('height', 720);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a quiet lake');
  await prompt.press('Enter');
  const reported = JSON.parse(await viewer.sent.find('a prompt', (text) => text.includes('quiet')));
  expect(reported).toMatchObject({ type: 'prompt', text: 'a quiet lake' });
  await says(page, 'Waiting for generator... Initializing video. This may take a minute.');
  viewer.report({ type: 'loading', progress: 0.4, text: 'Loading the models' });
  await expect(overlay(page)).toContainText('Loading the models');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0.4');
  viewer.report({ type: 'prompt_received', id: reported.id, text: reported.text });
  await expect(page.getByRole('listitem')).toContainText('on its way');
  await prompt.fill('a storm');
  await prompt.press('Enter');
  await viewer.sent.find('another prompt', (text) => text.includes('a storm'));
  viewer.report({ type: 'error', code: 'moderated', error: 'That was too much at once.' });
  await expect(page.getByRole('listitem').last()).toHaveText('a stormThat was too much at once.');
  await expect(page.getByText('Not accepted: a storm. That was too much at once.')).toBeAttached();

  // Both frame formats are drawn and acknowledged.
  viewer.frame(1, picture);
  await expect(overlay(page)).toHaveCount(0);
  expect(JSON.parse(await viewer.sent.find('an ack', (text) => text.includes('"ack"')))).toEqual({
    type: 'ack',
    frame_id: 1,
    timestamp: expect.any(Number),
    server_timestamp: expect.any(Number),
  });
  await expect.poll(() => middleOf(page)).toBe('blue');
  const red = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#c01818' } })
    .jpeg()
    .toBuffer();
  viewer.report({
    type: 'frame',
    data: red.toString('base64'),
    frame_id: 2,
    request_ack: true,
    timestamp: Date.now(),
  });
  await viewer.sent.find('its ack', (text) => text.includes('"frame_id":2'));
  await expect.poll(() => middleOf(page)).toBe('red');
  // A damaged frame is skipped, and one of another size fills the canvas.
  viewer.frame(3, picture.subarray(0, 400));
  viewer.frame(4, await sharp(picture).resize(320, 180).jpeg().toBuffer());
  await expect.poll(() => middleOf(page)).toBe('blue');

  viewer.report({ type: 'status', job_status: 'TIMEOUT NO CONNECTION', time_left: 200 });
  await says(page, 'Session Failed Session timed out due to no connection. Try Again');
  const second = stage.relay.viewer();
  await page.getByRole('button', { name: 'Try Again' }).click();
  (await second).report({ type: 'status', job_status: 'FAILED', time_left: 200 });
  await expect(overlay(page)).toContainText('Session failed unexpectedly.');

  const third = stage.relay.viewer();
  await page.getByRole('button', { name: 'Try Again' }).click();
  const why = 'The server restarted in the middle of it. What you saw is saved. It is not counted.';
  (await third).report({ type: 'status', job_status: 'DONE', time_left: 200, end_text: why });
  await says(page, `Session ended ${why} Redirecting to dreamboard...`);

  for (const end of ['time', 'close', 'unseen'] as const) {
    const again = stage.relay.viewer();
    await page.goto(`${stage.server.url}/stream`);
    const last = await again;
    if (end !== 'unseen') {
      last.frame(1, picture);
      await expect(overlay(page)).toHaveCount(0);
    }
    if (end === 'time') last.report({ type: 'status', job_status: 'RUNNING', time_left: 0 });
    else last.close(1000);
    await says(page, 'Session ended Redirecting to dreamboard...');
    await page.waitForURL('**/dreamboard');
    // A user who saw nothing isn't asked for feedback.
    expect(await page.evaluate(() => localStorage.getItem('feedback-session-id'))).toBe(
      end === 'unseen' ? null : 'a-scripted-dream',
    );
    await page.evaluate(() => localStorage.clear());
  }
});

test('the server’s report on the connection is shown once it persists, with its cause', async ({ page }) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  let frameId = 0;
  // Slow enough that a busy machine isn't mistaken for a slow connection.
  const frames = setInterval(() => viewer.frame(frameId++, picture), 400);
  const quality = page.getByRole('button', { name: /^Connection: / });
  await expect(quality).toHaveAccessibleName(/^Connection: Good\. \d fps · \d\.\d s old$/);
  for (const [verdict, cause, said] of [
    ['poor', 'network', 'Weak connection'],
    ['fair', 'generator', 'Slow generator'],
    ['good', null, 'Good'],
  ] as const) {
    viewer.report({ type: 'quality', verdict, cause });
    await expect(quality).toHaveAccessibleName(new RegExp(`^Connection: ${said}\\.`));
  }
  clearInterval(frames);
});

test('a silently dead connection isn’t shown as live, and another one resends lost prompts', async ({
  page,
}) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  const mark = page.locator('.live-mark');
  const prompts = (texts: readonly string[]) =>
    texts.map((text) => JSON.parse(text)).filter(({ type }) => type === 'prompt');
  const say = async (words: string) => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(words);
    await page.keyboard.press('Enter');
    return JSON.parse(await viewer.sent.find(words, (text) => text.includes(words)));
  };
  await expect(overlay(page)).toContainText('What will you dream?');
  const { id, text } = await say('a quiet lake');
  viewer.report({ type: 'prompt_received', id, text });
  viewer.frame(1, picture);
  await expect(mark).toHaveText('Live');
  await expect(page.getByRole('button', { name: /^Connection: / })).toBeVisible();
  const next = stage.relay.viewer();
  viewer.fallSilent();
  const swallowed = await say('a storm');
  await expect(mark).toHaveText('Picture stopped');
  await expect(page.getByRole('status').filter({ hasText: 'The picture has stopped.' })).toBeAttached();
  await expect(page.getByRole('button', { name: /^Connection: / })).toHaveCount(0);
  await expect(mark).toHaveText('Reconnecting');
  const again = await next;
  await expect(mark).not.toHaveText('Reconnecting');
  again.frame(2, picture);
  await again.sent.find('an ack', (sent) => sent.includes('"ack"'));
  expect(prompts(again.sent.items)).toEqual([swallowed]);
  await expect(mark).toHaveText('Live');
  // Text messages keep the connection alive, but a frozen frame still isn't live.
  await expect(mark).toHaveText('Picture stopped');
});

test('the generator, its trouble and a stopped recording are shown and announced while they last', async ({
  page,
}) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  // The generator, its frame rate, and that the built-in painter isn't AI.
  const notes = page.locator('.stream-notes');
  const settings = page.getByRole('complementary', { name: 'Settings' });
  await page.getByRole('button', { name: 'Stream settings' }).click();
  await expect(settings).toContainText('No generator yet: your dream is waiting for a worker.');
  const reported = {
    type: 'generator',
    name: 'diffusion',
    version: 'sdxs on webgpu',
    ai: true,
    fps: null,
  } as const;
  viewer.report({ ...reported, note: null });
  await expect(notes).toContainText('Drawn by diffusion · sdxs on webgpu');
  await expect(settings).toContainText('Measured once it draws');
  const note = 'the model draws 0.5 pictures a second; between them we blend';
  viewer.report({ ...reported, fps: 15.8, note });
  await expect(settings).toContainText('The model draws 0.5 pictures a second; between them we blend');
  viewer.report({ type: 'generator', name: 'demo', version: '1', ai: false, fps: 15.8, note: null });
  await expect(notes).toContainText('Drawn by the demo painter, which isn’t AI');
  await expect(notes.getByRole('link')).toHaveCount(0);
  await expect(settings).toContainText('Demo painter, not AI');
  await expect(settings).toContainText('16 pictures a second');
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();

  const chip = page.locator('.trouble');
  const words = 'ComfyUI closed the connection. Trying again.';
  const loading = (text: string | null) => viewer.report({ type: 'loading', progress: null, text });
  loading('Downloading the models: 10 %');
  await expect(overlay(page)).toContainText('Downloading the models: 10 %');
  viewer.frame(1, picture);
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  await expect(page.getByRole('status').filter({ hasText: 'The picture is live.' })).toBeAttached();
  await expect(page.getByText('Downloading the models')).toHaveCount(0);

  const said = page.getByText('Recording is paused right now. Your dream continues.');
  await expect(said).toHaveCount(0);
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200, recording: false });
  await expect(said).toHaveCount(2);
  await expect(page.locator('.not-recorded')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Recording is paused' })).toBeAttached();
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  await expect(said).toHaveCount(0);

  loading(words);
  await expect(chip).toHaveText(words);
  await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached();
  expect(await faultsOf(page, '.stream')).toEqual([]);
  loading(null);
  await expect(page.getByText(words)).toHaveCount(0);
  // If the connection breaks before the text is withdrawn, the next one sends it again.
  loading(words);
  await expect(chip).toBeVisible();
  const next = stage.relay.viewer();
  viewer.close(4999);
  await next;
  await expect(page.locator('.live-mark')).not.toHaveText('Reconnecting');
  await expect(chip).toHaveCount(0);
});

test('full screen asks a phone to rotate, and tolerates a refusal', async ({ browser }) => {
  const page = await stage.newPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.addInitScript(() => {
    Object.assign(window, { locks: [] });
    ScreenOrientation.prototype.lock = (to: string) => {
      (window as unknown as { locks: string[] }).locks.push(to);
      return Promise.reject(new DOMException('not here', 'NotSupportedError'));
    };
  });
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  for (let n = 1; n <= 9; n++) {
    await prompt.fill(`wish ${n}`);
    await prompt.press('Enter');
  }
  // A landscape stream fills the window; dragging reveals the hidden sides.
  const canvas = page.locator('canvas');
  /** share of the hidden width that is cut off on the left */
  const looksAt = async () => {
    const box = await canvas.boundingBox();
    return box ? -box.x / (box.width - 390) : -1;
  };
  const height = async () => (await canvas.boundingBox())?.height ?? 0;
  await expect.poll(height).toBe(844);
  await expect(page.getByRole('listitem').last()).toBeInViewport({ ratio: 0.9 });
  expect(await looksAt()).toBeCloseTo(0.5, 2);
  await canvas.press('ArrowRight');
  expect(await looksAt()).toBeCloseTo(0.6, 2);
  await page.mouse.move(200, 400);
  await page.mouse.down();
  await page.mouse.move(80, 400, { steps: 4 });
  await page.mouse.up();
  expect(await looksAt()).toBeCloseTo(0.6 + 120 / (844 * (16 / 9) - 390), 2);
  expect(await faultsOf(page, '.stream')).toEqual([]);
  await page.getByRole('button', { name: 'Fullscreen' }).tap();
  await expect(page.locator('.stream')).toHaveAttribute('data-immersed', 'true');
  await expect.poll(height).toBe(844);
  await page.getByRole('button', { name: 'Whole picture' }).tap();
  await expect(page.locator('.stream')).toHaveAttribute('data-filling', 'false');
  await expect(page.getByRole('listitem').last()).toBeInViewport({ ratio: 0.9 });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { locks: string[] }).locks))
    .toEqual(['landscape']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.describe('accessible in both themes, on a phone and on a desktop', () => {
  const PHONE = { width: 390, height: 844 };
  const DESKTOP = { width: 1440, height: 900 };
  const LOW = { width: 844, height: 390 };

  async function look(page: Page) {
    await stage.signIn(page);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    });
    // Colours depend on the theme and layout on the size, so two of the four combinations cover everything.
    return async (state: string, ...more: (typeof LOW)[]) => {
      for (const [theme, size] of [
        ['dark', PHONE],
        ['light', DESKTOP],
        ...more.map((low) => ['light', low] as const),
      ] as const) {
        await page.evaluate((name) => {
          document.documentElement.classList.toggle('dark', name === 'dark');
          document.documentElement.classList.toggle('light', name === 'light');
        }, theme);
        await page.setViewportSize(size);
        expect(await faultsOf(page, '.stream'), `${state}, ${theme}, ${size.width} px`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${state}, ${size.width} px: wider than the window`).toBeLessThanOrEqual(0);
      }
    };
  }

  test('before a dream', async ({ page }) => {
    const sound = await look(page);
    const refuse = async (code: string, title: string) => {
      const json = { error: 'Please come back later.', code };
      await page.route('**/api/stream/connect', (route) => route.fulfill({ status: 403, json }));
      await page.goto(`${stage.server.url}/stream`);
      await expect(overlay(page)).toContainText(title);
      await sound(title);
      await page.unrouteAll();
    };
    await refuse('over-quota', 'Limit Reached');
    await refuse('no-access', 'Connection Error');

    const inLine = { status: 'queued', ready: false, websocketUrl: null, queuePosition: 3 } as const;
    const note = 'The generator can’t start right now. We keep trying, and you keep your place in line.';
    await stage.relay.answer(page, { ...inLine, note });
    await page.goto(`${stage.server.url}/stream`);
    await expect(page.getByText('You are number 3 in line.')).toBeVisible();
    await expect(page.getByText('You keep your place in line.')).toBeVisible();
    await sound('waiting in line');
    await page.setViewportSize(PHONE);
    const endOf = async (what: string) => {
      const box = await page.locator(what).boundingBox();
      if (!box) throw new Error(`${what} is not there`);
      return box.y + box.height;
    };
    expect(await endOf('.stage progress')).toBeLessThan(await endOf('.stage'));
    await page.unrouteAll();
  });

  test('a live dream, and everything that opens over it', async ({ page }) => {
    const sound = await look(page);
    const viewer = await stage.openLive(page);
    await expect(overlay(page)).toContainText('What will you dream?');
    await sound('invitation', LOW);
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toBeVisible();
    await sound('shortcuts');
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog', { name: 'Let the server listen?' })).toBeVisible();
    await sound('server voice');
    await page.keyboard.press('Escape');
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('a quiet lake');
    await prompt.press('Enter');
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 45 });
    viewer.frame(1, picture);
    await expect(overlay(page)).toHaveCount(0);
    await sound('live', LOW);
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200, recording: false });
    await expect(page.locator('.not-recorded')).toBeVisible();
    await sound('not recorded');
    await page.getByRole('button', { name: 'Stream settings' }).click();
    await page.getByRole('switch', { name: 'Enable Agent Mode' }).click();
    await sound('settings');
    await page.getByRole('button', { name: 'Advanced System Prompt' }).click();
    await sound('system prompt');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'End dream' }).click();
    await sound('ending');
    await page.keyboard.press('Escape');
    // Nothing moves for users who prefer reduced motion.
    expect(
      await page.evaluate(() =>
        document.getAnimations().flatMap(({ effect }) => {
          const { duration } = effect?.getComputedTiming() ?? {};
          return typeof duration === 'number' && duration > 10
            ? [(effect as KeyframeEffect).getKeyframes()]
            : [];
        }),
      ),
    ).toEqual([]);
  });

  test('a lost or ended dream', async ({ page }) => {
    const sound = await look(page);
    const viewer = await stage.openLive(page);
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('a quiet lake');
    await prompt.press('Enter');
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 45 });
    viewer.frame(1, picture);
    await expect(overlay(page)).toHaveCount(0);
    viewer.close(4001);
    await expect(page.getByRole('button', { name: 'Watch here' })).toBeVisible();
    await sound('open elsewhere');
    const back = stage.relay.viewer();
    await page.getByRole('button', { name: 'Watch here' }).click();
    (await back).close(4002);
    await expect(overlay(page)).toContainText('Session Failed');
    await sound('failed');
    // The dreamboard is blocked, so that this page can be examined.
    await page.route('**/dreamboard', (route) => route.abort('aborted'));
    const last = stage.relay.viewer();
    await page.getByRole('button', { name: 'Try Again' }).click();
    const ending = await last;
    ending.frame(1, picture);
    await expect(page.locator('.stage')).toHaveAttribute('data-has-frame', 'true');
    ending.close(1000);
    await expect(overlay(page)).toContainText('Session ended');
    await sound('ended');
  });
});

test('people queue for a worker, get it in turn, and see one dream in one window', async ({ browser }) => {
  const first = await stage.newPage(browser, {}, 'trial');
  const second = await stage.newPage(browser);
  await throughServer(first);
  await throughServer(second);
  await first.goto(`${stage.server.url}/stream`);
  await expect(first.getByText('You are next in line.')).toBeVisible();
  await expect(first.getByText(/^Waiting 0:\d\d$/)).toBeVisible();
  await second.goto(`${stage.server.url}/stream`);
  await expect(second.getByText('You are number 2 in line.')).toBeVisible();
  await expect(second.getByText('Waiting for generator... Initializing video.')).toBeVisible();

  const worker = await connectWorker(stage.server);
  await expect(overlay(first)).toContainText('What will you dream?');
  await expect(second.getByText('You are next in line.')).toBeVisible();
  await first.getByRole('textbox', { name: 'Prompt' }).fill('a quiet lake');
  await first.getByRole('button', { name: 'Send' }).click();
  await worker.reported('prompt');
  worker.stream(2);
  await expect(first.getByRole('listitem')).toContainText('in the picture');

  const elsewhere = await first.context().newPage();
  await throughServer(elsewhere, '&format=base64');
  await elsewhere.goto(`${stage.server.url}/stream`);
  await expect(elsewhere.getByRole('listitem')).toContainText('in the picture');
  await expect.poll(() => middleOf(elsewhere)).toBe('blue');
  await says(
    first,
    'Your dream is open in another window It continues there. You can bring it back here. Watch here',
  );
  await first.getByRole('button', { name: 'Watch here' }).click();
  await expect(overlay(first)).toHaveCount(0);
  await expect(elsewhere.getByRole('button', { name: 'Watch here' })).toBeVisible();

  worker.send({ type: 'error', message: 'out of memory' });
  await says(first, 'Session Failed Session failed unexpectedly. It is not counted. Try Again');
  await says(elsewhere, 'Session Failed Session failed unexpectedly. It is not counted. Try Again');
  // The queued page is still polling.
  for (const page of [first, second, elsewhere]) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await first.context().close();
  await second.context().close();
  worker.close();
});

test('a person who has used up a plan reads the server’s message', async ({ page }) => {
  // `modules/stream/admission/admission.db.test.ts` tests the same call for the other plans.
  const user = await stage.people.create('trial');
  await page.context().addCookies([await stage.people.cookie(user, stage.server.url)]);
  const now = Date.now();
  for (let index = 0; index < 3; index++) {
    await stage.people.db.orm.insert(dreams).values({
      id: newId(),
      userId: user.id,
      rpJobId: `local-${newId()}`,
      jobStatus: 'DONE',
      requestedAt: now,
      startedAt: now,
      endedAt: now,
      chargedAt: now,
      limitSeconds: 300,
      seed: 1,
    });
  }
  await page.goto(`${stage.server.url}/stream`);
  await expect(overlay(page)).toHaveText(
    /^Limit Reached\s+You've used all of your free trial streams\. Subscribe to continue streaming!\s+Upgrade Account$/,
    { useInnerText: true },
  );
  await expect(page.getByRole('link', { name: 'Upgrade Account' })).toHaveAttribute('href', '/checkout');
});

/** Connects the page to the real relay instead of the script. */
async function throughServer(page: Page, more = ''): Promise<void> {
  await page.route('**/api/stream/connect', async (route) => {
    const answer = await route.fetch();
    const reported = await answer.json();
    const websocketUrl = reported.websocketUrl?.replace(
      /^ws:\/\/[^/]+/,
      stage.server.url.replace('http', 'ws'),
    );
    await route.fulfill({ json: { ...reported, websocketUrl: websocketUrl ? websocketUrl + more : null } });
  });
}

test('a flagged frame is blurred with a note, on every screen, until one passes', async ({ page }) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  await expect(overlay(page)).toHaveCount(0);
  const blur = () => page.locator('canvas').evaluate((canvas) => getComputedStyle(canvas).filter);
  expect(await blur()).toBe('none');
  const why = 'Our check isn’t sure that this picture can be shown. Try another prompt.';
  viewer.report({ type: 'safety', blurred: true, text: why });
  await says(page, `Blurred ${why}`);
  await expect(overlay(page)).toHaveRole('status');
  expect(await blur()).toBe('blur(32px)');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await expect(overlay(page)).toBeInViewport({ ratio: 1 });
      expect(await faultsOf(page, '.stream'), `${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  // Another prompt can be sent, and its warning is announced.
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a battle');
  await prompt.press('Enter');
  const { id } = JSON.parse(await viewer.sent.find('a prompt', (text) => text.includes('battle')));
  viewer.report({ type: 'safety', id, text: 'Careful: this comes close.' });
  await expect(page.getByRole('listitem').last()).toContainText('Careful: this comes close.');
  await expect(page.getByRole('status').filter({ hasText: 'Careful: this comes close.' })).toBeAttached();
  viewer.report({ type: 'safety', blurred: false, text: null });
  await expect(overlay(page)).toHaveCount(0);
  expect(await blur()).toBe('none');
});

test('nothing overlaps or shrinks away on the live page, whatever is open, in any window', async ({
  page,
}) => {
  const controls: Control[] = [
    {
      ...{ kind: 'axes', name: 'camera', label: 'Kamera', live: true, default: AT_REST, buttons: [] },
      axes: [{ name: 'pan', label: 'Drehen', keys: ['ArrowLeft', 'ArrowRight'] }],
    },
    {
      ...{ kind: 'number', name: 'motion', label: 'Bewegung', live: true },
      ...{ min: 0, max: 1, step: 0.1, default: 0.5 },
    },
    { kind: 'video', name: 'webcam', label: 'Deine Kamera', live: true, width: 640, height: 360, fps: 8 },
  ];
  await stage.signIn(page);
  // German has the longest words here.
  await page.context().addCookies([{ name: 'language', value: 'de', url: stage.server.url }]);
  const past = { to: 60_000, recording: true, branches: true, prompts: [{ at: 3000, text: 'a lake' }] };
  await page.route('**/api/sessions/*/rewind', (route) => route.fulfill({ json: past }));
  const audience = { open: true, watchUrl: `${stage.server.url}/watch/a`, signedIn: false, named: false };
  await page.route('**/api/sessions/*/audience', (route) => route.fulfill({ json: audience }));
  const viewer = await stage.openLive(page);
  viewer.report({ type: 'controls', controls, values: { camera: AT_REST, motion: 0.5 } });
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  viewer.frame(1, picture);
  await expect(page.locator('.stage')).toHaveAttribute('data-has-frame', 'true');
  const prompt = page.locator('.prompt-bar textarea');
  for (const words of ['a quiet lake at night, wider than any window that it is seen in', 'a boat']) {
    await prompt.fill(words);
    await prompt.press('Enter');
  }
  viewer.report({ type: 'audience', watching: 1, people: [{ watcher: 'a', name: null, role: 'watcher' }] });
  const suggestion: ViewerEvent = {
    ...{ type: 'suggestion', id: 's', text: 'a red moon over the sea, with birds', from: null, wishes: 1 },
  };
  viewer.report(suggestion);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.suggested')).toBeVisible();
  // Nothing covers it.
  await page.locator('.picture-size').click({ trial: true, timeout: 5000 });
  viewer.report({ type: 'suggestion_gone', id: 's' });
  viewer.report({ type: 'sound_caption', text: 'crackling fire, rustling leaves, passing cars, clock' });
  const panel = page.locator('.settings-panel[data-open="true"]');
  const rewound = page.locator('.rewind[data-rewound="true"]');
  const [, , watch, score, settings] = await page.locator('.stream-actions button').all();

  const crowded: string[] = [];
  const measure = async (state: string) => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [740, 360],
      [667, 375],
      [568, 320],
      [427, 341],
      [320, 256],
      [1024, 600],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const found = await crowding(page);
      crowded.push(...found.map((fault) => `${state}, ${width} × ${height}: ${fault}`));
    }
  };
  await expect(page.locator('.sound-caption')).toBeVisible();
  await expect(page.locator('.rewind-track')).toBeVisible();
  await measure('live');
  viewer.report(suggestion);
  await expect(page.locator('.suggested')).toBeVisible();
  await measure('a suggestion');
  for (const [name, button] of Object.entries({ watch, score, settings })) {
    await button?.click();
    await expect(panel).toBeVisible();
    await measure(name);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
  viewer.report({ type: 'suggestion_gone', id: 's' });
  await page.locator('.rewind-track input').press('ArrowLeft');
  await expect(rewound).toBeVisible();
  await measure('rewound');
  await page.locator('.rewind-branch').click();
  // Dialogs keep the theme, whatever they lie over.
  const schemeOf = (element: Element) => getComputedStyle(element).colorScheme;
  const scheme = await page.locator(':root').evaluate(schemeOf);
  expect(await page.getByRole('dialog').evaluate(schemeOf)).toBe(scheme);
  await measure('continuing from there');
  await page.keyboard.press('Escape');
  await page.locator('button.rewind-live').click();
  await page.locator('.steer-open').click();
  await expect(page.locator('.steer-pad')).toBeVisible();
  await measure('steering');
  expect(crowded).toEqual([]);
});
