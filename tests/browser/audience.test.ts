import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import type { AxesControl } from '../../modules/protocol/controls.ts';
import { SOUND_CHANNELS, SOUND_RATE } from '../../modules/protocol/sound.ts';
import { AT_REST } from '../../modules/protocol/steering.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type FakeWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { faultsOf } from './axe.ts';
import { hydrated } from './hydrated.ts';
import { connectLightWorker } from './light-worker.ts';
import { test } from './shared-page.ts';
import { newStreamPage } from './stream-page.ts';

const CAMERA: AxesControl = {
  ...{ kind: 'axes', name: 'camera', label: 'Camera', live: true, default: AT_REST, buttons: [] },
  axes: [{ name: 'pan', label: 'Turn', keys: ['ArrowLeft', 'ArrowRight'] }],
};

let server: RunningServer;
let worker: FakeWorker;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', WORKER_TOKEN } });
  worker = await connectLightWorker(server, {
    hello: { sound: { codec: 'opus', rate: SOUND_RATE, channels: SOUND_CHANNELS }, controls: [CAMERA] },
  });
});
test.afterAll(() => server.dispose());

test('a dream opened to an audience is watched, directed and closed from two windows', async ({
  page,
  browser,
}) => {
  const live = await newStreamPage(page, server);
  await live.openReady();
  await live.say('a quiet sea');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Watch together' }).click();
  const panel = page.getByRole('complementary', { name: 'Watch together' });
  await panel.getByRole('switch', { name: 'Open to an audience' }).click();
  const link = panel.getByLabel('Link for your audience');
  await expect(link).toHaveValue(/\/watch\/[\w-]{22}$/);
  const url = await link.inputValue();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const watcher = await context.newPage();
  await watcher.goto(url);
  await hydrated(watcher, 'watch');
  await expect(watcher.getByText('1 watching')).toBeVisible();
  await expect(watcher.locator('.watch-stage')).toHaveAttribute('data-has-frame', 'true');
  await expect(watcher.locator('.watch-prompt')).toHaveText('a quiet sea');
  await expect(panel.getByText('1 person is watching.')).toBeVisible();
  expect(await faultsOf(watcher)).toEqual([]);
  expect(await faultsOf(page, '.together-panel')).toEqual([]);

  await watcher.getByRole('textbox', { name: 'Suggest what happens next' }).fill('a red moon');
  await watcher.getByRole('button', { name: 'Suggest', exact: true }).click();
  await expect(watcher.getByText('Sent to the dreamer: a red moon')).toBeVisible();
  await expect(page.locator('.suggested')).toContainText('a red moon');
  await panel.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('t');
  await expect(live.receipt('a red moon')).toContainText('suggested by a guest');
  await expect(watcher.locator('.watch-prompt')).toHaveText('a red moon');

  await panel.getByRole('button', { name: 'Let play' }).click();
  await watcher.getByRole('textbox', { name: 'You’re a player' }).fill('a green comet');
  await watcher.getByRole('button', { name: 'Prompt', exact: true }).click();
  await expect(live.receipt('a green comet')).toBeVisible();

  // A player steers the dream, until another window has the focus.
  await watcher.getByRole('button', { name: 'Steer', exact: true }).click();
  await expect(watcher.getByRole('region', { name: 'Steering' })).toBeFocused();
  const steered = async (value: string) =>
    worker.messages.find(value, (sent) => sent.type === 'control' && sent.value === value);
  await watcher.keyboard.down('ArrowRight');
  await steered('steer:pan:1');
  await watcher.evaluate(() => window.dispatchEvent(new Event('blur')));
  await steered(AT_REST);
  await watcher.keyboard.up('ArrowRight');
  await watcher.keyboard.press('Escape');
  worker.send({ type: 'sound_caption', text: 'rain, wind' });
  const sound = watcher.getByRole('region', { name: 'Sound' });
  await expect(sound.locator('.sound-caption')).toHaveText('rain, wind');
  await watcher.keyboard.press('m');
  await expect(sound.getByRole('button', { name: 'Turn the sound off' })).toBeVisible();

  await watcher.getByRole('button', { name: 'Love' }).click();
  await expect(page.locator('.flying-reactions span').first()).toBeAttached();

  const clean = await context.newPage();
  await clean.goto(`${url}?clean=1`);
  await hydrated(clean, 'watch');
  await expect(clean.locator('.watch-stage')).toHaveAttribute('data-has-frame', 'true');
  await expect(clean.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(clean.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(clean.locator('main')).toHaveText('');
  await clean.close();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy code' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  const site = await startSite(await page.evaluate(() => navigator.clipboard.readText()));
  const embedder = await context.newPage();
  await embedder.goto(site.url);
  const player = embedder.frameLocator('#open');
  // Empty once a frame has been drawn.
  await expect(player.getByRole('status')).toBeEmpty();
  await expect(player.getByRole('link', { name: 'A live dream' })).toHaveAttribute('href', url);
  expect(await faultsOf(embedder)).toEqual([]);
  // A frame that isolates its content gets no script of ours.
  await expect(embedder.frameLocator('#sandboxed').getByText('Open the link below')).toBeVisible();

  await panel.getByRole('switch', { name: 'Open to an audience' }).click();
  await expect(watcher.getByText('This link is closed.')).toBeVisible();
  await expect(player.getByText('This link is closed.')).toBeVisible();
  await site.close();
  expect(await faultsOf(watcher)).toEqual([]);
  await context.close();
});

/** Another site with the player in its page, once with its full rights and once without any. */
async function startSite(code: string) {
  const frames = `${code.replace('<iframe', '<iframe id="open"')}${code.replace('<iframe', '<iframe id="sandboxed" sandbox="allow-scripts allow-popups"')}`;
  const site = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1>${frames}</main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(site.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => site.close(resolve)),
  };
}
