import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { type LanguageServer, startLanguageServer } from '../language-server.ts';
import { type ModelHub, startModelHub } from '../model-hub.ts';
import { type RunningServer, startServer } from '../server.ts';
import { writeTinyWhisper } from '../tiny-whisper.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { TEST_BROWSER_ARGS } from './browser-args.ts';
import { connectLightWorker } from './light-worker.ts';
import { seen } from './seen.ts';
import { test } from './shared-page.ts';
import { newStreamPage, type StreamPage } from './stream-page.ts';

/** A microphone that plays a recording in a loop, and a software GPU. */
test.use({
  launchOptions: {
    ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
    args: [
      ...TEST_BROWSER_ARGS,
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      '--enable-features=Vulkan',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${join(import.meta.dirname, 'speech.wav')}`,
    ],
  },
});

const SENTENCE = 'a fucking boat on a river of stars';
/** Words that the smaller model hears. */
const SMALLER = 'a boat on a river';
const CLEANED = 'a flower boat on a river of stars';

let models: string;
let hub: ModelHub;
let speech: LanguageServer;
let server: RunningServer;
let live: StreamPage;

test.beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'reverie-models-'));
  await writeTinyWhisper(models, 'toy/whisper-base', SENTENCE);
  await writeTinyWhisper(models, 'toy/whisper-tiny', SMALLER);
  const folderOf = (name: string) => [name, join(models, name)];
  hub = await startModelHub(Object.fromEntries(['toy/whisper-base', 'toy/whisper-tiny'].map(folderOf)));
  speech = await startLanguageServer({ titlesApart: true });
  speech.behave('well');
  server = await startServer({
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      VOICE_MODEL: 'toy/whisper-base',
      VOICE_MODEL_BASE: hub.url,
      ASR_BASE_URL: speech.baseUrl,
    },
  });
  await connectLightWorker(server);
});
test.afterAll(async () => {
  await server.dispose();
  await hub.close();
  await speech.close();
  await rm(models, { recursive: true, force: true });
});

const mic = () => live.page.getByRole('button', { name: 'Microphone', exact: true });

test('speech is transcribed in the browser, cleaned, dreamt, saved and recorded', async ({ page }) => {
  live = await newStreamPage(page, server);
  const { receipt } = live;
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && /^http/.test(request.url())) outside.push(request.url());
  });
  // The model loads slowly enough for the progress to be visible.
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.context().route('**/voice-models/**/*decoder*.onnx', async (route) => {
    // The size is requested first.
    if (!route.request().headers().range) await held;
    await route.continue();
  });
  await live.openReady();
  await expect(page.getByText('Voice Inactive')).toBeVisible();
  await page.locator('.stage').click();
  await page.keyboard.press('m');
  await expect(mic()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Voice Active')).toBeVisible();
  await live.openSettings();
  await expect(live.settings.getByText('Loading voice model...')).toBeVisible();
  await expect(live.settings.getByText(/^\d+\.\d of \d+\.\d (kB|MB) · \d+%$/)).toBeVisible();
  await expect(page.locator('.voice-progress')).toHaveText(/Loading voice model\.\.\. \d+\.\d of/);
  letThrough();
  await expect(live.settings.getByText('Loading voice model...')).toHaveCount(0, { timeout: 30_000 });
  await expect(live.settings.getByText(/requires WebGPU/)).toHaveCount(0);
  await expect(live.settings.getByLabel('Microphone', { exact: true })).toBeVisible();

  // Spoken words are shown before they are sent and can be discarded; then they are spoken again.
  const words = page.locator('.spoken-words');
  // The key is pressed by the page itself: a slow machine would press it after the words were sent.
  await page.evaluate((text) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.spoken-words')?.textContent?.includes(text)) return;
      observer.disconnect();
      document.body.dataset.discarded = text;
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, CLEANED);
  await expect(page.locator('body')).toHaveAttribute('data-discarded', CLEANED, { timeout: 30_000 });
  await expect(words).toHaveCount(0);
  await expect(receipt(CLEANED)).toHaveCount(0);
  await expect(words).toContainText(CLEANED);
  await expect(receipt(CLEANED)).toContainText('heard · cleaned · in the picture', { timeout: 30_000 });
  // The recording repeats the same words, which make only one prompt.
  await seen(page, '.voice-progress', 'I hear you');
  await expect(page.locator('.voice-progress')).toHaveText(/Listening|Writing/);
  await expect(receipt(CLEANED)).toHaveCount(1);

  // Uploaded while speaking, so that a killed tab loses only its last seconds.
  const address = () => `${server.url}/api/sessions/${live.sessionId()}/voice`;
  const recorded = async () => (await (await page.request.get(address())).body()).byteLength;
  await expect.poll(recorded).toBeGreaterThan(2000);
  const sofar = await recorded();

  // After a reload, speech goes into a second recording next to the first.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await mic().click();
  await expect(page.locator('.voice-progress')).toHaveText(/I hear you|Writing/, { timeout: 30_000 });
  await mic().click();
  await expect(mic()).toHaveAttribute('aria-pressed', 'false');
  // The same while a key is held.
  await page.locator('.stage').click();
  await page.keyboard.down('v');
  await expect(page.locator('.voice-progress')).toHaveText(/I hear you|Writing/);
  await page.keyboard.up('v');
  await expect(mic()).toHaveAttribute('aria-pressed', 'false');
  const listed = async () => (await page.request.get(address(), { headers: { accept: 'text/html' } })).text();
  await expect.poll(async () => (await listed()).match(/<audio /g)?.length).toBe(2);

  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await page.waitForURL('**/dreamboard');
  expect(new Set((await live.transcript()).map(({ text }) => text))).toEqual(new Set([CLEANED]));
  await page.goto(address());
  await expect(page.getByRole('heading', { name: 'Voice recordings' })).toBeVisible();
  const playable = () =>
    page
      .locator('audio')
      .evaluateAll((players) => players.map((player) => (player as HTMLAudioElement).readyState > 0));
  await expect.poll(playable).toEqual([true, true]);
  const first = await page.request.get(
    new URL((await page.locator('audio').first().getAttribute('src')) ?? '', page.url()).href,
  );
  expect(first.headers()['content-type']).toBe('audio/webm');
  expect((await first.body()).byteLength).toBeGreaterThanOrEqual(sofar);
  expect(violations).toEqual([]);
  expect(outside).toEqual([]);
});

test('an unplugged or changed microphone is reported', async ({ page }) => {
  live = await newStreamPage(page, server);
  let closed = 0;
  await page.exposeFunction('microphoneClosed', () => closed++);
  const sampleRates: number[] = [];
  await page.exposeFunction('audioContextMade', (rate: number) => sampleRates.push(rate));
  const slices: number[] = [];
  await page.exposeFunction('recorderStarted', (slice: number) => slices.push(slice));
  await page.addInitScript(() => {
    // The server transcribes, without any model in the browser.
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    const reported = window as unknown as Record<string, (value?: number) => void>;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    /** test names to browser ids, which change on each load in headless mode */
    const ids = new Map<string, string>();
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const { ideal = '' } = (wanted?.audio as { deviceId?: { ideal?: string } })?.deviceId ?? {};
      const audio = { ...(wanted?.audio as object), deviceId: { ideal: ids.get(ideal) ?? ideal } };
      const media = await open(ideal ? { ...wanted, audio } : wanted);
      const microphone = media.getAudioTracks()[0] as MediaStreamTrack;
      const stop = microphone.stop.bind(microphone);
      microphone.stop = () => {
        reported.microphoneClosed?.();
        stop();
      };
      Object.assign(window, { microphone, wanted });
      return media;
    };
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    navigator.mediaDevices.enumerateDevices = async () => {
      const all = await list();
      // As Chrome lists real devices: the system default is one of them, listed a second time.
      const own = all.find(({ kind, deviceId }) => kind === 'audioinput' && !/^(default)?$/.test(deviceId));
      const alias = all.find(({ kind, deviceId }) => kind === 'audioinput' && deviceId === 'default');
      if (own && alias) Object.defineProperty(alias, 'groupId', { value: own.groupId });
      for (const device of all.filter(({ deviceId }) => !/^(default|communications)?$/.test(deviceId))) {
        const name = `id-of-${device.label.replace(/\W+/g, '-')}`;
        ids.set(name, device.deviceId);
        Object.defineProperty(device, 'deviceId', { value: name });
      }
      return all;
    };
    const Context = window.AudioContext;
    window.AudioContext = class extends Context {
      constructor(options?: AudioContextOptions) {
        super(options);
        reported.audioContextMade?.(this.sampleRate);
      }
    };
    const { addModule } = AudioWorklet.prototype;
    const held = new Promise<void>((resolve) => {
      reported.letWorkletCome = () => resolve();
    });
    AudioWorklet.prototype.addModule = async function (...args) {
      await held;
      return addModule.apply(this, args);
    };
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (slice) {
      reported.recorderStarted?.(slice);
      start.call(this, slice);
    };
  });
  await live.openReady();
  await live.openSettings();
  await live.settings.getByRole('switch', { name: 'Enable Voice Input' }).click();
  await page.getByRole('button', { name: 'Use the server' }).click();
  await expect(mic()).toHaveAttribute('aria-pressed', 'true');
  // Toggling it while it opens still works, with a single audio context.
  await expect.poll(() => sampleRates).toEqual([16_000]);
  await mic().click();
  await expect(mic()).toHaveAttribute('aria-pressed', 'false');
  await mic().click();
  await expect(mic()).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => (window as unknown as { letWorkletCome(): void }).letWorkletCome());
  await expect(page.locator('.voice-progress')).toHaveText(/I hear you|Writing/);

  const picker = live.settings.getByLabel('Microphone', { exact: true });
  // Chrome also lists a device under each of its roles.
  const values = await picker
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(values[0]).toBe('');
  for (const role of ['default', 'communications']) expect(values).not.toContain(role);
  expect(new Set(values).size).toBe(values.length);
  const other = picker.locator('option').last();
  const id = (await other.getAttribute('value')) ?? '';
  await picker.selectOption(id);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify((window as unknown as { wanted: unknown }).wanted)))
    .toContain(id);
  await expect(page.locator('.voice-progress')).toHaveText(/Listening|hear|Writing/);

  await page.evaluate(() => {
    (window as unknown as { microphone: EventTarget }).microphone.dispatchEvent(new Event('ended'));
  });
  await expect(page.getByText('The microphone was unplugged. Voice input is off.').first()).toBeVisible();
  await expect(mic()).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Voice Inactive')).toBeVisible();
  expect(sampleRates).toEqual([16_000]);
  expect(slices).toEqual([4000]);

  // Listening stops when the dream ends.
  await page.getByRole('button', { name: 'Close settings' }).click();
  await mic().click();
  await expect(page.getByText('Voice Active')).toBeVisible();
  await expect(page.locator('.voice-progress')).toHaveText(/Listening|hear|Writing/);
  closed = 0;
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect.poll(() => closed).toBe(1);
  await page.waitForURL('**/dreamboard');
  await live.open();
  await live.openSettings();
  await expect(picker).toHaveValue(id);
});

test('a refused microphone is explained', async ({ page }) => {
  live = await newStreamPage(page, server);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    const all = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    navigator.mediaDevices.enumerateDevices = async () =>
      (await all()).filter(({ kind }) => kind === 'audioinput').slice(0, 1);
  });
  await live.openReady();
  const place = () => page.getByRole('textbox', { name: 'Prompt' }).boundingBox();
  // Buttons next to it change width when the web font arrives.
  await page.evaluate(() => document.fonts.ready);
  const before = await place();
  await mic().click();
  await expect(page.getByText(/^The microphone is blocked\./).first()).toBeVisible();
  expect(await place()).toEqual(before);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.voice-fault')).toHaveCount(0);
  await expect(mic()).toHaveAttribute('aria-pressed', 'false');
  // With a single microphone there is nothing to choose.
  await live.openSettings();
  await expect(live.settings.getByRole('switch', { name: 'Enable Voice Input' })).toBeVisible();
  await expect(live.settings.getByLabel('Microphone', { exact: true })).toHaveCount(0);
});

/** No WebGPU, and a user who speaks every `every` seconds for `lasts` seconds. */
async function speakWithoutWebGpu(page: Page, speech: { every: number; lasts: number }): Promise<void> {
  await page.addInitScript(({ every, lasts }) => {
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const loudness = new GainNode(context, { gain: 0 });
      for (let at = 1; at < 120; at += every) {
        loudness.gain.setValueAtTime(0.4, at).setValueAtTime(0, at + lasts);
      }
      const voice = new OscillatorNode(context, { frequency: 300 });
      const sound = context.createMediaStreamDestination();
      voice.connect(loudness).connect(sound);
      voice.start();
      Object.assign(window, { speaksSince: () => context.currentTime });
      return sound.stream;
    };
  }, speech);
}

test('speech without a pause is transcribed in pieces of thirty seconds', { tag: '@long' }, async ({
  page,
}) => {
  live = await newStreamPage(page, server);
  const { receipt } = live;
  await speakWithoutWebGpu(page, { every: 120, lasts: 120 });
  const sizes: number[] = [];
  await page.context().route('**/api/voice', async (route) => {
    const body = route.request().postDataBuffer();
    if (!body?.includes('phrase.wav')) return route.continue();
    sizes.push(body.byteLength);
    await route.fulfill({ json: { text: 'a river without an end', voice_recording_url: null } });
  });
  await live.openReady();
  await mic().click();
  await page.getByRole('button', { name: 'Use the server' }).click();
  await expect(receipt('a river without an end')).toContainText('heard', { timeout: 90_000 });
  // Two bytes for each of 480,000 samples, minus part of a chunk, plus the form's overhead.
  expect(sizes[0]).toBeGreaterThan(940_000);
  expect(sizes[0]).toBeLessThan(961_000);
});

test('without WebGPU the page warns, and offers transcription on the server', async ({ page }) => {
  live = await newStreamPage(page, server);
  const { receipt } = live;
  await speakWithoutWebGpu(page, { every: 3.7, lasts: 0.5 });
  const spoken = () => page.evaluate(() => (window as unknown as { speaksSince(): number }).speaksSince());
  await live.openReady();
  await live.openSettings();
  await expect(
    live.settings.getByText('Voice input requires WebGPU support. Please use Chrome or Edge browser.'),
  ).toBeVisible();
  await live.settings.getByLabel('Spoken language').selectOption({ label: 'German · Deutsch' });
  await mic().click();
  const offer = page.getByRole('dialog', { name: 'Let the server listen?' });
  await offer.getByRole('button', { name: 'Use the server' }).click();
  await expect(receipt('a paper boat on a river')).toContainText('heard · in the picture', {
    timeout: 20_000,
  });
  expect(speech.asked.at(-1)?.path).toBe('/v1/audio/transcriptions');
  expect(speech.asked.at(-1)?.body).toMatch(/name="language"\s+de/);

  // Nothing, too little text and repeats are no prompts. Neither is text close to something still waiting: here the
  // third and fourth, transcribed at once when the second is finally released.
  const understood = ['[BLANK_AUDIO]', 'a', 'A paper boat on a river!', 'two moons over the sea'];
  understood.push('a red desert in the wind', 'a red desert in the winds', 'noise');
  let answered = 0;
  await page.context().route('**/api/voice', async (route) => {
    if (!route.request().postData()?.includes('phrase.wav')) return route.continue();
    const text = understood[answered] ?? 'noise';
    if (text.startsWith('two moons')) {
      const from = await spoken();
      await expect.poll(spoken, { timeout: 30_000 }).toBeGreaterThan(from + 8);
    }
    answered++;
    await route.fulfill({ json: { text, voice_recording_url: null } });
  });
  await expect(receipt('a red desert in the wind')).toContainText('in the picture', { timeout: 30_000 });
  await expect.poll(() => answered).toBeGreaterThan(understood.length);
  await expect(page.getByRole('list', { name: 'Your prompts' }).getByRole('listitem')).toHaveText([
    /^a paper boat on a river/,
    /^two moons over the sea/,
    /^a red desert in the wind(?!s)/,
  ]);
  // One per second: the third waited for the second, minus what a busy page may be late.
  await expect.poll(async () => (await live.transcript()).length).toBe(3);
  const [, second = 0, third = 0] = (await live.transcript()).map(({ timestamp }) => Date.parse(timestamp));
  expect(third - second).toBeGreaterThan(700);

  // Listening stops when the dream fails.
  await page
    .context()
    .route('**/api/stream/status?*', (route) =>
      route.fulfill({ json: { job_status: 'FAILED', time_left: 100, server_status: null } }),
    );
  await expect(page.getByText('Session failed unexpectedly.').first()).toBeVisible();
  await expect(page.getByText('Voice Inactive')).toBeAttached();
  await expect(page.locator('.voice-progress')).toHaveCount(0);
});

test('without WebGPU the CPU transcribes if the person accepts the wait', async ({ page }) => {
  live = await newStreamPage(page, server);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
  });
  await live.openReady();
  await live.openSettings();
  await expect(live.settings.getByText(/requires WebGPU support/)).toBeVisible();
  await live.settings.getByRole('switch', { name: 'Use the processor instead' }).click();
  // Available sizes are listed with their download size. The smallest is proposed until something has been measured
  // here.
  await live.settings.getByRole('button', { name: 'See other voice models' }).click();
  const size = live.settings.getByLabel('Voice model', { exact: true });
  await expect(size.getByRole('option')).toHaveText([/^Tiny · 1 MB$/, /^Base · 1 MB$/]);
  await live.settings.getByRole('button', { name: 'Use Tiny (1 MB)' }).click();
  await expect(size).toHaveValue('tiny');
  await mic().click();
  await expect(live.receipt(SMALLER)).toContainText('heard', { timeout: 30_000 });
  await expect(size.getByRole('option')).toHaveText([
    /^Tiny · 1 MB · about \d+ s a/,
    /^Base · 1 MB · about \d+ s a/,
  ]);
});

test('without WebGPU and server transcription, an alert says so', async ({ page }) => {
  const plain = await startServer({ env: { WORKERS: 'fleet' } });
  try {
    live = await newStreamPage(page, plain);
    const { settings } = live;
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    });
    await live.open();
    const alerted = page.waitForEvent('dialog');
    await expect(mic()).toBeEnabled();
    void mic().click();
    const alert = await alerted;
    expect(alert.message()).toBe(
      'WebGPU is not supported by this browser. The voice input feature is unavailable.',
    );
    await alert.accept();
    // No language model is set up either.
    await live.openSettings();
    await expect(settings.getByRole('switch', { name: 'Enable Agent Mode' })).toBeDisabled();
    await expect(settings.getByText('Not available: this server has no language model.')).toBeVisible();
    // Without a worker, the user sees that they are waiting.
    await expect(page.getByText('You are next in line.')).toBeVisible();
  } finally {
    await plain.dispose();
  }
});
