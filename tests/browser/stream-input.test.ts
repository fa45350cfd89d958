import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import type { Control } from '../../modules/protocol/controls.ts';
import { AT_REST } from '../../modules/protocol/steering.ts';
import { picture } from '../wire/fake-worker.ts';
import { faultsInBothSchemes, faultsOf } from './axe.ts';
import { openScriptedStage, type ScriptedStage } from './scripted-stage.ts';
import { test } from './shared-page.ts';

/** Text, controls and images entered on the live page, with a scripted relay. */
let stage: ScriptedStage;
test.beforeAll(async () => {
  stage = await openScriptedStage();
});
test.afterAll(() => stage.close());

test('a receipt names what was not understood, and a long prompt shows the characters left', async ({
  page,
}) => {
  await stage.signIn(page);
  // With space for only two entries, the newest are visible.
  await page.setViewportSize({ width: 844, height: 390 });
  const viewer = await stage.openLive(page);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  for (const words of ['a lake', 'a lake at night']) {
    await prompt.fill(words);
    await prompt.press('Enter');
  }
  await prompt.fill('a zeppelin over a lake');
  await prompt.press('Enter');
  const { id, text } = JSON.parse(await viewer.sent.find('it', (sent) => sent.includes('zeppelin')));
  viewer.report({ type: 'prompt_received', id, text });
  const note = 'not understood by the demo painter: zeppelin';
  viewer.report({ type: 'prompt_ack', id, text, frame_id: 1, note });
  const receipt = page.getByRole('listitem').last();
  await expect(receipt).toContainText('on its way');
  await expect(page.getByText(note)).toHaveCount(0);
  viewer.frame(1, picture);
  await expect(receipt).toContainText(/in the picture · \d\.\d s/);
  await expect(receipt).toContainText(note);
  const list = page.getByRole('list', { name: 'Your prompts' });
  await expect
    .poll(() => list.evaluate((ul) => ul.scrollHeight - ul.scrollTop - ul.clientHeight))
    .toBeLessThan(2);
  await expect(page.getByRole('status').filter({ hasText: note })).toBeAttached();
  expect(await faultsOf(page, '.stream')).toEqual([]);

  // A prompt that the frame doesn't show must never look as if it did.
  await prompt.fill('remove the moon');
  await prompt.press('Enter');
  const vain = JSON.parse(await viewer.sent.find('it', (sent) => sent.includes('remove')));
  viewer.report({ type: 'prompt_received', id: vain.id, text: vain.text });
  const why = 'nothing to take away: moon';
  viewer.report({ type: 'prompt_ack', id: vain.id, text: vain.text, frame_id: 2, note: why, drawn: false });
  viewer.frame(2, picture);
  await expect(page.getByRole('listitem').last()).toContainText('not drawn');
  await expect(page.getByRole('listitem').last()).toContainText(why);
  await expect(page.getByRole('listitem').filter({ hasText: 'zeppelin' })).toContainText('in the picture');
  await expect(
    page.getByRole('status').filter({ hasText: `Not drawn: remove the moon. ${why}` }),
  ).toBeAttached();

  // Long text can be expanded once sent, and the field grows while it is typed.
  const long = `a house ${'with another window '.repeat(12)}at the end`;
  await prompt.fill(long);
  expect(await prompt.evaluate((field) => field.clientHeight)).toBeGreaterThan(60);
  await prompt.press('Enter');
  const words = page.getByText(long, { exact: true });
  expect(await words.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
  await page.getByTitle('Show all of it').press('Enter');
  await expect.poll(() => words.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);

  await prompt.fill('x'.repeat(899));
  await expect(prompt).toHaveAccessibleDescription('');
  await prompt.press('x');
  await expect(prompt).toHaveAccessibleDescription('100 left');
  await prompt.fill('x'.repeat(1001));
  await expect(prompt).toHaveAccessibleDescription('0 left');
  expect(await faultsOf(page, '.stream')).toEqual([]);
});

test('text typed before the script has loaded can be sent', async ({ page }) => {
  await stage.signIn(page);
  await stage.relay.answer(page);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/client-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.server.url}/stream`, { waitUntil: 'commit' });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a quiet lake');
  const viewer = stage.relay.viewer();
  letThrough();
  const send = page.getByRole('button', { name: 'Send' });
  await expect(send).toBeEnabled();
  await expect(prompt).toHaveValue('a quiet lake');
  await send.click();
  await (await viewer).sent.find('the prompt', (sent) => sent.includes('a quiet lake'));
});

test('the generator’s controls work by keyboard and on a phone, in both themes', async ({ browser }) => {
  const page = await stage.newPage(browser, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const viewer = await stage.openLive(page);
  const live = { live: true } as const;
  const controls: Control[] = [
    {
      kind: 'number',
      name: 'seed',
      label: 'Seed',
      live: false,
      min: 0,
      max: 2 ** 31 - 1,
      step: 1,
      default: 0,
    },
    { ...live, kind: 'number', name: 'zoom', label: 'Zoom', min: -2, max: 2, step: 0.1, default: 0.4 },
    { ...live, kind: 'choice', name: 'style', label: 'Style', choices: ['Oil', 'Ink'], default: 'Oil' },
    { ...live, kind: 'switch', name: 'grain', label: 'Film grain', default: true },
    { ...live, kind: 'text', name: 'omit', label: 'Leave out', max: 40, default: 'text' },
  ];
  const asked = async (name: string, value: unknown) => {
    const said = JSON.stringify({ type: 'control', name, value });
    await viewer.sent.find(said, (text) => text === said);
  };
  const panel = page.getByRole('complementary', { name: 'Settings' });
  await page.getByRole('button', { name: 'Stream settings' }).click();
  await expect(panel.getByRole('heading', { name: 'Picture' })).toHaveCount(0);
  const standing = { seed: 0, zoom: 0.4, style: 'Ink', grain: true, omit: 'text' };
  viewer.report({ type: 'controls', controls, values: standing });
  await expect(panel.getByRole('combobox', { name: 'Style' })).toHaveValue('Ink');

  // From the close button on, everything by keyboard.
  await panel.getByRole('button', { name: 'Close settings' }).focus();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('spinbutton', { name: 'Seed' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('99999999999');
  await page.keyboard.press('Enter');
  const seed = panel.getByRole('spinbutton', { name: 'Seed' });
  await expect(seed).toHaveAccessibleDescription('Seed ranges from 0 to 2147483647. It is still 0.');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('41');
  await page.keyboard.press('Tab');
  await asked('seed', 41);
  const zoom = panel.getByRole('slider', { name: 'Zoom' });
  await expect(zoom).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await asked('zoom', 0.3);
  await page.keyboard.press('End');
  await asked('zoom', 2);
  // The relay's value wins once it answers the latest change.
  viewer.report({ type: 'control', name: 'zoom', value: 0.3 });
  viewer.report({
    type: 'error',
    code: 'moderated',
    error: 'Zoom is worn out.',
    control: 'zoom',
    value: 0.4,
  });
  await expect(zoom).toHaveValue('0.4');
  await expect(zoom).toHaveAccessibleDescription('Zoom is worn out.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await asked('style', 'Oil');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await asked('grain', false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type(', hands');
  await page.keyboard.press('Enter');
  await asked('omit', 'text, hands');

  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark');
      document.documentElement.classList.toggle('light', name === 'light');
    }, theme);
    expect(await faultsOf(page, '.settings-panel'), theme).toEqual([]);
  }
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  await page.keyboard.press('Escape');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a quiet lake');
  await prompt.press('Enter');
  await page.getByRole('button', { name: 'Stream settings' }).click();
  await expect(panel.getByRole('spinbutton', { name: 'Seed' })).toBeDisabled();
  await expect(panel.getByRole('spinbutton', { name: 'Seed' })).toHaveAccessibleDescription(/^Fixed/);
  await expect(zoom).toBeEnabled();
  // A page that returns gets the relay's values.
  viewer.report({ type: 'controls', controls, values: { ...standing, zoom: -1 } });
  await expect(zoom).toHaveValue('-1');
  await page.context().close();
});

test('a dream starts with a file, a frame of an earlier dream or a photo', async ({ browser }) => {
  const page = await stage.newPage(browser);
  const digest = 'a'.repeat(32);
  const given: Buffer[] = [];
  let refusal: object | null = null;
  await page.route('**/api/stream/picture', async (route) => {
    if (refusal) return route.fulfill(refusal);
    given.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    return route.fulfill({ json: { control: 'picture', value: `picture:${digest}` } });
  });
  const promo = (name: string) => readFile(join(import.meta.dirname, '..', '..', 'public', name));
  const [video, still] = [await promo('promo.mp4'), await promo('promo.webp')];
  const image = { contentType: 'image/webp', body: still };
  await page.route('**/pictures/*', (route) => route.fulfill(image));
  await page.route('**/api/sessions?*', (route) =>
    route.fulfill({
      json: {
        sessions: [{ session_id: 'old', dream_name: 'Low tide', thumbnail_url: '/old.jpg' }],
        nextCursor: null,
      },
    }),
  );
  await page.route('**/old.jpg', (route) => route.fulfill(image));
  await page.route('**/api/sessions/old/video', (route) =>
    route.fulfill({ contentType: 'video/mp4', body: video }),
  );
  // A camera pointed at an orange wall.
  await page.addInitScript(() => {
    const wall = document.createElement('canvas');
    Object.assign(wall, { width: 640, height: 360 });
    const context = wall.getContext('2d');
    navigator.mediaDevices.getUserMedia = async () => {
      setInterval(() => {
        if (!context) return;
        context.fillStyle = 'orange';
        context.fillRect(0, 0, 640, 360);
      }, 50);
      return wall.captureStream(10);
    };
  });
  const viewer = await stage.openLive(page);
  const start: Control = {
    kind: 'picture',
    name: 'picture',
    label: 'Start picture',
    live: false,
    default: '',
    hint: 'Your dream begins with it.',
  };
  const report = (value: string) => viewer.report({ type: 'control', name: 'picture', value });
  viewer.report({ type: 'controls', controls: [start], values: { picture: '' } });
  await page.getByRole('button', { name: 'Stream settings' }).click();
  const field = page.getByRole('group', { name: 'Start picture' });
  const chosen = field.getByRole('img', { name: 'The image your dream starts with' });
  await expect(chosen).toHaveCount(0);

  const file = { name: 'mine.webp', mimeType: 'image/webp', buffer: still };
  await field.getByLabel('Start picture: choose a file').setInputFiles(file);
  await expect.poll(() => given.length).toBe(1);
  expect(given[0]?.includes(still.subarray(0, 256))).toBe(true);
  // A phone photo has more pixels than the server accepts.
  const photo = sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'teal' } });
  await field
    .getByLabel('Start picture: choose a file')
    .setInputFiles({ ...file, buffer: await photo.jpeg().toBuffer() });
  await expect.poll(() => given.length).toBe(2);
  const sent = given.pop() ?? Buffer.alloc(0);
  const made = await sharp(sent.subarray(sent.indexOf(Buffer.of(0xff, 0xd8)))).metadata();
  expect(made).toMatchObject({ format: 'jpeg', width: 2560, height: 1707 });
  report(`picture:${digest}`);
  await expect(chosen).toBeVisible();
  expect(await faultsInBothSchemes(page, '.settings-panel')).toEqual([]);
  await field.getByRole('button', { name: 'Remove' }).click();
  const removed = JSON.stringify({ type: 'control', name: 'picture', value: '' });
  await viewer.sent.find(removed, (text) => text === removed);
  report('');
  await expect(chosen).toHaveCount(0);

  refusal = { status: 415, json: { error: 'Unsupported image. Use JPEG, PNG, WebP, AVIF or GIF.' } };
  await field.getByLabel('Start picture: choose a file').setInputFiles(file);
  await expect(field.getByRole('alert')).toHaveText('Unsupported image. Use JPEG, PNG, WebP, AVIF or GIF.');
  refusal = null;

  // By keyboard: the dream, the moment, the frame.
  await field.getByRole('button', { name: 'Dream' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start with an earlier dream' });
  await dialog.getByRole('button', { name: 'Low tide' }).focus();
  expect(await faultsInBothSchemes(page, '.picture-dialog')).toEqual([]);
  await page.keyboard.press('Enter');
  const moment = dialog.getByRole('slider', { name: 'Moment' });
  await expect(moment).toBeEnabled();
  await moment.focus();
  await page.keyboard.press('End');
  expect(await faultsInBothSchemes(page, '.picture-dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect.poll(() => given.length).toBe(2);
  await expect(dialog).toHaveCount(0);

  await field.getByRole('button', { name: 'Camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Start with what you see' });
  await expect(camera.getByRole('button', { name: 'Take picture' })).toBeEnabled();
  expect(await faultsInBothSchemes(page, '.picture-dialog')).toEqual([]);
  await camera.getByRole('button', { name: 'Take picture' }).click();
  await expect.poll(() => given.length).toBe(3);
  expect(await orangeOf(given[2] ?? Buffer.alloc(0))).toBeGreaterThan(200);
  await expect(camera).toHaveCount(0);
  await page.context().close();
});

/** Average red value of a JPEG in a form body, 0–255. */
async function orangeOf(form: Buffer): Promise<number> {
  const jpeg = form.subarray(form.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  const { channels } = await sharp(jpeg).stats();
  return channels[0]?.mean ?? 0;
}

const CAMERA: Control = {
  kind: 'axes',
  name: 'camera',
  label: 'Camera',
  live: true,
  axes: [
    {
      ...{ name: 'pan', label: 'Turn', keys: ['ArrowLeft', 'ArrowRight'] },
      ...{ stick: 'left-x', pointer: 'x' },
    },
    { name: 'walk', label: 'Walk', keys: ['KeyW', 'KeyS'], stick: 'right-y' },
  ],
  buttons: [{ name: 'home', label: 'Re-centre', key: 'KeyC', pad: 0 }],
  default: AT_REST,
};

async function openSteerable(page: Page, control = CAMERA) {
  const viewer = await stage.openLive(page);
  viewer.report({ type: 'controls', controls: [control], values: { [control.name]: AT_REST } });
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 300 });
  viewer.frame(1, picture);
  const steer = page.getByRole('button', { name: 'Steer', exact: true });
  await expect(steer).toBeEnabled();
  return {
    viewer,
    steer,
    pad: page.getByRole('region', { name: 'Steering' }),
    /** waits until the page has sent this, after everything that it has sent before */
    async held(value: string) {
      const text = JSON.stringify({ type: 'control', name: control.name, value: `steer:${value}` });
      await viewer.sent.find(text, (sent) => sent === text, viewer.sent.items.length - 1);
    },
  };
}

test('keys, a mouse and a gamepad steer while the mode is on, and nothing stays held', async ({ page }) => {
  await stage.signIn(page);
  await page.addInitScript(() => {
    const pads: unknown[] = [];
    Object.assign(window, { pads });
    navigator.getGamepads = () => pads as Gamepad[];
  });
  const { viewer, steer, pad, held } = await openSteerable(page);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await page.keyboard.press('c');
  expect(viewer.sent.items.filter((text) => text.includes('steer:'))).toEqual([]);
  await steer.click();
  await expect(pad).toBeFocused();

  await page.keyboard.down('w');
  await held('walk:-1');
  await expect(page.getByRole('complementary', { name: 'Watch together' })).toBeHidden();
  await expect(pad.getByRole('button', { name: 'Walk: W' })).toHaveAttribute('data-held', 'true');
  await expect(pad.getByText('The picture doesn’t follow yet.')).toBeVisible();
  viewer.report({ type: 'steer_ack', name: 'camera', frame_id: 2 });
  await expect(pad.getByText('The picture doesn’t follow yet.')).toBeHidden();
  await page.keyboard.down('ArrowRight');
  await held('pan:1 walk:-1');
  expect(await faultsInBothSchemes(page, '.stream')).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await held('');
  await page.keyboard.up('w');
  await page.keyboard.up('ArrowRight');

  // A text field always wins.
  await prompt.fill('');
  await prompt.pressSequentially('caws');
  await page.keyboard.press('ArrowLeft');
  await expect(prompt).toHaveValue('caws');
  await pad.getByRole('button', { name: 'Turn: right' }).focus();
  await page.keyboard.down('Space');
  await held('pan:1');
  await page.keyboard.up('Space');
  await held('');

  await page.evaluate(() => {
    const { pads } = window as unknown as { pads: unknown[] };
    pads[0] = { connected: true, mapping: 'standard', axes: [-1, 0, 0, 0.1], buttons: [{ pressed: true }] };
    window.dispatchEvent(new Event('gamepadconnected'));
  });
  await held('pan:-1 home');
  await expect(pad.getByText('Gamepad connected.')).toBeAttached();
  await page.evaluate(() => {
    const { pads } = window as unknown as { pads: unknown[] };
    pads[0] = null;
  });
  await held('');

  await page.keyboard.down('c');
  await held('home');
  await page.keyboard.press('Escape');
  await held('');
  await expect(pad).toBeHidden();
  await expect(steer).toBeFocused();
  await page.keyboard.up('c');
  // The focus stays when the way back appears, and returns to it with the live picture.
  const past = { to: 60_000, recording: true, branches: true, prompts: [] };
  await page.route('**/api/sessions/*/rewind', (route) => route.fulfill({ json: past }));
  const scrubber = page.getByRole('slider', { name: 'Moment of the dream' });
  await expect(scrubber).toBeVisible();
  await expect(steer).toBeFocused();
  await scrubber.press('ArrowLeft');
  await page.getByRole('button', { name: 'Back to live' }).press('Enter');
  await expect(scrubber).toBeFocused();

  // Another window takes the dream.
  await steer.click();
  await page.keyboard.down('d');
  viewer.close(4001);
  await expect(page.getByText('Your dream is open in another window')).toBeVisible();
  await expect(pad).toBeHidden();
  await page.keyboard.up('d');
});

/** In the page: classes of what overlaps a stick. */
function overSticks(): string[] {
  const sticks = [...document.querySelectorAll('.stick-base')].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.sound-caption, .sound-row')]
    .filter((one) => {
      const at = one.getBoundingClientRect();
      return sticks.some(
        ({ left, right, top, bottom }) =>
          at.left < right && at.right > left && at.top < bottom && at.bottom > top,
      );
    })
    .map(({ className }) => className);
}

test('two thumbs steer on a phone, with the longest names that a generator may use', async ({ browser }) => {
  const page = await stage.newPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const long = (n: number) => `${n}${'W'.repeat(39)}`;
  const sticks = ['left-x', 'left-y', 'right-x', 'right-y'] as const;
  const { viewer, pad, steer, held } = await openSteerable(page, {
    ...CAMERA,
    label: long(0),
    axes: Array.from({ length: 8 }, (_, n) => ({ name: `a${n}`, label: long(n), stick: sticks[n] })),
    buttons: Array.from({ length: 16 }, (_, n) => ({ name: `b${n}`, label: long(n), key: `Digit${n % 10}` })),
  });
  await steer.tap();
  const middles = await pad
    .locator('.stick-base')
    .evaluateAll((bases) =>
      bases
        .map((base) => base.getBoundingClientRect())
        .map((at) => [at.x + at.width / 2, at.y + at.height / 2]),
    );
  const [[leftX = 0, leftY = 0] = [], [rightX = 0, rightY = 0] = []] = middles;
  const devtools = await page.context().newCDPSession(page);
  let seconds = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      timestamp: seconds++,
    });
  await touch('touchStart', [leftX, leftY], [rightX, rightY]);
  await touch('touchMove', [leftX - 90, leftY], [rightX, rightY + 29]);
  await held('a0:-1 a3:0.5');
  await touch('touchEnd', [leftX - 90, leftY]);
  await held('a3:0.5');
  await touch('touchEnd');
  await held('');
  // A resting finger may drift over the list of buttons, which would scroll.
  const key = await pad.locator('.steer-keys .steer-key').first().boundingBox();
  const [keyX, keyY] = [(key?.x ?? 0) + 20, (key?.y ?? 0) + 20];
  await touch('touchStart', [keyX, keyY]);
  await held('a4:-1');
  const before = viewer.sent.items.length;
  for (const drift of [20, 40, 60]) await touch('touchMove', [keyX, keyY - drift]);
  expect(
    viewer.sent.items.slice(before).filter((text) => !text.includes('a4') && text.includes('steer:')),
  ).toEqual([]);
  await touch('touchEnd');
  await held('');
  expect(await faultsInBothSchemes(page, '.stream')).toEqual([]);
  viewer.report({ type: 'sound_caption', text: 'crackling fire, rustling leaves, passing cars, clock' });
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of ['.steer-pad', '.prompt-bar', '.steer-actions'])
      await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
    // Nothing touches the sticks.
    await expect(page.locator('.sound-caption')).toBeVisible();
    expect(await page.evaluate(overSticks)).toEqual([]);
  }
  await pad.getByRole('button', { name: 'Buttons instead of sticks' }).tap();
  await expect(pad.locator('.stick-base')).toHaveCount(0);
  await page.context().close();
});
