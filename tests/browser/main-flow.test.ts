import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { readOutbox } from '../outbox.ts';
import { MARKED, type RunningServer, startServer } from '../server.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: MARKED });
});
test.afterAll(() => server.dispose());

/** Opens the printed link and presses its only button. */
async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
}

/** The canvas as the user sees it. */
async function pictureOf(page: Page): Promise<Buffer> {
  return page.locator('canvas').screenshot();
}

test('a person signs in, dreams, changes the dream three times, ends it and keeps it', async ({
  page,
  browser,
}) => {
  await signInAsAdmin(page);
  await expect(page.getByRole('heading', { name: /^Set-up/ })).toBeVisible();
  await page.goto(`${server.url}/dreamboard`);
  await expect(page.getByRole('link', { name: 'Start Dreaming' })).toBeVisible();

  await page.goto(`${server.url}/stream`);
  await hydrated(page, 'stream');
  const prompt = page.getByRole('textbox');
  await prompt.fill('a calm ocean at sunset');
  await page.getByRole('button', { name: /^(Send|Queue)$/ }).click();
  const receipt = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(receipt('a calm ocean at sunset')).toContainText('in the picture');
  const ocean = await pictureOf(page);

  // The picture follows what is held.
  await page.getByRole('button', { name: 'Steer', exact: true }).click();
  await page.keyboard.down('ArrowRight');
  await expect(page.locator('.steer-state')).toHaveAttribute('data-followed', 'true');
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('Escape');

  for (const words of [
    'neon city in the rain at night',
    'snowy mountains under the aurora',
    'a field of wildflowers, spring morning',
  ]) {
    await prompt.fill(words);
    await prompt.press('Enter');
    await expect(receipt(words)).toContainText('in the picture');
  }
  expect((await pictureOf(page)).equals(ocean)).toBe(false);

  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await page.waitForURL('**/dreamboard');
  const rating = page.getByRole('region', { name: 'How was your dream?' });
  await rating.getByRole('button', { name: 'Close' }).click();
  const tile = page.getByRole('link', { name: /^A calm ocean at sunset/ });
  await expect(tile).toBeVisible({ timeout: 60_000 });
  await expect(tile.locator('img')).toBeVisible();

  await tile.click();
  await page.waitForURL('**/session?*');
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2);
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.5);

  const publicLink = await page.getByRole('textbox').inputValue();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('dream.mp4');
  const path = join(server.dataDir, 'downloaded.mp4');
  await file.saveAs(path);
  await expectPlayable(path);

  const stranger = await browser.newContext();
  const shared = await stranger.newPage();
  await shared.goto(publicLink);
  await expect(shared.locator('video')).toBeVisible();
  const bytes = await (await stranger.request.get(publicLink, { headers: { accept: 'video/mp4' } })).body();
  await writeFile(path, bytes);
  await expectPlayable(path);
  await stranger.close();
});

/** Signs in by the newest mailed link, in another tab of the same browser. */
async function signInByMail(page: Page, email: string): Promise<Page> {
  await page.getByLabel('Your e-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText(email)).toBeVisible();
  const mail = (await readOutbox(server.dataDir)).find((text) => text.includes(`To: ${email}`));
  const tab = await page.context().newPage();
  await tab.goto(mail?.match(/http\S+\/auth\/link\?token=\S+/)?.[0] ?? '');
  await tab.getByRole('button', { name: 'Sign me in' }).click();
  return tab;
}

test('a visitor dreams with one tap on the home page, and a sign-in keeps the dream', async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole('button', { name: 'A neon city in the rain' }).click();
  await page.waitForURL('**/stream');
  const receipt = page.getByRole('listitem').filter({ hasText: 'A neon city in the rain' });
  await expect(receipt).toContainText('in the picture');
  await expect(page.getByRole('link', { name: 'Sign in to keep it' })).toBeVisible();
  await expect(page.getByRole('button', { name: /microphone/i })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /share/i })).toHaveCount(0);
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await expect(page.locator('.overlay').getByText('Then it is deleted.')).toBeVisible();

  // A second dream needs the account, and its words wait for it.
  await page.goto(server.url);
  await page.getByRole('textbox', { name: 'What do you want to dream?' }).fill('a lighthouse in a storm');
  await page.keyboard.press('Enter');
  await expect(page.getByText('your dream starts with “a lighthouse in a storm”')).toBeVisible();
  const tab = await signInByMail(page, 'kept@example.com');
  await tab.waitForURL('**/stream');
  await expect(tab.getByRole('listitem').filter({ hasText: 'a lighthouse in a storm' })).toContainText(
    'in the picture',
  );
  await tab.goto(`${server.url}/dreamboard`);
  await expect(tab.getByRole('link', { name: /neon city in the rain/i }).first()).toBeVisible();
  await tab.close();
});

/** Checks the file with ffprobe if installed, otherwise only its size. */
async function expectPlayable(path: string): Promise<void> {
  expect((await stat(path)).size).toBeGreaterThan(50_000);
  let report: string;
  try {
    report = (
      await promisify(execFile)('ffprobe', [
        '-v',
        'error',
        '-show_streams',
        '-show_format',
        '-of',
        'json',
        path,
      ])
    ).stdout;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    console.log('ffprobe is not installed: the file was played by the browser and not probed');
    return;
  }
  const { streams, format } = JSON.parse(report);
  expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 });
  expect(Number(format.duration)).toBeGreaterThan(2);
}
