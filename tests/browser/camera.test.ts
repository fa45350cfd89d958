import { expect } from 'playwright/test';
import { type RunningServer, startServer } from '../server.ts';
import { faultsInBothSchemes } from './axe.ts';
import { TEST_BROWSER_ARGS } from './browser-args.ts';
import { test } from './shared-page.ts';
import { newStreamPage } from './stream-page.ts';

/** Two cameras that show a test picture. */
test.use({
  launchOptions: {
    ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
    args: [
      ...TEST_BROWSER_ARGS,
      '--use-fake-device-for-media-stream=device-count=2',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('a camera is in the painting while its light is on, and the dream says so', async ({ page }) => {
  const live = await newStreamPage(page, server);
  let frames = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string') frames += 1;
    }),
  );
  await live.open();
  await live.say('a calm lake at dawn');
  await expect(page.locator('.live-mark[data-live="true"]')).toBeVisible();
  const title = await page.title();

  const camera = page.getByRole('region', { name: 'Your camera' });
  await camera.getByRole('button', { name: 'Use your camera' }).press('Enter');
  await expect(camera.locator('.camera-on')).toHaveText('Your camera is on');
  await expect(page).toHaveTitle(`● Your camera is on · ${title}`);
  await expect(page.locator('.source-mark')).toContainText('Edited camera picture');
  await expect.poll(() => frames).toBeGreaterThan(3);
  await camera.getByRole('combobox', { name: 'Camera' }).selectOption('fake_device_1');
  await expect(camera.locator('.camera-on')).toBeVisible();
  expect(await faultsInBothSchemes(page, '.camera')).toEqual([]);

  // Off in one press: the light, the title, and what is sent.
  await camera.getByRole('button', { name: 'Stop the camera' }).press('Enter');
  await expect(camera.locator('.camera-on')).toHaveCount(0);
  await expect(page).toHaveTitle(title);
  const sent = frames;
  // A camera that can't be had says why.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('in use', 'NotReadableError'));
  });
  await camera.getByRole('button', { name: 'Use your camera' }).click();
  await expect(camera.getByRole('alert')).toContainText('Close other programs that use it');
  expect(frames).toBe(sent);

  // Once it was on, the dream stays marked.
  await expect(page.locator('.source-mark')).toContainText('Edited camera picture');
  await page.request.post(`${server.url}/api/stream/end`, { data: { sessionId: live.sessionId() } });
  const detail = await page.request.get(`${server.url}/api/sessions/${live.sessionId()}`);
  expect(await detail.json()).toMatchObject({ from_camera: true, is_ai: false });
});
