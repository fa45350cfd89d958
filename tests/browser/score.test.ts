import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { type RunningServer, startServer } from '../server.ts';
import { connectWorker, HELLO, SMALL, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { faultsInBothSchemes, faultsOf } from './axe.ts';
import { hydrated } from './hydrated.ts';
import { connectLightWorker } from './light-worker.ts';
import { middleOf } from './middle-of.ts';
import { test } from './shared-page.ts';
import { dropDream, newStreamPage, type StreamPage } from './stream-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn' } });
});
test.afterAll(() => server.dispose());

/** Ends the dream, so that the next one doesn't report a failure. */
const leave = (page: Page, stream: StreamPage) => dropDream(page.request, server, stream.sessionId());

const SRT = '1\n00:00:00,000 --> 00:00:02,000\na sea\n\n2\n00:00:01,000 --> 00:00:04,000\nclouds\n';

test('a score is written on a phone, played, kept and exported', async ({ page }) => {
  const worker = await connectLightWorker(server);
  await page.setViewportSize({ width: 390, height: 844 });
  const stream = await newStreamPage(page, server);
  await stream.openReady();
  await page.getByRole('button', { name: 'Open the score' }).click();
  const panel = page.getByRole('complementary', { name: 'Score' });
  await expect(panel).toBeVisible();
  expect(await faultsOf(page, '.score-panel')).toEqual([]);
  const play = panel.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeDisabled();

  // Two shots from a file, one by hand.
  await panel.getByText('Save, open, import, export').click();
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'story.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) });
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 2' })).toHaveValue('clouds');
  await panel.getByRole('button', { name: 'Add a shot' }).click();
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 3' })).toBeFocused();
  await page.keyboard.type('a storm');
  await panel.getByRole('checkbox', { name: 'Shot 3 waits until you say so' }).check();

  // By keyboard: order, undo.
  await panel.getByRole('button', { name: 'Move shot 2 up' }).press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 1' })).toHaveValue('clouds');
  await expect(panel.getByRole('textbox', { name: 'Time of shot 1' })).toHaveValue('0:00');
  await panel.getByRole('button', { name: 'Move shot 1 down' }).press('Enter');
  await panel.getByRole('button', { name: 'Delete shot 2' }).press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 2' })).toHaveValue('a storm');
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 2' })).toHaveValue('clouds');
  // By mouse, and back.
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.evaluate((element) => element.scrollTo(0, 0));
  for (const [from, to] of [
    [1, 2],
    [2, 1],
  ]) {
    const shots = panel.locator('.score-shot');
    const grip = await shots
      .nth((from ?? 1) - 1)
      .locator('.shot-grip')
      .boundingBox();
    const target = await shots.nth((to ?? 1) - 1).boundingBox();
    if (!grip || !target) throw new Error('the shots are not in sight');
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    const edge = (to ?? 0) > (from ?? 0) ? target.height - 8 : 8;
    await page.mouse.move(grip.x + 5, target.y + edge, { steps: 6 });
    await page.mouse.up();
    const first = to === 2 ? 'clouds' : 'a sea';
    await expect(panel.getByRole('textbox', { name: 'Prompt of shot 1' })).toHaveValue(first);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.getByRole('combobox', { name: 'Transition of shot 2' }).selectOption('Soft, 3 seconds');

  await panel.getByRole('textbox', { name: 'Name of the score' }).fill('At sea');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('Saved.')).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export as JSON' }).click();
  const kept = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(kept.shots).toMatchObject([
    { at: 0, prompt: 'a sea' },
    { at: 1, prompt: 'clouds', soft: 3 },
    { at: 'next', prompt: 'a storm' },
  ]);
  expect(await faultsInBothSchemes(page, '.score-panel')).toEqual([]);

  await play.click();
  await worker.reported('prompt');
  await expect(panel.getByText('Waits for you.')).toBeVisible({ timeout: 30_000 });
  // This worker can’t blend, and the page says so.
  await expect(panel.getByText('This generator can’t blend: soft transitions become cuts.')).toBeVisible();
  await panel.getByRole('button', { name: 'Next shot now' }).click();
  await expect(panel.getByText('The score has been played.')).toBeVisible();
  await stream.page.reload();
  await page.getByRole('button', { name: 'Open the score' }).click();
  await expect(panel.getByRole('textbox', { name: 'Prompt of shot 3' })).toHaveValue('a storm');
  await leave(page, stream);
  worker.terminate();
});

test('a dream is repeated from its page, with an edited timeline', async ({ page }) => {
  const worker = await connectLightWorker(server);
  await page.setViewportSize({ width: 390, height: 844 });
  const stream = await newStreamPage(page, server);
  await stream.openReady();
  await stream.say('a quiet sea');
  await expect(page.locator('.stage')).toHaveAttribute('data-has-frame', 'true');
  const first = await worker.reported('start');
  const sessionId = stream.sessionId();
  await page.request.post(`${server.url}/api/stream/end`, { data: { sessionId } });
  await page.goto(`${server.url}/session?session_id=${sessionId}`);
  await hydrated(page, 'session');
  await page.getByRole('switch', { name: 'Others may continue it' }).click();
  await expect(page.getByText('Everyone with the link who is signed in')).toBeVisible();
  expect(await faultsInBothSchemes(page, '.again')).toEqual([]);
  await page.getByRole('button', { name: 'Edit the timeline first' }).click();
  const dialog = page.getByRole('dialog', { name: 'Timeline' });
  await dialog.getByRole('textbox', { name: 'Prompt of shot 1' }).fill('a wild sea');
  expect(await faultsInBothSchemes(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Dream it again' }).click();
  await page.waitForURL('**/stream');
  await expect(stream.receipt('a wild sea')).toBeVisible({ timeout: 30_000 });
  const starts = worker.messages.items.filter(({ type }) => type === 'start');
  expect(starts).toHaveLength(2);
  expect(starts[1]).toMatchObject({ seed: first.seed });
  await leave(page, stream);
  worker.terminate();
});

const flat = (background: string) =>
  sharp({ create: { ...SMALL, channels: 3, background } })
    .jpeg()
    .toBuffer();

test('the past of a live dream is watched, kept, left by one key, and continued', async ({ page }) => {
  const [blue, red] = [await flat('#2040e0'), await flat('#e02020')];
  const image = { name: 'look', label: 'Look', kind: 'picture', live: true };
  const hello = { ...HELLO, ...SMALL, controls: [image] };
  const worker = await connectWorker(server, { hello, jpeg: blue });
  await page.setViewportSize({ width: 1440, height: 900 });
  const stream = await newStreamPage(page, server);
  await stream.openReady();
  await stream.say('a quiet sea');
  await worker.reported('prompt');
  const slider = page.getByRole('slider', { name: 'Moment of the dream' });
  // The clock of the dream runs with its frames.
  const draws = (jpeg: Uint8Array, look: () => Promise<unknown>) =>
    expect.poll(
      async () => {
        worker.frame(undefined, jpeg);
        return look();
      },
      { intervals: [200], timeout: 30_000 },
    );
  await draws(blue, async () => (await slider.count()) && Number(await slider.inputValue())).toBeGreaterThan(
    3000,
  );
  await draws(red, () => middleOf(page)).toBe('red');
  expect(await faultsInBothSchemes(page, '.rewind')).toEqual([]);

  await page.locator('.live-mark').evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('ArrowLeft');
  await draws(red, () => middleOf(page)).toBe('blue');
  await expect(page.locator('.live-mark')).toHaveText('Rewound');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:\d\d ago: a quiet sea$/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsInBothSchemes(page, '.rewind')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('k');
  await expect(page.getByText('Clip kept.')).toBeVisible();
  await page.keyboard.press('l');
  await draws(red, () => middleOf(page)).toBe('red');
  await expect(page.locator('.live-mark')).toHaveText('Live');

  await slider.focus();
  await page.keyboard.press('Home');
  await draws(red, () => middleOf(page)).toBe('blue');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Continue from this moment' });
  expect(await faultsInBothSchemes(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'What happens next?' }).fill('a storm');
  const before = worker.messages.items.length;
  await dialog.getByRole('button', { name: 'End it and continue from here' }).click();
  const start = await worker.reported('start', before);
  expect(start.controls?.look).toMatch(/^data:image\/jpeg;base64,/);
  await expect(stream.receipt('a storm')).toBeVisible({ timeout: 30_000 });
  await leave(page, stream);
  worker.terminate();

  await page.goto(`${server.url}/dreamboard`);
  await expect(page.getByText('Clip: A quiet sea').first()).toBeVisible();
});
