import { networkInterfaces } from 'node:os';
import { expect } from 'playwright/test';
import { type RunningServer, startServer } from '../server.ts';
import { PLAIN_HTTP_NAME } from './browser-args.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

/** A server in a home network: opened by IP address over plain http, without PUBLIC_URL. */
let server: RunningServer;
let box: string;
test.beforeAll(async () => {
  server = await startServer({ env: { HOST: '0.0.0.0' } });
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const address = own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  box = `http://${address ?? PLAIN_HTTP_NAME}:${new URL(server.url).port}`;
});
test.afterAll(() => server.dispose());

test('a person dreams, keeps typed text, copies a link and reads why there is no microphone', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const { pathname, search } = new URL(server.adminLink ?? '');
  await page.goto(box + pathname + search);
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL(`${box}/admin?view=setup`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  // A prompt that was queued but never sent returns to the field.
  await page.route('**/api/stream/connect', (route) => route.abort());
  await page.goto(`${box}/stream`);
  await hydrated(page, 'stream');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('queued in vain');
  await prompt.press('Enter');
  await expect(page.getByRole('listitem')).toContainText('queued');
  await page.reload();
  await hydrated(page, 'stream');
  await expect(prompt).toHaveValue('queued in vain');
  await page.unroute('**/api/stream/connect');
  await page.goto(`${box}/stream`);
  await hydrated(page, 'stream');
  await prompt.fill('a calm ocean at sunset');
  await prompt.press('Enter');
  const receipt = page.getByRole('listitem').filter({ hasText: 'a calm ocean at sunset' });
  await expect(receipt).toContainText('in the picture');
  await expect(prompt).toHaveValue('');

  await prompt.fill('half of a wi');
  await page.reload();
  await hydrated(page, 'stream');
  await expect(prompt).toHaveValue('half of a wi');
  // Wait until the stream is back: a dream that ends before that has shown nothing to rate.
  await expect(receipt).toContainText('in the picture');
  await page.getByRole('button', { name: 'Microphone' }).click();
  await expect(page.locator('.voice-fault')).toHaveText(
    'Browsers only allow the microphone on https or localhost pages.',
  );
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  await page.waitForURL(`${box}/dreamboard`);
  await page
    .getByRole('region', { name: 'How was your dream?' })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.locator('a.tile-link').first().click({ timeout: 60_000 });
  await page.waitForURL('**/session?*');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(faults).toEqual([]);
});
