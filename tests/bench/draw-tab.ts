/**
 * Cost of one diffusion image in a browser tab, with random weights at the size of published models. The page `/draw`
 * in a real Chromium downloads the model from a local hub and tests its speed on WebGPU (software-rendered without a
 * GPU) and on the CPU. `DIFFUSION_MODELS` selects models (`sdxs,sd-turbo`); `DIFFUSION_FOLDER` keeps the generated
 * files for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { BROWSER_ARGS } from '../browser/browser-args.ts';
import { findBrowser } from '../browser/find-browser.ts';
import { FULL_SIZES, writeFullSize } from '../full-size/full-size-diffusion.ts';
import { startModelHub } from '../model-hub.ts';
import { openPeople } from '../people.ts';
import { startServer } from '../server.ts';

/** A large model on a software-rendered GPU takes minutes. */
const TIMEOUT_MS = 1_800_000;
const DEVICES = (process.env.DRAW_DEVICES ?? 'webgpu,wasm').split(',');

const folder = process.env.DIFFUSION_FOLDER ?? (await mkdtemp(join(tmpdir(), 'reverie-full-size-')));
const names = (process.env.DIFFUSION_MODELS ?? 'sdxs').split(',') as (keyof typeof FULL_SIZES)[];
for (const name of names) {
  const model = join(folder, name);
  if (!existsSync(join(model, 'vae_decoder/model.onnx'))) await writeFullSize(model, FULL_SIZES[name]);
  for (const device of DEVICES) await measure(name, model, device);
}
if (!process.env.DIFFUSION_FOLDER) await rm(folder, { recursive: true });

async function measure(name: string, model: string, device: string): Promise<void> {
  const hub = await startModelHub({ 'full/size': model });
  const server = await startServer({ env: { WORKERS: 'fleet', MODEL_BASE: hub.url } });
  const people = await openPeople(server.dataDir);
  const profile = await mkdtemp(join(tmpdir(), 'reverie-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(console.log),
    args: [
      ...BROWSER_ARGS,
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      '--enable-features=Vulkan',
    ],
  });
  await context.addCookies([await people.cookie(await people.create('admin'), server.url)]);
  const page = await context.newPage();
  if (device === 'wasm')
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined }));
  try {
    console.log(`${name} on ${device} in a tab: ${await test(page, server.url)}`);
  } finally {
    await context.close();
    await people.close();
    await server.dispose();
    await hub.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function test(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/draw`);
  await page.getByRole('radio', { name: /Another/ }).check();
  await page.getByRole('textbox', { name: 'Name on the model hub' }).fill('full/size');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByRole('checkbox', { name: /I have read and accept the licence/ }).check();
  const began = performance.now();
  await page.getByRole('button', { name: /^Download/ }).click();
  const here = page.getByText(/are stored in this browser/);
  await here.waitFor({ timeout: TIMEOUT_MS });
  const downloaded = performance.now();
  await page.getByRole('button', { name: 'Test speed' }).click();
  const figure = page.getByText(/images per second on/);
  const fault = page.getByRole('alert');
  await figure.or(fault).first().waitFor({ timeout: TIMEOUT_MS });
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  return [
    (await fault.count()) > 0 ? await fault.textContent() : await figure.textContent(),
    ...(await page.locator('.draw-warning').allTextContents()),
    `${await here.textContent()} after ${seconds(downloaded - began)}`,
    `loaded and tried after ${seconds(performance.now() - downloaded)}`,
  ].join(' | ');
}
