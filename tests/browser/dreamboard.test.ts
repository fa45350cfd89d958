import { expect, type Locator, type Page } from 'playwright/test';
import { backOnline } from './back-online.ts';
import {
  type BoardStage,
  banner,
  DESKTOP,
  hours,
  namesOf,
  openBoard,
  PHONE,
  startBoardStage,
  tile,
  visit,
} from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());
test.use({
  viewport: DESKTOP,
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('tiles appear without script, with name, date and an image of the right size', async ({ browser }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Low tide', startedAt: hours(1) });
  await stage.addDream(person, { startedAt: hours(2) });
  const page = await visit(stage, browser, person, { javaScriptEnabled: false });
  await page.goto(`${stage.url}/dreamboard`);
  await expect(tile(page, 'Low tide').locator('img')).toHaveAttribute('width', '440');
  await expect(tile(page, 'untitled').locator('time')).toHaveText(/\w{3} \d+, \d{4}, \d+:\d\d/);
  await expect(page.getByRole('link', { name: 'New Dream' })).toBeVisible();
  // min(440 px, 90vw), and narrower only where that fits another column.
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

test('its script waits for the first text, and earlier actions count', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['Low tide', 'High tide', 'Forest'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/dreamboard-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const search = page.getByRole('searchbox', { name: 'Search your dreams' });
  await page.goto(`${stage.url}/dreamboard?named=yes`, { waitUntil: 'domcontentloaded' });
  await search.fill('forest');
  await search.press('Enter');
  await page.waitForURL('**/dreamboard?named=yes&q=forest');

  await page.goto(`${stage.url}/dreamboard`, { waitUntil: 'domcontentloaded' });
  const bookmark = page.getByRole('button', { name: 'Bookmark Low tide' });
  await bookmark.dblclick();
  await search.fill('tide');
  await page.getByLabel('Sort dreams').selectOption('Name A-Z');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('radio', { name: 'Not shared' }).click();
  arrive();
  await hydrated(page, 'dreamboard');
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => namesOf(page)).toEqual(['High tide', 'Low tide']);
  await page.waitForURL('**/dreamboard?shared=no&q=tide');
  const [drawn = 0, asked = 0] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => /dreamboard-\w+\.js/.test(name))?.startTime,
  ]);
  expect(asked).toBeGreaterThan(drawn);
});

test('late fonts don’t shift anything above the dreams', async ({ browser }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Low tide', startedAt: hours(1), files: false });
  await stage.addDream(person, { name: 'Forest', startedAt: hours(24 * 40), files: false });
  await stage.addDream(person, { jobStatus: 'RUNNING', startedAt: hours(0), endedAt: null, files: false });
  for (const [whose, widths] of [
    [await stage.addPerson(), [320, 336, 344, 390]],
    [person, [336, 372, 412, 440, 640, 768, 772, 776, 780, 1280]],
  ] as const) {
    const page = await visit(stage, browser, whose, { viewport: PHONE, reducedMotion: 'reduce' });
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stage.url}/dreamboard`, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('[data-island=dreamboard]')).toHaveAttribute('data-status', 'hydrated');
    const shelves = async () => {
      const tops: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        const box = await page.locator('.board-shelf').boundingBox();
        tops.push(`${width}: ${Math.round(box?.y ?? 0)}`);
      }
      return tops;
    };
    const nextFrame = () =>
      page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    const before = await shelves();
    await page.setViewportSize(PHONE);
    // The resize itself must not count as a shift.
    await nextFrame();
    await page.evaluate(() => {
      const seen = Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    arrive();
    await page.evaluate(() => document.fonts.load('1em Fraunces'));
    await page.evaluate(() => document.fonts.ready);
    await nextFrame();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02);
    expect(await shelves()).toEqual(before);
    await page.context().close();
  }
});

test('names in both writing directions end before their icons, and the help chat covers neither', async ({
  page,
}) => {
  const person = await stage.addPerson();
  const long = (word: string) => Array(20).fill(word).join(' ');
  for (const [index, name] of [long('tide'), 'חלום', long('חלום'), 'حلم الليل'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
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
  // On a phone the first tile shows without scrolling, and the button covers no image either.
  const [tile, help] = [page.locator('.tile').first(), page.getByRole('button', { name: 'Help chat' })];
  await expect(tile).toBeInViewport({ ratio: 1 });
  expect((await help.boundingBox())?.y).toBeLessThan(((await tile.boundingBox())?.y ?? 0) - 100);
});

async function noControlBelowHelp(page: Page): Promise<void> {
  const help = page.getByRole('button', { name: 'Help chat' });
  await expect
    .poll(() =>
      help.evaluate((button) => {
        const own = button.getBoundingClientRect();
        // The header covers what scrolls below it, and on phones it holds the button.
        const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
        const below = [...document.querySelectorAll('.tile-words, .tile-controls button, .board a.button')];
        return below.filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return (
            left < own.right && right > own.left && Math.max(top, header) < own.bottom && bottom > own.top
          );
        }).length;
      }),
    )
    .toBe(0);
}

test.describe('with motion, an empty board', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a person without dreams is invited by six suggestions that type themselves', async ({ page }) => {
    await stage.signIn(page.context(), await stage.addPerson());
    // With a running clock, the first suggestion could disappear before a slow machine has checked it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await openBoard(stage, page);
    await expect(page.getByText('Share your thoughts. See them emerge.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Dreaming' })).toHaveAttribute('href', '/stream');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    const typed = page.locator('.typewriter > [aria-hidden]');
    await expect(typed).toHaveText('Create a vibrant world that...');
    const all = (await page.locator('.typewriter').textContent()) ?? '';
    expect(all.replace(/\.\.\.Create.*$/, '...').match(/\.\.\./g)).toHaveLength(6);
    const example = page.getByRole('button', { name: 'A paper boat on a river of stars' });
    await expect(example).toHaveAttribute('value', 'A paper boat on a river of stars');
    await expect(page.locator('.empty-prompt')).toHaveAttribute('action', '/stream');
    await page.clock.resume();
    await expect(typed).not.toHaveText('Create a vibrant world that...');
  });
});

test('a reload fetches no image again, and the next person at this browser sees none of them', async ({
  page,
}) => {
  const [person, next] = [await stage.addPerson(), await stage.addPerson()];
  const dreams = [];
  for (const name of ['Alder', 'Birch', 'Cedar'])
    dreams.push(await stage.addDream(person, { name, startedAt: Date.now() - 3600_000 - dreams.length }));
  await stage.signIn(page.context(), person);
  /** bytes received per thumbnail; 0 from the browser's cache */
  const came = async () => {
    await openBoard(stage, page);
    const read = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap((entry) =>
            entry.name.endsWith('/thumbnail') ? [(entry as PerformanceResourceTiming).transferSize] : [],
          ),
      );
    await expect.poll(async () => (await read()).length).toBe(3);
    return read();
  };
  for (const bytes of await came()) expect(bytes).toBeGreaterThan(1000);
  expect(await came()).toEqual([0, 0, 0]);

  const image = `${stage.url}/api/sessions/${dreams[0]?.id}/thumbnail`;
  const kept = () => page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, image);
  const opened = async () => (await page.goto(image))?.status();
  // Expire the login as if by time, since signing out would clear the cache.
  await page.context().clearCookies({ name: 'sid' });
  expect(await opened()).toBe(401);
  expect(await kept()).toBe(401);
  await stage.signIn(page.context(), next);
  expect(await opened()).toBe(404);
  expect(await kept()).toBe(404);
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
  await openBoard(stage, page);
  await expect(page.getByRole('link', { name: 'Continue Session' })).toHaveAttribute('href', '/stream');
  await expect(page.getByRole('link', { name: 'Continue', exact: true })).toBeVisible();
  await stage.addDream(person, { name: 'An older one' });
  await openBoard(stage, page);
  await expect(page.getByRole('link', { name: 'Continue Session' })).toBeVisible();
  expect(await namesOf(page)).toEqual(['An older one']);
});

test('sorting is remembered and puts unnamed dreams last in A-Z and first in Z-A', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['beta', null, 'Alpha', 'dream 10', 'dream 9'].entries()) {
    // The last dream is older than the seven days that count as recent.
    const startedAt = name === 'dream 9' ? hours(8 * 24) : hours(index + 1);
    await stage.addDream(person, { name, startedAt, files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
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
  // The filter has no control, but a stored one still applies.
  await page.evaluate(() => localStorage.setItem('dreamboard-filter', 'named'));
  await openBoard(stage, page);
  await expect(sort).toHaveValue('name-desc');
  await expect.poll(() => namesOf(page)).toEqual(['dream 10', 'dream 9', 'beta', 'Alpha']);
  await page.evaluate(() => localStorage.setItem('dreamboard-filter', 'recent'));
  await openBoard(stage, page);
  await expect.poll(() => namesOf(page)).toEqual(['untitled', 'dream 10', 'beta', 'Alpha']);
});

test('the board is refreshed after 2 s, then every 30, 10 or 3 seconds, and not while hidden', async ({
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
    // Each response carries a name, so that the page shows which one it has processed.
    const sessions = [...shown, session({ session_id: 'read', dream_name: `reading ${calls}` })];
    return route.fulfill({ json: { sessions, activeSession, nextCursor: null } });
  });
  const takenIn = (reading: number) => expect(tile(page, `reading ${reading}`)).toBeVisible();
  /** Past the half second in which SWR dedupes requests. */
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

  await openBoard(stage, page);
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

  // A failed poll doesn't stop polling.
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

  // Eight minutes after its end, it is an ordinary dream.
  await page.clock.runFor(6 * 60_000);
  await expect(page.getByText('compiling your dream')).toHaveCount(0);
});

test('a failed refresh shows a banner until dismissed, and the next failure another', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Still here', files: false });
  await stage.signIn(page.context(), person);
  let fail = true;
  await page.route('**/api/sessions?*', (route) =>
    fail ? route.fulfill({ status: 500, json: { error: 'no' } }) : route.continue(),
  );
  await openBoard(stage, page);
  await expect(banner(page)).toContainText('Failed to fetch sessions');
  await expect(tile(page, 'Still here')).toBeVisible();
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toBeHidden();
  fail = false;
  await openBoard(stage, page);
  await expect(banner(page)).toBeHidden();
});

test('renaming shows errors, keeps the typed text and shows the new name', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Old name', files: false });
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
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
  // Invisible characters aren't a name either.
  await field.fill('\u200b\u2060\u00ad');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await field.press('Enter');
  await expect(dialog.getByText('Name cannot be empty')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rename Old name' })).toBeFocused();

  await open();
  // A running clock would blur the three-second boundary.
  await page.clock.pauseAt(Date.now() + 10_000);
  // Fail only this call: if a board poll failed too, the banner would stay.
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

test('a bookmark shows at once and is reverted if it can’t be saved', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Marked', files: false });
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
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
  // A click on the tile doesn't leave the page meanwhile.
  await tile(page, 'Marked').locator('.tile-link').click();
  expect(page.url()).toContain('/dreamboard');
  answer();
  await expect(button).toBeEnabled();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await openBoard(stage, page);
  await expect(button).toHaveAttribute('aria-pressed', 'true');

  await page.unroute('**/api/bookmarks');
  await page.route('**/api/bookmarks', (route) => route.abort('internetdisconnected'));
  await button.click();
  await expect(banner(page)).toContainText('Failed to toggle bookmark. Please try again.');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(3100);
  await expect(banner(page)).toBeHidden();
});

test('feedback is requested once, a second after the board appears', async ({ page }) => {
  const person = await stage.addPerson();
  const { id } = await stage.addDream(person, { name: 'Rated', files: false });
  await stage.signIn(page.context(), person);
  // A lightweight page that can access the site's storage.
  await page.goto(`${stage.url}/healthz`);
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  const remember = (key: string, value: string) =>
    page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, value]);
  const modal = page.getByRole('dialog', { name: 'How was your dream?' });
  // The board’s first visit after the end asks quietly, and the next one in the dialog.
  await remember('feedback-session-id', id);
  await remember('feedback-session-fresh', id);
  await openBoard(stage, page);
  const row = page.getByRole('region', { name: 'How was your dream?' });
  await expect(row.getByRole('button', { name: '4 stars' })).toBeVisible();
  await expect(modal).toBeHidden();
  // Stop the clock so that the second doesn't pass while the test checks.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await openBoard(stage, page);
  await page.clock.runFor(500);
  await expect(modal).toBeHidden();
  await page.clock.runFor(600);
  await expect(modal).toBeVisible();
  await expect(modal.getByRole('heading')).toBeFocused();
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
  await openBoard(stage, page);
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
  await openBoard(stage, page);
  await page.clock.runFor(1100);
  await expect(modal).toBeHidden();
  expect(await stored('feedback-session-id')).toBeNull();
});

test('older dreams load while scrolling, and a search finds names and words said in all of them', async ({
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
  // Low, so that each turn of the wheel paints little.
  await page.setViewportSize({ width: DESKTOP.width, height: 500 });
  await openBoard(stage, page);
  // Located by CSS: finding them by role computes the names of everything on the page each time.
  const named = (name: string) =>
    page.locator('.tile', { has: page.locator('.tile-name', { hasText: new RegExp(`^${name}$`) }) });
  const first = named('Dream 0').locator('.tile-link');
  const last = named('Dream 129').locator('.tile-link');
  const placeOf = (link: Locator) =>
    link.evaluate((element) => {
      const tile = element.closest('li');
      return [tile?.getAttribute('aria-posinset'), tile?.getAttribute('aria-setsize')];
    });
  /** Scrolls with the wheel until the link is visible. */
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
  await expect(page.getByText('Older dreams couldn’t be loaded.')).toBeVisible();
  await page.unroute('**/api/sessions?*cursor=*');
  await page.getByRole('button', { name: 'Show older dreams' }).click();
  await expect(page.getByText('Older dreams couldn’t be loaded.')).toBeHidden();
  await wheelTo(last);
  expect(await placeOf(last)).toEqual(['130', '130']);
  await expect(page.getByRole('button', { name: 'Show older dreams' })).toBeHidden();
  // Only tiles near the window exist, each in its place, and the page is as tall as with all of them.
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

  // Going back returns to the same position.
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

  // Scrolling keeps the focus, and Tab continues from it.
  await last.focus();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(first).toBeInViewport();
  await expect(last).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Rename Dream 128' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Rename Dream 128' })).toBeInViewport();

  // Sorting more than one page is up to the server; until it answers, six placeholders are shown.
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
  // It is then paged from its own first page.
  await wheelTo(first);
  await expect(page.getByText('Older dreams couldn’t be loaded.')).toBeHidden();
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

  test('a tile plays a small silent preview on hover and grows into the player', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Seen' });
    await stage.signIn(page.context(), person);
    await openBoard(stage, page);
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

    // If the browser skips the view transition, the player simply appears.
    const errors: string[] = [];
    page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`));
    await openBoard(stage, page);
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
