import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { type Download, expect, type Page } from 'playwright/test';
import { dreams } from '../../modules/dreams/tables.ts';
import { jobs } from '../../modules/jobs/tables.ts';
import { readZip } from '../read-zip.ts';
import { faultsInBothSchemes } from './axe.ts';
import { backOnline } from './back-online.ts';
import { type BoardStage, type Person, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SIZES = [DESKTOP, { width: 1024, height: 768 }, { width: 844, height: 390 }, PHONE];
test.use({ viewport: DESKTOP });

async function openBoard(page: Page, person: Person, query = ''): Promise<void> {
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/dreamboard${query}`);
  await hydrated(page, 'dreamboard');
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const link = (page: Page, name: string) => tile(page, name).locator('.tile-link');
const namesOf = (page: Page) => page.locator('.tile-name').allTextContents();
const chosen = (page: Page) => page.locator('.tile[data-selected] .tile-name').allTextContents();
const hours = (n: number) => Date.now() - n * 3600_000;

/** Adds dreams with these names, newest first. */
async function addDreams(person: Person, names: string[], more: Parameters<BoardStage['addDream']>[1] = {}) {
  const added = [];
  for (const [index, name] of names.entries()) {
    added.push(await stage.addDream(person, { name, startedAt: hours(index + 1), files: false, ...more }));
  }
  return added;
}

/** Checks that nothing is wider than the window at any size and that axe finds no faults on desktop and phone. */
async function sound(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const there = `${state} at ${size.width} px`;
    expect(await page.evaluate(() => document.documentElement.scrollWidth), there).toBeLessThanOrEqual(
      size.width,
    );
    if (size === DESKTOP || size === PHONE) expect(await faultsInBothSchemes(page), there).toEqual([]);
  }
  await page.setViewportSize(DESKTOP);
}

test('ranges are selected with Shift, by mouse and by keyboard, and all at once', async ({ page }) => {
  const person = await stage.addPerson();
  await addDreams(person, ['One', 'Two', 'Three', 'Four', 'Five']);
  await openBoard(page, person);
  await link(page, 'Two').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('1 selected');
  await link(page, 'Four').click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['Two', 'Three', 'Four']);
  expect(page.context().pages()).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();

  await link(page, 'Four').focus();
  await page.keyboard.press('Shift+Enter');
  expect(await chosen(page)).toEqual(['Four']);
  await page.getByRole('checkbox', { name: 'Select Two' }).focus();
  await page.keyboard.press('Shift+Space');
  expect(await chosen(page)).toEqual(['Two', 'Three', 'Four']);
  await page.keyboard.press('Space');
  expect(await chosen(page)).toEqual(['Three', 'Four']);
  await page.getByRole('checkbox', { name: 'Select Five' }).click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['Two', 'Three', 'Four', 'Five']);

  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).toContainText('5 selected');
  await bar(page).getByRole('button', { name: 'Select none' }).click();
  await expect(bar(page)).toContainText('0 selected');
  await page.keyboard.press('Escape');

  // Ctrl+A selects all dreams while the board has focus, and the text while a field has it.
  await link(page, 'One').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText('5 selected');
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox');
  await search.fill('Two');
  await search.press('ControlOrMeta+a');
  await expect(bar(page)).toBeHidden();
  await expect.poll(() => namesOf(page)).toEqual(['Two']);
  await search.fill('');
});

test('a whole list is selected, deleted, restored and purged at once, beyond the loaded part', async ({
  page,
}) => {
  const person = await stage.addPerson();
  const names = Array.from({ length: 150 }, (_, at) => `${at % 3 === 0 ? 'Moth' : 'Whale'} ${at + 1}`);
  await addDreams(person, names);
  // Select all covers the whole list even before the board has loaded any of it.
  const { promise: chosenAll, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/sessions?*', async (route) => {
    await chosenAll;
    await route.continue();
  });
  await openBoard(page, person, '?q=whale');
  await page.getByRole('button', { name: 'Select dreams' }).click();
  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).toContainText('100 selected');
  expect(await namesOf(page)).not.toContain('Whale 2');
  goOn();
  await expect.poll(() => namesOf(page)).toContain('Whale 2');
  await page.getByRole('checkbox', { name: 'Select Whale 2', exact: true }).uncheck();
  await expect(bar(page)).toContainText('99 selected');
  await bar(page).getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByRole('status').getByText('99 bookmarked')).toBeAttached();
  // A new search doesn't inherit the count of this one.
  await page.getByRole('button', { name: 'Select dreams' }).click();
  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).toContainText('100 selected');
  await page.getByRole('searchbox').fill('moth');
  await expect(bar(page)).toContainText('0 selected');
  await page.getByRole('searchbox').fill('whale');
  await expect.poll(() => namesOf(page)).toContain('Whale 2');
  await page.getByRole('checkbox', { name: 'Select Whale 2', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText('100 selected');
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('100 dreams deleted')).toBeVisible();
  await expect.poll(() => namesOf(page)).toEqual([]);
  const kept = () => stage.db.orm.$count(dreams, and(eq(dreams.userId, person.id), isNull(dreams.hiddenAt)));
  expect(await kept()).toBe(50);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesOf(page)).toContain('Whale 2');
  expect(await kept()).toBe(150);

  await page.getByRole('button', { name: 'Select dreams' }).click();
  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).toContainText('100 selected');
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('status').getByRole('link', { name: 'Trash' }).click();
  await hydrated(page, 'trash');
  await expect(page.getByText('100 dreams in the trash')).toBeVisible();
  await page.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('100 dreams are back on your dreamboard')).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  expect(await kept()).toBe(150);
  await stage.db.orm.update(dreams).set({ hiddenAt: Date.now() }).where(eq(dreams.userId, person.id));
  await page.reload();
  await hydrated(page, 'trash');
  await page.getByRole('button', { name: 'Delete all for good' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete all 150 dreams in the trash for good?');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('150 dreams deleted for good')).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
});

test('a tile shows its dream’s duration, that it is shared, and the progress of its video', async ({
  page,
}) => {
  const person = await stage.addPerson();
  const [open] = await addDreams(person, ['Open'], { files: true, durationMs: 300_999 });
  await stage.addDream(person, { name: 'Closed', shared: false, durationMs: 7_000 });
  await stage.addDream(person, { name: 'No video', files: false });
  const made = await stage.addDream(person, {
    serverStatus: 'PROCESSING',
    startedAt: Date.now() - 60_000,
    endedAt: Date.now(),
    files: false,
  });
  const report = (progress: number | null) =>
    stage.db.orm.update(jobs).set({ progress }).where(eq(jobs.id, made.id));
  await stage.db.orm.insert(jobs).values({
    id: made.id,
    kind: 'compile',
    key: made.id,
    payload: {},
    state: 'running',
    attempts: 0,
    runAt: 0,
    createdAt: 0,
    leaseUntil: Date.now() + 3600_000,
    progress: null,
  });
  await openBoard(page, person);
  const badges = (name: string) => tile(page, name).locator('.tile-badge');
  await expect(badges('Open')).toHaveText(['Shared', 'Length 5:00']);
  await expect(badges('Closed')).toHaveText(['Length 0:07']);
  await expect(badges('No video')).toHaveCount(0);
  // Screen readers get the name first, and the badge is on the image.
  await expect(page.getByRole('link', { name: /^Open .* Shared Length 5:00$/ })).toBeVisible();
  const picture = await link(page, 'Open').locator('.tile-picture').boundingBox();
  const badge = await badges('Open').last().boundingBox();
  expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0));

  const bar = page.getByRole('progressbar', { name: 'processing video' });
  await expect(bar).not.toHaveAttribute('value');
  await report(0.42);
  await expect(bar).toHaveAttribute('value', '0.42');
  await expect(page.getByText('42%')).toBeVisible();
  await page.request.patch(`${stage.url}/api/sessions/${open?.id}/sharing`, { data: { shared: false } });
  await expect(badges('Open')).toHaveText(['Length 5:00']);
});

test('the board is filtered by a menu, shows the filters, and keeps them in its URL', async ({ page }) => {
  const person = await stage.addPerson();
  await addDreams(person, ['Short', 'Brief'], { durationMs: 20_000, shared: false });
  await stage.addDream(person, { durationMs: 400_000, startedAt: hours(9), files: false });
  await openBoard(page, person);
  const button = page.getByRole('button', { name: /^Filter/ });
  const menu = page.getByRole('dialog', { name: 'Filter dreams' });
  await button.press('Enter');
  await expect(menu).toBeVisible();
  const choose = (group: string, value: string) =>
    menu.getByRole('group', { name: group }).getByRole('radio', { name: value, exact: true });
  await page.keyboard.press('Tab');
  await expect(choose('Bookmark', 'Any')).toBeFocused();
  await choose('Name', 'Named').check();
  await expect.poll(() => namesOf(page)).toEqual(['Short', 'Brief']);
  await expect(page).toHaveURL(`${stage.url}/dreamboard?named=yes`);
  await choose('Bookmark', 'Bookmarked').check();
  await sound(page, 'the menu');
  await expect(page.getByText('No dreams match these filters:')).toBeVisible();
  await expect(page.locator('.filter-chips li')).toHaveText(['Bookmarked', 'Named']);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toHaveAccessibleName(/^Filter\s*2 set$/);
  await sound(page, 'nothing fits');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Short', 'Brief', 'untitled']);
  await expect(page).toHaveURL(`${stage.url}/dreamboard`);

  // Until the list can be read, nobody knows whether there are any.
  await page.route('**/api/sessions?*', (route) => route.fulfill({ status: 500, json: {} }));
  await button.click();
  await choose('Length', 'Under 1 min').check();
  await expect.poll(() => namesOf(page)).toEqual(['Short', 'Brief']);
  await choose('Bookmark', 'Bookmarked').check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('These dreams couldn’t be loaded.')).toBeVisible();
  // The board also retries by itself, so the button may disappear before it is pressed.
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.unroute('**/api/sessions?*');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No dreams match these filters:')).toBeVisible();

  // A dream that no longer matches disappears at once, and a reload shows the same.
  await page.goto(`${stage.url}/dreamboard?bookmarked=no&length=short&shared=perhaps`);
  await expect.poll(() => namesOf(page)).toEqual(['Short', 'Brief']);
  await expect(page).toHaveURL(`${stage.url}/dreamboard?bookmarked=no&length=short`);
  await page.getByRole('button', { name: 'Bookmark Short' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Brief']);
  await page.reload();
  await expect.poll(() => namesOf(page)).toEqual(['Brief']);
  await link(page, 'Brief').click();
  await page.waitForURL('**/session?session_id=*');
  await hydrated(page, 'session');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${stage.url}/dreamboard?bookmarked=no&length=short`);
  await hydrated(page, 'dreamboard');
  await button.click();
  await menu.getByRole('button', { name: 'Clear' }).click();
  await menu.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await namesOf(page)).length).toBe(3);
});

test('a filter remembered by the browser says so if it empties the board', async ({ page }) => {
  const person = await stage.addPerson();
  await addDreams(person, ['Old'], { startedAt: hours(24 * 30) });
  await openBoard(page, person);
  await page.evaluate(() => localStorage.setItem('dreamboard-filter', 'recent'));
  await page.reload();
  await expect(page.locator('.filter-chips li')).toHaveText(['The last 7 days']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Old']);
  expect(await page.evaluate(() => localStorage.getItem('dreamboard-filter'))).toBeNull();
});

test('months are reached by a rail next to the shelf, and by a list on a phone', async ({ page }) => {
  const person = await stage.addPerson();
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
  for (let index = 0; index < 70; index += 1) {
    await stage.addDream(person, {
      name: `May ${index}`,
      startedAt: at('2026-05-01') + index * 60_000,
      files: false,
    });
  }
  await stage.addDream(person, { name: 'In March', startedAt: at('2026-03-31'), files: false });
  await stage.addDream(person, { startedAt: at('2025-12-01'), files: false });
  await openBoard(page, person);
  const rail = page.getByRole('navigation', { name: 'Months' });
  await expect(rail.getByRole('link')).toHaveCount(4);
  for (const name of ['All months', 'May 2026, 70 dreams', 'March 2026, 1 dream', 'December 2025, 1 dream'])
    await expect(rail.getByRole('link', { name, exact: true })).toBeVisible();
  await sound(page, 'months');
  await page.evaluate(() => scrollTo(0, 600));
  await rail.getByRole('link', { name: 'March' }).press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['In March']);
  await expect(rail.getByRole('link', { name: 'March' })).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(`${stage.url}/dreamboard?month=2026-03`);

  // Each list is paged separately: a different month or order loses and repeats no older dream.
  await page.setViewportSize(PHONE);
  await expect(rail).toBeHidden();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('2026-05');
  await page.getByRole('combobox', { name: 'Sort dreams' }).selectOption('Oldest First');
  await expect(link(page, 'May 0')).toBeVisible();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 6000);
      return namesOf(page);
    })
    .toContain('May 69');
  await expect(link(page, 'May 69')).toBeInViewport();
  await expect(page.locator('[aria-posinset="70"][aria-setsize="70"]')).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await rail.getByRole('link', { name: 'All months' }).click();
  await expect.poll(async () => (await namesOf(page))[0]).toBe('untitled');

  const search = page.getByRole('searchbox');
  await search.fill('31 March 2026');
  await expect.poll(() => namesOf(page)).toEqual(['In March']);
  await expect(page).toHaveURL(`${stage.url}/dreamboard?q=31+March+2026`);
  await search.fill('untitled');
  await expect.poll(() => namesOf(page)).toEqual(['untitled']);
  await page.reload();
  await expect(search).toHaveValue('untitled');
  await expect.poll(() => namesOf(page)).toEqual(['untitled']);
});

/** Selects these dreams and requests their archive. */
async function download(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Select dreams' }).click();
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await bar(page).getByRole('button', { name: 'Download' }).click();
  await expect(bar(page)).toBeHidden();
}
const zipOf = async (saved: Download) => readZip(await readFile(await saved.path()));

test('many dreams are downloaded as one archive, with progress, and cancelled', async ({ page }) => {
  const person = await stage.addPerson();
  const [one] = await addDreams(person, ['One', 'Two'], { files: true });
  await stage.addDream(person, { name: 'No video', startedAt: hours(9), files: false });
  await openBoard(page, person);
  const notice = page.getByRole('region', { name: 'Download' });
  const saving = page.waitForEvent('download');
  await download(page, 'One', 'Two', 'No video');
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^dreams-\d{4}-\d\d-\d\d\.zip$/);
  const files = [...(await zipOf(saved)).keys()];
  expect(files).toHaveLength(3);
  expect(files[0]).toMatch(/^One \(\d{4}-\d\d-\d\d\)\.mp4$/);
  await expect(notice).toContainText('2 dreams downloaded. 1 is missing; a list in the archive says why.');
  await sound(page, 'a download that is done');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();

  await page.route('**/api/sessions/archive', (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
  );
  await download(page, 'Two');
  await expect(notice.getByRole('alert')).toHaveText('The disk is full.');
  await page.unroute('**/api/sessions/archive');
  const again = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Try again' }).press('Enter');
  expect((await zipOf(await again)).size).toBe(1);

  // A slow download shows its progress and can be cancelled without leaving anything behind.
  const video = join(stage.server.dataDir, 'media/dreams', one?.id ?? '', 'video.mp4');
  await truncate(video, 60_000_000);
  const devtools = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { ...line, downloadThroughput: 4_000_000 });
  await download(page, 'One');
  const progress = notice.getByRole('progressbar', { name: 'Download' });
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0.02);
  await expect(notice).toContainText(/of 60\.\d MB · \d+%/);
  expect(await faultsInBothSchemes(page, '.archive')).toEqual([]);
  await page.getByRole('button', { name: 'Select dreams' }).click();
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await expect(bar(page).getByRole('button', { name: 'Download' })).toBeDisabled();
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toBeHidden();
  const kept = () =>
    page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('archives');
      const sizes = [];
      for await (const handle of folder.values())
        sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
      return Math.max(...sizes);
    });
  await expect.poll(kept).toBeLessThan(10_000_000);
  await devtools.send('Network.emulateNetworkConditions', { ...line, downloadThroughput: -1 });
});

test('a browser without a private file system downloads the archive itself', async ({ page }) => {
  const person = await stage.addPerson();
  await addDreams(person, ['One', 'Two'], { files: true });
  await page.addInitScript(() => {
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable');
  });
  await openBoard(page, person);
  const saving = page.waitForEvent('download');
  await download(page, 'One', 'Two');
  expect((await zipOf(await saving)).size).toBe(2);
  await expect(page.getByText('Your browser is downloading 2 dreams.')).toBeVisible();
});

test('many dreams are shared and unshared, with the result in words', async ({ page }) => {
  const person = await stage.addPerson();
  const [, two] = await addDreams(person, ['One', 'Two', 'Three']);
  await stage.addDream(person, { name: 'Lost', serverStatus: 'FAILED', shared: false, files: false });
  await openBoard(page, person);
  await page.getByRole('button', { name: 'Select dreams' }).click();
  await page.getByRole('checkbox', { name: 'Select One' }).check();
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  const share = bar(page).getByRole('button', { name: 'Share', exact: true });
  const stop = bar(page).getByRole('button', { name: 'Unshare' });
  await expect(share).toBeDisabled();
  await stop.click();
  await expect(bar(page)).toContainText('2 dreams no longer shared.');
  await expect(stop).toBeFocused();
  const answer = await page.request.get(`${stage.url}/api/d/${two?.id}`, { failOnStatusCode: false });
  expect(answer.status()).toBe(404);

  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).not.toContainText('no longer shared');
  // The board polls, so it would notice.
  const { promise: isShared, resolve: lookAgain } = Promise.withResolvers<void>();
  await page.route('**/api/sessions?*', async (route) => {
    await isShared;
    await route.continue();
  });
  await page.request.patch(`${stage.url}/api/sessions/hide`, { data: { session_ids: [two?.id] } });
  await share.click();
  await expect(bar(page)).toContainText(
    '1 dream shared. Not “Lost”: it has no video to watch. Not “Two”: it has been deleted.',
  );
  lookAgain();
  await sound(page, 'a result');
  await expect.poll(() => namesOf(page)).not.toContain('Two');

  await page.context().setOffline(true);
  await stop.click();
  await expect(page.getByText('Failed to change sharing. Please try again.')).toBeVisible();
  await backOnline(page);
});
