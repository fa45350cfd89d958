import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from 'playwright/test';
import { holdsWatermark } from '../../modules/watermark/contract/read-watermark.ts';
import { watermarkFrom } from '../../modules/watermark/contract/watermark-id.ts';
import { type ModelHub, startModelHub } from '../model-hub.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { writeTinyDiffusion } from '../tiny-diffusion.ts';
import { faultsInBothSchemes } from './axe.ts';
import { TEST_BROWSER_ARGS } from './browser-args.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

/** Software GPU. */
test.use({
  launchOptions: {
    ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
    args: [
      ...TEST_BROWSER_ARGS,
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      '--enable-features=Vulkan',
    ],
  },
});
test.describe.configure({ mode: 'serial' });

let models: string;
let hub: ModelHub;
let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;

test.beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'reverie-models-'));
  await writeTinyDiffusion(models, { latent: [4, 6] });
  hub = await startModelHub({ 'someone/tiny': models });
  server = await startServer({ env: { WORKERS: 'fleet', MODEL_BASE: hub.url } });
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
  await hub.close();
  await rm(models, { recursive: true, force: true });
});

// Only the server's log says why a dream ended.
test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status === expectedStatus) return;
  const last = server
    .output()
    .match(/"(worker dropped|dream ended)".*/g)
    ?.at(-1);
  await test.info().attach('the last end', { body: last ?? 'none', contentType: 'text/plain' });
});

async function signedIn(browser: Browser, plan: 'admin' | 'premium'): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies([await people.cookie(await people.create(plan), server.url)]);
  return context.newPage();
}

async function openDraw(page: Page): Promise<void> {
  await page.goto(`${server.url}/draw`);
  await hydrated(page, 'draw');
}

async function chooseTiny(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Another/ }).check();
  await page.getByRole('textbox', { name: 'Name on the model hub' }).fill('someone/tiny');
  await page.getByRole('button', { name: 'Look up' }).click();
}

async function download(page: Page): Promise<void> {
  await chooseTiny(page);
  await page.getByRole('checkbox', { name: /I have read and accept the licence/ }).check();
  await page.getByRole('button', { name: /^Download/ }).click();
  await expect(page.getByText(/are stored in this browser/)).toBeVisible();
}

async function startDrawing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test speed' }).click();
  await expect(page.getByText(/images per second on/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Start drawing' }).click();
  await expect(page.getByText('Waiting for someone’s dream')).toBeVisible();
}

/** Opens the dream that the tab draws, as another user. */
async function openDream(browser: Browser): Promise<Page> {
  const dreamer = await signedIn(browser, 'premium');
  await dreamer.goto(`${server.url}/stream`);
  await sayAndSee(dreamer, 'a quiet sea at night');
  return dreamer;
}

/** Sends a prompt and waits for the tab's frame. */
async function sayAndSee(dreamer: Page, words: string): Promise<void> {
  await dreamer.getByRole('textbox', { name: 'Prompt' }).fill(words);
  await dreamer.getByRole('button', { name: 'Send' }).click();
  const receipt = dreamer.getByRole('listitem').filter({ hasText: words });
  await expect(receipt).toContainText(/\d s/, { timeout: 60_000 });
}

const logged = (page: Page, words: RegExp) =>
  page.waitForEvent('console', { predicate: (message) => words.test(message.text()), timeout: 60_000 });

test('a tab loads a model and renders a dream that is recorded', async ({ browser }) => {
  if (process.env.DRAW_GPU_LOSS) test.setTimeout(300_000);
  const page = await signedIn(browser, 'admin');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  await openDraw(page);
  await expect(page.getByText('google swiftshader')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await chooseTiny(page);
  await expect(page.getByRole('link', { name: 'openrail++' })).toBeVisible();
  // Nothing downloads before the licence is accepted, and no test runs before everything is there.
  await expect(page.getByRole('button', { name: 'Download 1 MB' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Test speed' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Start drawing' })).toBeDisabled();
  expect(hub.asked.filter((path) => path.includes('/resolve/'))).toEqual([]);
  hub.mood.breaksAfter = [2_000, 3_000];
  await page.getByRole('checkbox', { name: /I have read and accept the licence/ }).check();
  await page.getByRole('button', { name: /^Download/ }).click();
  await expect(page.getByText(/are stored in this browser/)).toBeVisible();
  expect(hub.asked.some((path) => /bytes=\d+-$/.test(path))).toBe(true);

  await startDrawing(page);
  const dreamer = await openDream(browser);
  await expect(page.getByText('Drawing someone’s dream')).toBeVisible();
  await expect(page.getByText(/the model generates [\d.]+ images per second/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(dreamer.getByRole('listitem').filter({ hasText: 'a quiet sea at night' })).toContainText(
    /\d s/,
  );
  expect(await faultsInBothSchemes(page)).toEqual([]);

  if (process.env.DRAW_GPU_LOSS) {
    const [lost, back] = [logged(page, /the engine ended/), logged(page, /the engine draws again/)];
    const devtools = await browser.newBrowserCDPSession();
    await devtools.send('Browser.crashGpuProcess').catch(() => {});
    await Promise.all([lost, back]);
    await sayAndSee(dreamer, 'a red city');
  }

  await dreamer.getByRole('button', { name: 'End dream' }).click();
  await dreamer.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect(page.getByText('Waiting for someone’s dream')).toBeVisible();
  await page.getByRole('button', { name: 'Stop drawing' }).click();
  await expect(page.getByText('Not drawing')).toBeVisible();
  await expect
    .poll(
      async () => (await (await dreamer.request.get(`${server.url}/api/sessions`)).json()).sessions?.[0],
      {
        timeout: 90_000,
      },
    )
    .toMatchObject({ server_status: 'READY' });
  expect(violations).toEqual([]);

  // A returning user still has the model.
  const fetched = hub.asked.length;
  await openDraw(page);
  await expect(page.getByText(/are stored in this browser/)).toBeVisible();
  expect(hub.asked.slice(fetched).filter((path) => path.includes('/resolve/'))).toEqual([]);
  await page.context().close();
  await dreamer.context().close();
});

test('a tab without a GPU renders on its CPU, continues when its engine dies, and is reported when closed', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'admin');
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined }));
  await openDraw(page);
  await expect(page.getByText(/doesn’t offer a GPU/)).toBeVisible();
  await download(page);
  await startDrawing(page);
  await expect(page.getByText(/images per second on the CPU/)).toBeVisible();
  const dreamer = await openDream(browser);

  const back = logged(page, /the engine draws again/);
  const engine = page.workers().find((worker) => worker.url().includes('engine-worker'));
  await engine?.evaluate(() => {
    setTimeout(() => {
      throw new Error('the driver took it along');
    });
  });
  await back;
  await sayAndSee(dreamer, 'a red city');

  await page.close();
  // If the browser kills the tab's process too soon, no goodbye is sent. `worker-tickets` tests which text belongs to
  // which case.
  await expect(
    dreamer.getByText(
      /^The browser tab that drew this dream (was closed|lost its connection)\. It is not counted\.$/,
    ),
  ).toBeVisible();
  await page.context().close();
  await dreamer.context().close();
});

test('errors of a model are shown on the page, and nothing is lost', async ({ browser }) => {
  const page = await signedIn(browser, 'admin');
  await openDraw(page);
  const alert = page.getByRole('alert');
  await page.getByRole('radio', { name: /Another/ }).check();
  const name = page.getByRole('textbox', { name: 'Name on the model hub' });
  for (const [given, words] of [
    ['tiny', 'tiny isn’t a name like owner/name'],
    ['nobody/nothing', 'The model hub doesn’t have nobody/nothing'],
  ] as const) {
    await name.fill(given);
    await name.press('Enter');
    await expect(alert).toContainText(words);
  }
  hub.mood.lies = 'unet/model.onnx';
  await chooseTiny(page);
  await page.getByRole('checkbox', { name: /I have read and accept the licence/ }).check();
  await page.getByRole('button', { name: /^Download/ }).click();
  await expect(alert).toContainText('someone/tiny/unet/model.onnx doesn’t match the model hub’s checksum');
  hub.mood.lies = null;
  await page.getByRole('button', { name: /^Download|^Resume/ }).click();
  await expect(page.getByText(/are stored in this browser/)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Download 1 MB' })).toBeVisible();
  await page.context().close();
});

// This browser has no H.264 encoder, so check the canvas that would be encoded.
test('a frame that a tab renders for its video contains the watermark', async ({ browser }) => {
  const watermark = watermarkFrom('a dream');
  const entry = fileURLToPath(new URL('../../modules/worker/diffusion/web/frame-canvas.ts', import.meta.url));
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser' });
  const page = await browser.newPage();
  const luma = await page.evaluate(
    async ({ code, id }) => {
      const { createFrameCanvas } = await import(
        URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
      );
      const picture = new Uint8ClampedArray(512 * 288 * 3).map((_, at) => 60 + ((at >> 4) % 90));
      const canvas = createFrameCanvas(id)(
        picture,
        { width: 512, height: 288 },
        { width: 1280, height: 720 },
      );
      const { data } = canvas.getContext('2d').getImageData(0, 0, 640, 360);
      return data.reduce((list: number[], value: number, at: number) => {
        if (at % 4 === 1) list.push(value);
        return list;
      }, []);
    },
    { code: (await outputs[0]?.text()) ?? '', id: watermark },
  );
  await page.close();
  expect(holdsWatermark({ luma: Uint8Array.from(luma), width: 640, height: 360 }, watermark)).toBe(true);
});
