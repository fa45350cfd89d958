import { expect } from 'playwright/test';
import { type RunningServer, startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { faultsOf } from './axe.ts';
import { hydrated } from './hydrated.ts';
import { connectLightWorker } from './light-worker.ts';
import { test } from './shared-page.ts';
import { newStreamPage } from './stream-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', WORKER_TOKEN } });
  await connectLightWorker(server);
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

  await panel.getByRole('switch', { name: 'Open to an audience' }).click();
  await expect(watcher.getByText('This link is closed.')).toBeVisible();
  expect(await faultsOf(watcher)).toEqual([]);
  await context.close();
});
