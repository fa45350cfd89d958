import { eq } from 'drizzle-orm';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from 'playwright/test';
import { dreams } from '../../modules/dreams/tables.ts';
import { backOnline } from './back-online.ts';
import { type BoardStage, type Person, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

const DESKTOP = { width: 1440, height: 900 };

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());
test.use({
  viewport: DESKTOP,
  permissions: ['clipboard-read', 'clipboard-write'],
});

const PHONE = { width: 390, height: 844 };

/** Another browser, signed in. */
async function visit(browser: Browser, person: Person, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  await stage.signIn(context, person);
  return context.newPage();
}
async function openBoard(page: Page): Promise<void> {
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
}
const tile = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
const namesOf = (page: Page) => page.locator('.tile-name').allTextContents();
const banner = (page: Page) => page.locator('.banner');
const hours = (n: number) => Date.now() - n * 3600_000;

test('tiles are there without any script, with name, date and a picture of true size', async ({
  browser,
}) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Low tide', startedAt: hours(1) });
  await stage.addDream(person, { startedAt: hours(2) });
  const page = await visit(browser, person, { javaScriptEnabled: false });
  await page.goto(`${stage.url}/dreamboard`);
  await expect(tile(page, 'Low tide').locator('img')).toHaveAttribute('width', '440');
  await expect(tile(page, 'untitled').locator('time')).toHaveText(/\w{3} \d+, \d{4}, \d+:\d\d/);
  await expect(page.getByRole('link', { name: 'New Dream' })).toBeVisible();
  // min(440 px, 90vw), and narrower only where another column fits in.
  for (const [width, tileWidth] of [
    [2560, 440],
    [480, 432],
    [390, 351],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    expect((await tile(page, 'Low tide').boundingBox())?.width).toBeCloseTo(tileWidth, 0);
  }
  await page.context().close();
});

test('names of either direction end before their icons, and the help chat covers neither', async ({
  page,
}) => {
  const person = await stage.addPerson();
  const long = (word: string) => Array(20).fill(word).join(' ');
  for (const [index, name] of [long('tide'), 'חלום', long('חלום'), 'حلم الليل'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(page);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    const gaps = await page.locator('.tile').evaluateAll((tiles) =>
      tiles.map((each) => {
        const box = (part: string) => each.querySelector(part)?.getBoundingClientRect();
        return (box('.tile-controls')?.left ?? 0) - (box('.tile-name')?.right ?? Infinity);
      }),
    );
    expect(gaps).toHaveLength(4);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(0);
    await noControlBelowHelp(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await noControlBelowHelp(page);
    await page.evaluate(() => scrollTo(0, 0));
  }
});

async function noControlBelowHelp(page: Page): Promise<void> {
  const help = page.getByRole('button', { name: 'Help chat' });
  await expect
    .poll(() =>
      help.evaluate((button) => {
        const own = button.getBoundingClientRect();
        const below = [...document.querySelectorAll('.tile-words, .tile-controls button, .board a.button')];
        return below.filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        }).length;
      }),
    )
    .toBe(0);
}

test.describe('with motion, an empty board', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('somebody without dreams is invited by six suggestions that type themselves', async ({ page }) => {
    await stage.signIn(page.context(), await stage.addPerson());
    // A clock that stands still, or the first suggestion would be gone before a slow machine has looked.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await openBoard(page);
    await expect(page.getByText('Share your thoughts. See them emerge.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Dreaming' })).toHaveAttribute('href', '/stream');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    const typed = page.locator('.typewriter > [aria-hidden]');
    await expect(typed).toHaveText('Create a vibrant world that...');
    const all = (await page.locator('.typewriter').textContent()) ?? '';
    expect(all.replace(/\.\.\.Create.*$/, '...').match(/\.\.\./g)).toHaveLength(6);
    await page.clock.resume();
    await expect(typed).not.toHaveText('Create a vibrant world that...');
  });
});

test('a live dream is continued, not shown as a tile', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, {
    jobStatus: 'RUNNING',
    serverStatus: null,
    endedAt: null,
    node: 'other',
    files: false,
  });
  await stage.signIn(page.context(), person);
  await openBoard(page);
  await expect(page.getByRole('link', { name: 'Continue Session' })).toHaveAttribute('href', '/stream');
  await expect(page.getByRole('link', { name: 'Continue', exact: true })).toBeVisible();
  await stage.addDream(person, { name: 'An older one' });
  await openBoard(page);
  await expect(page.getByRole('link', { name: 'Continue Session' })).toBeVisible();
  expect(await namesOf(page)).toEqual(['An older one']);
});

test('sorting is remembered and puts unnamed dreams last in A-Z and first in Z-A', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['beta', null, 'Alpha', 'dream 10', 'dream 9'].entries()) {
    // The last one is older than the seven days that count as recent.
    const startedAt = name === 'dream 9' ? hours(8 * 24) : hours(index + 1);
    await stage.addDream(person, { name, startedAt, files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(page);
  const sort = page.getByRole('combobox', { name: 'Sort dreams' });
  await expect(sort.locator('option')).toHaveText(['Newest First', 'Oldest First', 'Name A-Z', 'Name Z-A']);
  expect(await namesOf(page)).toEqual(['beta', 'untitled', 'Alpha', 'dream 10', 'dream 9']);
  await sort.selectOption('Oldest First');
  expect(await namesOf(page)).toEqual(['dream 9', 'dream 10', 'Alpha', 'untitled', 'beta']);
  await sort.selectOption('Name A-Z');
  expect(await namesOf(page)).toEqual(['Alpha', 'beta', 'dream 9', 'dream 10', 'untitled']);
  await sort.selectOption('Name Z-A');
  expect(await namesOf(page)).toEqual(['untitled', 'dream 10', 'dream 9', 'beta', 'Alpha']);
  expect(await page.evaluate(() => localStorage.getItem('dreamboard-sort'))).toBe('name-desc');
  // The filter has no control, but a stored one counts.
  await page.evaluate(() => localStorage.setItem('dreamboard-filter', 'named'));
  await openBoard(page);
  await expect(sort).toHaveValue('name-desc');
  await expect.poll(() => namesOf(page)).toEqual(['dream 10', 'dream 9', 'beta', 'Alpha']);
  await page.evaluate(() => localStorage.setItem('dreamboard-filter', 'recent'));
  await openBoard(page);
  await expect.poll(() => namesOf(page)).toEqual(['untitled', 'dream 10', 'beta', 'Alpha']);
});

test('the board is read after 2 s, then every 30, 10 or 3 seconds, and not while hidden', async ({
  page,
}) => {
  const person = await stage.addPerson();
  await stage.signIn(page.context(), person);
  await page.clock.install({ time: new Date('2026-03-01T12:00:00Z') });
  const session = (more: object) => ({
    session_id: 's',
    rp_job_id: 'j',
    dream_name: null,
    thumbnail_url: null,
    preview_url: null,
    video_url: null,
    stream_start_time: '2026-03-01T11:58:00',
    initial_request_time: '2026-03-01T11:58:00',
    stream_end_time: '2026-03-01T11:59:00',
    job_status: 'COMPLETED',
    server_status: 'READY',
    is_bookmarked: false,
    shared: true,
    duration_seconds: null,
    ...more,
  });
  const undated = { stream_start_time: null, initial_request_time: null };
  let shown: object[] = [
    session({ session_id: 'undated', dream_name: 'Undated', ...undated }),
    session({ session_id: 'odd', dream_name: 'Odd', stream_start_time: 'the day before' }),
  ];
  let activeSession: object | null = null;
  let calls = 0;
  let failing = false;
  await page.route('**/api/sessions?*', (route) => {
    calls += 1;
    if (failing) return route.fulfill({ status: 500, json: { error: 'no' } });
    // Each answer names itself, so that the page says which one it has taken in.
    const sessions = [...shown, session({ session_id: 'read', dream_name: `reading ${calls}` })];
    return route.fulfill({ json: { sessions, activeSession, nextCursor: null } });
  });
  const takenIn = (reading: number) => expect(tile(page, `reading ${reading}`)).toBeVisible();
  /** Past the half second within which SWR takes two readings for one. */
  const settle = () => page.clock.runFor(600);
  const every = async (interval: number) => {
    for (let round = 0; round < 3; round += 1) {
      const before = calls;
      await page.clock.runFor(interval - 100);
      expect(calls).toBe(before);
      await page.clock.runFor(100);
      await takenIn(before + 1);
    }
  };

  await openBoard(page);
  await takenIn(2);
  await expect(tile(page, 'Undated')).toContainText('No date');
  await expect(tile(page, 'Odd')).toContainText('Invalid Date');
  shown = [];
  await page.clock.pauseAt(new Date('2026-03-01T12:00:20Z'));
  await page.clock.runFor(30_000);
  await takenIn(3);
  await settle();

  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  for (let round = 0; round < 3; round += 1) await page.clock.runFor(30_000);
  expect(calls).toBe(3);
  await show('visible');
  await page.clock.runFor(50);
  await takenIn(4);
  await page.clock.runFor(2000);

  activeSession = session({ session_id: 'live' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(50);
  await takenIn(5);
  await expect(page.getByRole('link', { name: 'Continue Session' })).toBeVisible();
  await every(10_000);

  // One that fails is not the last.
  const before = calls;
  failing = true;
  await page.clock.runFor(10_000);
  await expect(banner(page)).toContainText('Failed to fetch sessions');
  failing = false;
  await page.clock.runFor(10_000);
  await takenIn(before + 2);
  await every(10_000);

  activeSession = null;
  shown = [session({ server_status: 'PROCESSING' })];
  await page.clock.runFor(10_000);
  await expect(page.getByText('compiling your dream')).toBeVisible();
  await expect(page.getByText('processing video')).toBeVisible();
  await expect(page.locator('.tile-link')).toHaveCount(1);
  await every(3000);

  // Eight minutes after its end it is a dream like others.
  await page.clock.runFor(6 * 60_000);
  await expect(page.getByText('compiling your dream')).toHaveCount(0);
});

test('a failed reading shows a banner until dismissed, the next failure another', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Still here', files: false });
  await stage.signIn(page.context(), person);
  let fail = true;
  await page.route('**/api/sessions?*', (route) =>
    fail ? route.fulfill({ status: 500, json: { error: 'no' } }) : route.continue(),
  );
  await openBoard(page);
  await expect(banner(page)).toContainText('Failed to fetch sessions');
  await expect(tile(page, 'Still here')).toBeVisible();
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toBeHidden();
  fail = false;
  await openBoard(page);
  await expect(banner(page)).toBeHidden();
});

test('renaming says what is wrong, keeps what was typed and shows the new name', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Old name', files: false });
  await stage.signIn(page.context(), person);
  await openBoard(page);
  await page.clock.install();
  const dialog = page.getByRole('dialog', { name: 'Rename Session' });
  const field = dialog.getByPlaceholder('Enter new name...');
  const open = () => page.getByRole('button', { name: /^Rename (Old name|<i>)/ }).click();
  await open();
  await expect(dialog.getByText('Current name: Old name')).toBeVisible();
  await expect(field).toHaveValue('Old name');
  await expect(field).toBeFocused();
  await field.fill('   ');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await field.press('Enter');
  await expect(dialog.getByText('Name cannot be empty')).toBeVisible();
  // Signs that nobody sees are no name, either.
  await field.fill('\u200b\u2060\u00ad');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await field.press('Enter');
  await expect(dialog.getByText('Name cannot be empty')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rename Old name' })).toBeFocused();

  await open();
  // A clock that also runs by itself would leave no sharp edge at three seconds.
  await page.clock.pauseAt(Date.now() + 10_000);
  // Only this call loses its line: a reading of the board that fails too would have a banner that stays.
  await page.route('**/api/media-rename/*', (route) => route.abort('internetdisconnected'));
  await field.fill('<i>New</i> 🌙');
  await field.press('Enter');
  await expect(banner(page)).toContainText('Failed to update name');
  await expect(field).toHaveValue('<i>New</i> 🌙');
  await page.clock.runFor(2900);
  await expect(banner(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(banner(page)).toBeHidden();
  await page.unroute('**/api/media-rename/*');
  await page.clock.resume();

  const kept: unknown[] = [];
  await page.route('**/api/media-rename/*', async (route) => {
    kept.push(route.request().postDataJSON());
    if (route.request().postData()?.includes('refuse')) {
      return route.fulfill({ status: 409, json: { error: 'That name is taken.' } });
    }
    await expect(dialog.getByRole('button', { name: 'Renaming...' })).toBeDisabled();
    return route.continue();
  });
  await field.fill('refuse');
  await field.press('Enter');
  await expect(banner(page)).toContainText('That name is taken.');
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await field.fill('<i>New</i> 🌙 حلم '.repeat(40));
  const longest = await field.inputValue();
  expect(Math.abs(longest.length - 118)).toBeLessThanOrEqual(2);
  await dialog.getByRole('button', { name: 'Rename' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(tile(page, longest.trim())).toBeVisible();
  expect(kept).toEqual([{ dream_name: 'refuse' }, { dream_name: longest.trim() }]);
});

test('a bookmark shows at once and goes back when it could not be kept', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Marked', files: false });
  await stage.signIn(page.context(), person);
  await openBoard(page);
  await page.clock.install();
  const button = page.getByRole('button', { name: 'Bookmark Marked' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/bookmarks', async (route) => {
    await held;
    await route.continue();
  });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // Meanwhile a click on the tile does not leave the page.
  await tile(page, 'Marked').locator('.tile-link').click();
  expect(page.url()).toContain('/dreamboard');
  answer();
  await expect(button).toBeEnabled();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await openBoard(page);
  await expect(button).toHaveAttribute('aria-pressed', 'true');

  await page.unroute('**/api/bookmarks');
  await page.route('**/api/bookmarks', (route) => route.abort('internetdisconnected'));
  await button.click();
  await expect(banner(page)).toContainText('Failed to toggle bookmark. Please try again.');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(3100);
  await expect(banner(page)).toBeHidden();
});

test('the right button selects on a wide window; many are bookmarked and deleted, or some of them', async ({
  page,
}) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three', 'Away', 'Kept'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(page);
  const bar = page.getByRole('region', { name: 'Selection' });
  await tile(page, 'One').click({ button: 'right' });
  await expect(bar).toContainText('1 selected');
  await tile(page, 'Two').locator('.tile-link').click();
  await expect(bar).toContainText('2 selected');
  await expect(page.getByRole('checkbox', { name: 'Select Two' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select Three' }).check();
  await page.getByRole('checkbox', { name: 'Select Three' }).uncheck();
  await bar.getByRole('button', { name: 'Bookmark' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Bookmark One' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Bookmark Two' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Bookmark Three' })).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Select dreams' }).click();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  const remove = async (status: number, json: object, text: string, ...names: string[]) => {
    await page.route('**/api/sessions/hide', (route) => route.fulfill({ status, json }));
    for (const name of names) await tile(page, name).click({ button: 'right' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(banner(page)).toContainText(text);
    expect(await namesOf(page)).toEqual(['One', 'Two', 'Three', 'Away', 'Kept']);
    await page.unroute('**/api/sessions/hide');
    await page.keyboard.press('Escape');
  };
  await remove(500, { error: 'The disk is full.' }, 'The disk is full.', 'One');
  await remove(500, {}, 'Failed to hide session(s)', 'One');
  await page.context().setOffline(true);
  await tile(page, 'One').click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(banner(page)).toContainText('Failed to delete item. Please try again.');
  await tile(page, 'Two').click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(banner(page)).toContainText('Failed to delete items. Please try again.');
  await backOnline(page);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Three', 'Away', 'Kept']);
  await expect(page.getByText('2 dreams deleted')).toBeAttached();

  // Of a partial deletion only what was really hidden vanishes.
  await page.route('**/api/sessions/hide', async (route) => {
    const { session_ids } = route.request().postDataJSON() as { session_ids: string[] };
    await expect(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(await namesOf(page)).toHaveLength(3);
    const real = await route.fetch({ postData: { session_ids: session_ids.slice(0, 1) } });
    const { hidden_count } = (await real.json()) as { hidden_count: number };
    await route.fulfill({ json: { hidden_count, requested_count: 2 } });
  });
  for (const name of ['Away', 'Kept']) await tile(page, name).click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Three', 'Kept']);
});

test('a deletion is taken back by Undo or from the trash, and made final there', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three'].entries())
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: index === 0 });
  await stage.signIn(page.context(), person);
  await openBoard(page);
  const remove = async (...names: string[]) => {
    for (const name of names) await tile(page, name).click({ button: 'right' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^\d dreams? deleted$/)).toBeVisible();
  };
  await remove('One', 'Two');
  await expect.poll(() => namesOf(page)).toEqual(['Three']);
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.route('**/api/sessions/restore', (route) => route.abort());
  await undo.click();
  await expect(page.getByText('Failed to restore. Please try again.')).toBeVisible();
  await page.unroute('**/api/sessions/restore');
  await undo.press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['One', 'Two', 'Three']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

  await remove('One', 'Two', 'Three');
  await expect(page.getByText('Share your thoughts. See them emerge.')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL(`${stage.url}/trash`);
  const rows = page.locator('.trash-row');
  await expect(rows).toHaveCount(3);
  await expect(rows.first().getByText('Gone for good on')).toBeVisible();
  await expect
    .poll(() => page.locator('.trash-row img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await hydrated(page, 'trash');
  await page.getByRole('button', { name: 'Restore One' }).press('Enter');
  await expect(page.getByText('1 dream is back on your dreamboard')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Two for good' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete this dream for good? Nobody can bring it back.');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete all for good' }).click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  // Nobody has to wait until the night for what is deleted for good.
  const left = async () => {
    const rows = await stage.db.orm.select().from(dreams).where(eq(dreams.userId, person.id));
    return rows.map(({ name }) => name);
  };
  await expect.poll(left).toEqual(['One']);
  await page.reload();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('link', { name: 'Dreamboard' }).first().click();
  await expect.poll(() => namesOf(page)).toEqual(['One']);
});

test('below 1024 px the right button brings up a menu', async ({ page }) => {
  const person = await stage.addPerson();
  const { id, jobId } = await stage.addDream(person, { name: 'Narrow', files: false });
  await page.setViewportSize({ width: 1000, height: 800 });
  await stage.signIn(page.context(), person);
  await openBoard(page);
  const menu = page.getByRole('dialog', { name: 'Actions for Narrow' });
  await tile(page, 'Narrow').click({ button: 'right' });
  await expect(menu.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute(
    'href',
    `/session?job_id=${jobId}`,
  );
  const opened = page.context().waitForEvent('page');
  await menu.getByRole('link', { name: 'Open in new tab' }).click();
  await expect((await opened).getByRole('heading', { name: 'Narrow' })).toBeVisible();
  await (await opened).close();

  await tile(page, 'Narrow').click({ button: 'right' });
  await menu.getByRole('button', { name: 'Copy link' }).click();
  await expect(menu.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${stage.url}/session?session_id=${id}`,
  );
  await expect(menu).toBeHidden();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  await tile(page, 'Narrow').click({ button: 'right' });
  await menu.getByRole('button', { name: 'Copy link' }).click();
  await expect(menu.getByRole('button', { name: 'Copying failed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'More for Narrow' }).click();
  await menu.getByRole('button', { name: 'Bookmark' }).click();
  await expect(tile(page, 'Narrow').getByText('Bookmarked')).toBeAttached();
  await page.getByRole('button', { name: 'More for Narrow' }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('a finger held still for half a second selects, one that moves does not', async ({ browser }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Touched', files: false });
  const page = await visit(browser, person, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await page.clock.install();
  await openBoard(page);
  const box = await tile(page, 'Touched').locator('.tile-link').boundingBox();
  if (!box) throw new Error('the tile is not in the page');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0, dy = 0) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 60 + dx, y: box.y + 60 + dy }],
    });
  const bar = page.getByRole('region', { name: 'Selection' });

  await touch('touchStart');
  for (const far of [6, 12, 16]) await touch('touchMove', 0, far);
  await page.clock.runFor(600);
  await touch('touchEnd');
  await expect(bar).toBeHidden();

  // A browser holds back small moves at first; a quick one is a gesture of its own.
  const quick = (type: string, x: number) =>
    tile(page, 'Touched')
      .locator('.tile-body')
      .evaluate(
        (target, [name, clientX]) => {
          const touches = [new Touch({ identifier: 1, target, clientX: clientX as number, clientY: 300 })];
          target.dispatchEvent(new TouchEvent(name as string, { touches, bubbles: true }));
        },
        [type, x],
      );
  await quick('touchstart', 100);
  await quick('touchmove', 111);
  await page.clock.runFor(600);
  await expect(bar).toBeHidden();

  // By less than calls may take: one that is on its way would be given up, and its banner move the tile.
  await page.clock.pauseAt(Date.now() + 5_000);
  await touch('touchStart');
  await touch('touchMove', 4, 4);
  await page.clock.runFor(450);
  await expect(bar).toBeHidden();
  await page.clock.runFor(60);
  await expect(bar).toContainText('1 selected');
  await touch('touchEnd');
  expect(await page.evaluate(() => (window as unknown as { felt: unknown[] }).felt)).toEqual([50]);
  // The click that ends a long press neither opens the dream nor takes the selection back.
  await expect(bar).toContainText('1 selected');
  expect(page.url()).toContain('/dreamboard');
  await page.context().close();
});

test('feedback is asked for once, a second after the board comes up', async ({ page }) => {
  const person = await stage.addPerson();
  const { id } = await stage.addDream(person, { name: 'Rated', files: false });
  await stage.signIn(page.context(), person);
  // A page of little, to remember the dream on.
  await page.goto(`${stage.url}/healthz`);
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  const remember = (key: string, value: string) =>
    page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, value]);
  const modal = page.getByRole('dialog', { name: 'How was your dream?' });
  await remember('feedback-session-id', id);
  // A clock that stands still: the second must not pass while we look.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await openBoard(page);
  await page.clock.runFor(500);
  await expect(modal).toBeHidden();
  await page.clock.runFor(600);
  await expect(modal).toBeVisible();
  const submit = modal.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  for (const [stars, words] of [
    ['1 star', "We'll work to improve your experience"],
    ['2 stars', 'Thanks for the feedback'],
    ['3 stars', 'Good to know, thanks!'],
    ['4 stars', "Great! We're glad you enjoyed it"],
    ['5 stars', "Amazing! We're thrilled you loved it"],
  ] as const) {
    await modal.getByRole('radio', { name: stars }).check({ force: true });
    await expect(modal.getByText(words)).toBeVisible();
  }
  const message = modal.getByRole('textbox');
  await message.fill('x'.repeat(1000));
  await expect(modal.getByText('1000/1000')).toBeVisible();
  await message.press('End');
  await message.pressSequentially('y');
  await expect(message).toHaveValue('x'.repeat(1000));
  await message.fill('  ');
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 500, json: {} }));
  await submit.click();
  await expect(modal.getByText('Failed to submit feedback')).toBeVisible();
  await page.unroute('**/api/feedback');
  await page.context().setOffline(true);
  await submit.click();
  await expect(modal.getByText('Failed to submit feedback')).toBeVisible();
  await backOnline(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/feedback')) sent.push(request.postDataJSON());
  });
  await submit.dblclick();
  await expect(modal).toBeHidden();
  expect(sent).toEqual([{ session_id: id, stars: 5, feedback_message: null }]);
  expect(await stored('feedback-session-id')).toBeNull();

  await remember('feedback-session-id', id);
  await openBoard(page);
  await page.clock.runFor(1100);
  await expect(submit).toBeDisabled();
  await modal.getByRole('checkbox', { name: "Don't ask again" }).check();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  expect([await stored('feedback-session-id'), await stored('feedbackModalDisabled')]).toEqual([
    null,
    'true',
  ]);

  await remember('feedback-session-id', id);
  await openBoard(page);
  await page.clock.runFor(1100);
  await expect(modal).toBeHidden();
  expect(await stored('feedback-session-id')).toBeNull();
});

test('older dreams come as one scrolls, and a search finds names and words said in all of them', async ({
  page,
}) => {
  const person = await stage.addPerson();
  for (let index = 0; index < 130; index += 1) {
    await stage.addDream(person, {
      name: `Dream ${index}`,
      startedAt: hours(index + 1),
      files: false,
      ...(index === 120 ? { prompts: [['a lighthouse in the fog', 0]] as [string, number][] } : {}),
    });
  }
  await stage.signIn(page.context(), person);
  // Low, so that little is painted at each turn of the wheel.
  await page.setViewportSize({ width: DESKTOP.width, height: 500 });
  await openBoard(page);
  // Found by what they are made of: names are read out of all that is on the page at each look.
  const named = (name: string) =>
    page.locator('.tile', { has: page.locator('.tile-name', { hasText: new RegExp(`^${name}$`) }) });
  const first = named('Dream 0').locator('.tile-link');
  const last = named('Dream 129').locator('.tile-link');
  const placeOf = (link: Locator) =>
    link.evaluate((element) => {
      const tile = element.closest('li');
      return [tile?.getAttribute('aria-posinset'), tile?.getAttribute('aria-setsize')];
    });
  /** Turns the wheel until that is seen. */
  const wheelTo = (link: Locator) =>
    expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return link.evaluateAll((found) =>
          found.some((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          }),
        );
      })
      .toBe(true);
  expect(await placeOf(first)).toEqual(['1', '-1']);
  await page.route('**/api/sessions?*cursor=*', (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Older dreams could not be read.')).toBeVisible();
  await page.unroute('**/api/sessions?*cursor=*');
  await page.getByRole('button', { name: 'Show older dreams' }).click();
  await expect(page.getByText('Older dreams could not be read.')).toBeHidden();
  await wheelTo(last);
  expect(await placeOf(last)).toEqual(['130', '130']);
  await expect(page.getByRole('button', { name: 'Show older dreams' })).toBeHidden();
  // Only what is near the window is in the page, in its place, and the page is as tall as if all were.
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.tile')].map((tile) => ({
      place: Number(tile.getAttribute('aria-posinset')),
      name: tile.querySelector('.tile-name')?.textContent,
      y: Math.round(tile.getBoundingClientRect().top + scrollY),
    })),
  );
  expect(rows.length).toBeLessThan(60);
  const rowOf = (place: number) => Math.floor((place - 1) / 3);
  const top = rows[0] ?? { place: 0, y: 0 };
  const stride = (rows[3]?.y ?? 0) - top.y;
  for (const { place, name, y } of rows) {
    expect(name).toBe(`Dream ${place - 1}`);
    expect(Math.abs(y - top.y - (rowOf(place) - rowOf(top.place)) * stride)).toBeLessThan(20);
  }

  // A person who comes back is where they were.
  const y = await page.evaluate(() => scrollY);
  await last.click();
  await page.waitForURL('**/session?session_id=*');
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(y, -1);
  await last.click();
  await page.waitForURL('**/session?session_id=*');
  await hydrated(page, 'session');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(last).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(y, -1);

  // The focus is not lost to scrolling, and leads on from where it is.
  await last.focus();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(first).toBeInViewport();
  await expect(last).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Rename Dream 128' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Rename Dream 128' })).toBeInViewport();

  // Another order of more than one page is the server's to give; until then its six places are held.
  const sort = page.getByRole('combobox', { name: 'Sort dreams' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/sessions?*sort=oldest*', async (route) => {
    await held;
    await route.continue();
  });
  await sort.focus();
  await sort.selectOption('Oldest First');
  const skeletons = page.locator('.tile-picture.skeleton');
  await expect(skeletons).toHaveCount(6);
  const heightOf = (locator: Locator) =>
    locator.first().evaluate((element) => Math.round(element.getBoundingClientRect().height));
  const empty = await heightOf(page.locator('.tile'));
  await expect(sort).toBeFocused();
  answer();
  await expect(last).toBeInViewport();
  await expect(skeletons).toHaveCount(0);
  expect(await heightOf(page.locator('.tile'))).toBe(empty);
  // It is read on from its own first page.
  await wheelTo(first);
  await expect(page.getByText('Older dreams could not be read.')).toBeHidden();
  expect(await placeOf(first)).toEqual(['130', '130']);
  await page.evaluate(() => scrollTo(0, 0));
  await sort.selectOption('Newest First');

  const search = page.getByRole('searchbox', { name: 'Search your dreams' });
  await search.fill('LIGHTHOUSE');
  await expect.poll(() => namesOf(page)).toEqual(['Dream 120']);
  await search.fill('dream 12');
  await expect.poll(async () => (await namesOf(page)).length).toBe(11);
  await search.fill('no such thing');
  await expect(page.getByText('No dream mentions “no such thing”.')).toBeVisible();
  await expect(page.locator('.tile')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear search' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(first).toBeInViewport();
});

test.describe('with motion, a tile', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a tile plays a small silent preview under the mouse and grows into the player', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Seen' });
    await stage.signIn(page.context(), person);
    await openBoard(page);
    const link = tile(page, 'Seen').locator('.tile-link');
    const preview = tile(page, 'Seen').locator('video');
    await link.focus();
    await expect(preview).toBeVisible();
    await link.blur();
    await expect(preview).toHaveCount(0);
    await link.hover();
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    expect(await preview.evaluate((video: HTMLVideoElement) => [video.muted, video.videoWidth])).toEqual([
      true,
      440,
    ]);
    const size = await page.evaluate(async () => {
      const video = document.querySelector('video');
      return (await (await fetch(video?.src ?? '')).blob()).size;
    });
    expect(size).toBeLessThan(300_000);

    await page.addInitScript(() => {
      window.addEventListener('pagereveal', (event) => {
        const { viewTransition } = event as Event & { viewTransition: unknown };
        Object.assign(window, { grew: viewTransition !== null });
      });
    });
    await tile(page, 'Seen').locator('.tile-link').click();
    await page.waitForURL('**/session?session_id=*');
    await expect(page.locator('.player')).toHaveCSS('view-transition-name', 'dream');
    expect(await page.evaluate(() => (window as unknown as { grew?: boolean }).grew)).toBe(true);

    // If the browser gives the transition up, the player is simply there.
    const errors: string[] = [];
    page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`));
    await openBoard(page);
    await page.addInitScript(() => {
      window.addEventListener('pagereveal', (event) => {
        (
          event as Event & { viewTransition: { skipTransition(): void } | null }
        ).viewTransition?.skipTransition();
      });
    });
    await tile(page, 'Seen').locator('.tile-link').click();
    await page.waitForURL('**/session?session_id=*');
    await hydrated(page, 'session');
    expect(errors).toEqual([]);
  });
});

test('everything on the board is done by keyboard', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(page);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  /** Tabs on until the focus is on what has these words. */
  const tabTo = async (words: string) => {
    for (let step = 0; step < 40 && !(await focused()).includes(words); step += 1) {
      await keyboard.press('Tab');
    }
    expect(await focused()).toContain(words);
  };

  await tabTo('Select dreams');
  await keyboard.press('Enter');
  await tabTo('Select One');
  await keyboard.press('Space');
  await tabTo('Select Three');
  await keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  // The controls stand before the dreams, however many there are, each of them one stop.
  for (const stop of ['Select Two', 'Select One', 'Delete']) {
    await keyboard.press('Shift+Tab');
    expect(await focused()).toContain(stop);
  }
  await keyboard.press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['Two']);
  await tabTo('Undo');

  await keyboard.press('Home');
  await tabTo('Bookmark Two');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Bookmark Two' })).toHaveAttribute('aria-pressed', 'true');
  await tabTo('Rename Two');
  await keyboard.press('Enter');
  await keyboard.type('Second');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(focused).toBe('Rename Second');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Second' })).toBeFocused();
  await keyboard.press('Enter');
  await page.waitForURL('**/session?session_id=*');
});

test('everything on the board is done by touch', async ({ browser }) => {
  const person = await stage.addPerson();
  const ids: string[] = [];
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    ids.push((await stage.addDream(person, { name, startedAt: hours(index + 1), files: false })).id);
  }
  const page = await visit(browser, person, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript((id) => localStorage.setItem('feedback-session-id', id), ids[0] ?? '');
  await openBoard(page);
  const asked = page.getByRole('dialog', { name: 'How was your dream?' });
  await asked.locator('.stars label').nth(3).tap();
  await expect(asked.getByText("Great! We're glad you enjoyed it")).toBeVisible();
  await asked.getByRole('button', { name: 'Submit' }).tap();
  await expect(asked).toBeHidden();

  const bar = page.getByRole('region', { name: 'Selection' });
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }],
    });
  // A swipe that begins on a tile scrolls, however long it takes.
  await touch('touchStart', 600);
  for (let y = 590; y >= 400; y -= 10) await touch('touchMove', y);
  await page.waitForTimeout(600);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(bar).toBeHidden();

  await page.evaluate(() => scrollTo(0, 0));
  const box = await tile(page, 'One').boundingBox();
  await touch('touchStart', (box?.y ?? 0) + 80);
  await expect(bar).toContainText('1 selected');
  await touch('touchEnd');
  await tile(page, 'Two').locator('.tile-link').tap();
  await expect(bar).toContainText('2 selected');
  await page.getByRole('checkbox', { name: 'Select Two' }).tap();
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Bookmark' }).tap();
  await expect(tile(page, 'One').getByText('Bookmarked')).toBeAttached();
  await expect(bar).toBeHidden();

  await page.getByRole('button', { name: 'More for Three' }).tap();
  await page.getByRole('dialog', { name: 'Actions for Three' }).getByRole('button', { name: 'Select' }).tap();
  await bar.getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => namesOf(page)).toEqual(['One', 'Two']);
  await page.getByRole('button', { name: 'Rename One' }).tap();
  await page.getByRole('textbox', { name: 'New name' }).fill('First');
  await page.getByRole('button', { name: 'Rename', exact: true }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await tile(page, 'First').locator('.tile-link').tap();
  await page.waitForURL('**/session?session_id=*');
  await page.context().close();
});
