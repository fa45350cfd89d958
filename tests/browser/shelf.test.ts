import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import { linkPath } from '../../modules/dreams/contract/short-link.ts';
import { faultsOf } from './axe.ts';
import { type BoardStage, hours, type Person, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
let person: Person;
let ids: string[];
test.beforeAll(async () => {
  stage = await startBoardStage();
  person = await stage.addPerson();
  ids = [];
  for (const [index, name] of ['A calm ocean', 'Woods at night', 'سوق قديم في الليل'].entries()) {
    const made = { name, startedAt: hours(9 - index), prompts: [['a calm sea', 0.5]] as [string, number][] };
    ids.push((await stage.addDream(person, made)).id);
  }
});
test.afterAll(() => stage.stop());

test('dreams are collected, ordered and shared by keyboard alone', async ({ page }) => {
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('button', { name: 'Select dreams' }).press('Enter');
  await page.getByRole('button', { name: 'Select all' }).press('Enter');
  await page.getByRole('button', { name: 'Collect' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Collections of 3 dreams' });
  await dialog.getByRole('textbox').fill('Favourites');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Favourites' })).toBeChecked();
  await expect(dialog.getByRole('status')).toHaveText('3 dreams added to “Favourites”.');
  expect(await faultsOf(page, 'dialog')).toEqual([]);
  await dialog.getByRole('link', { name: 'All collections' }).press('Enter');

  await page.getByRole('link', { name: /Favourites/ }).press('Enter');
  await hydrated(page, 'collections');
  const names = page.locator('.collected-words strong');
  await expect(names).toHaveText(['سوق قديم في الليل', 'Woods at night', 'A calm ocean']);
  // The first move is sent late, and still arrives first.
  let orders = 0;
  const bothMoved = Promise.withResolvers<void>();
  await page.route(/\/order$/, async (route) => {
    if (++orders === 1) await bothMoved.promise;
    await route.continue();
  });
  const bothSaved = page.waitForResponse((answer) => answer.url().endsWith('/order') && orders === 2);
  await page.getByRole('button', { name: 'Move A calm ocean up' }).press('Enter');
  await page.getByRole('button', { name: 'Move A calm ocean up' }).press('Enter');
  await expect(names).toHaveText(['A calm ocean', 'سوق قديم في الليل', 'Woods at night']);
  bothMoved.resolve();
  await bothSaved;
  const saved = page.waitForResponse(/\/order$/);
  const grip = page.locator('.collected-grip');
  await grip.nth(2).hover();
  await page.mouse.down();
  await grip.nth(1).hover({ position: { x: 5, y: 2 }, force: true });
  await page.mouse.up();
  await saved;
  await page.reload();
  await hydrated(page, 'collections');
  await expect(names).toHaveText(['A calm ocean', 'Woods at night', 'سوق قديم في الليل']);
  await page.getByRole('switch', { name: 'Public page' }).press('Space');
  const link = await page.getByRole('textbox', { name: 'Public link' }).inputValue();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(link);
  await expect(page.locator('.shelf-dreams a')).toHaveCount(3);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${stage.url}/collections`);
  await hydrated(page, 'collections');
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${stage.url}/settings/profile`);
  await page.getByLabel('My profile is public').check();
  await page.getByLabel('Handle').fill('robin');
  await page.getByLabel('Dreams to show').selectOption('Favourites');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${stage.url}/@robin`);
  await expect(page.locator('.shelf-dreams a')).toHaveCount(3);
  await page.goto(`${stage.url}/session?session_id=${ids[0]}`);
  await hydrated(page, 'session');
  await page.getByText('Show it on another site').click();
  await expect(page.getByRole('textbox', { name: 'Show it on another site' })).toHaveValue(
    /^<iframe src="http/,
  );
  expect(await faultsOf(page, '.share')).toEqual([]);
});

test('the player runs in a sandboxed frame of another site, where no other page does', async ({ page }) => {
  const address = `${stage.url}${linkPath(ids[0] ?? '').replace('/d/', '/embed/')}`;
  const frame = (src: string, name: string) =>
    `<iframe name="${name}" src="${src}" width="640" height="404" sandbox="allow-scripts allow-popups" allow="autoplay"></iframe>`;
  const site: Server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(`<!doctype html>${frame(`${address}?autoplay=1`, 'film')}${frame(stage.url, 'home')}`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const film = page.frame('film');
    await expect(film?.locator('video') ?? page.locator('video')).toBeVisible();
    await expect
      .poll(() => film?.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.2);
    const cues = await film?.locator('video').evaluate(async (video: HTMLVideoElement) => {
      const [track] = video.textTracks;
      if (!track) return null;
      track.mode = 'hidden';
      const element = video.querySelector('track');
      if (element && element.readyState < 2)
        await new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
      return track.cues?.length ?? 0;
    });
    expect(cues).toBeGreaterThan(0);
    await expect(film?.getByText(/Made by/) ?? page.locator('none')).toBeVisible();
    expect(await page.frame('home')?.locator('h1').count()).toBe(0);
  } finally {
    site.close();
  }
});
