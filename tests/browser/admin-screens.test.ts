import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { expect, type Locator, type Page } from 'playwright/test';
import { fpsPoints } from '../../islands/admin/summary/fps-points.ts';
import type { FpsRow } from '../../modules/admin/contract/summary.ts';
import { conversationMessages, dreams, feedback } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { JOB_STATUSES, type JobStatus } from '../../modules/protocol/job-statuses.ts';
import { openPeople } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { createPerson } from '../wire/person.ts';
import { faultsInBothSchemes, faultsOf, setScheme } from './axe.ts';
import { NOW, signInAsAdmin, startSeededServer } from './seeded-server.ts';
import { test } from './shared-page.ts';

/** A day outside the seeded data. */
const DAY = '2025-06-10';
const AT = Date.parse(`${DAY}T10:00:00Z`);

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
let page: Page;
let known: { id: string; userId: string };
let aborted: { id: string };
test.beforeAll(async ({ browser }) => {
  server = await startSeededServer({ WORKER_TOKEN });
  people = await openPeople(server.dataDir);
  const context = await browser.newContext({
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  page = await context.newPage();
  await signInAsAdmin(page, server);
  await page.clock.setFixedTime(new Date(NOW));
  known = await addDream({
    rpJobId: 'rp-1,"two"',
    workerId: '=cmd|calc',
    startedAt: AT + 5_000,
    serverFps: 12.34,
    clientFps: 6.5,
    fpsData: { 0: 10, 10: 14, overall: 12.34 },
    pcieData: { h2d: 1234.6, d2h: 99.4 },
    videoKey: 'dreams/x/video.mp4',
    voiceKey: 'dreams/x/voice.webm',
    voiceAt: AT + 60_000,
  });
  aborted = await addDream({
    jobStatus: 'ABORTED',
    requestedAt: AT + 6 * 3600_000,
    serverFps: 8,
    clientFps: 0,
  });
  for (const jobStatus of JOB_STATUSES) {
    await addDream({ jobStatus, requestedAt: Date.parse('2025-07-01T10:00:00Z') });
  }
  const { orm } = people.db;
  const row = { dreamId: known.id, at: AT };
  await orm.insert(conversationMessages).values([
    { ...row, id: '1', text: 'a sea', isUser: true },
    { ...row, id: '2', text: 'Here it is', isUser: false },
    { ...row, id: '3', text: 'at night', isUser: true },
  ]);
  await orm.insert(feedback).values({
    dreamId: known.id,
    userId: known.userId,
    stars: 4,
    message: 'Lovely <b>sea</b>',
    createdAt: AT + 400_000,
  });
});
test.afterAll(async () => {
  await page.context().close();
  await people.close();
  await server.dispose();
});

async function addDream(more: Partial<typeof dreams.$inferInsert>): Promise<{ id: string; userId: string }> {
  const { id: userId } = await people.create('trial', 'Dora Known');
  const id = newId();
  await people.db.orm.insert(dreams).values({
    id,
    userId,
    rpJobId: `local-${id}`,
    jobStatus: 'DONE',
    requestedAt: AT,
    limitSeconds: 300,
    seed: 1,
    ...more,
  });
  return { id, userId };
}

const open = (search: string, on: Page = page) => on.goto(`${server.url}/admin${search}`);
const ofDay = `?view=sessions&sessionAfter=${DAY}T00:00&sessionBefore=${DAY}T23:59`;
/** A day with one session in each status. */
const eachStatus = '?view=sessions&sessionAfter=2025-07-01T00:00&sessionBefore=2025-07-01T23:59';
const cardOf = ({ id }: { id: string }) => page.locator('.session-card').filter({ hasText: id });

test('a card shows everything known about a session, and N/A for the rest', async () => {
  await open(ofDay);
  await expect(page.getByRole('heading', { name: 'Sessions (2)' })).toBeVisible();
  const card = cardOf(known);
  await expect(card.locator('.badge')).toHaveText('DONE');
  await expect(card.locator('dl')).toContainText(/Userdora\..+@example\.com/);
  await expect(card.locator('dl')).toContainText(`User ID${known.userId}`);
  await expect(card.locator('dl')).toContainText('Worker ID=cmd|calc');
  await expect(card.locator('dl')).toContainText('User messages2');
  // Ten in the morning in London is noon in Berlin.
  await expect(card.locator('dl')).toContainText('StartJun 10, 2025, 12:00 PM');
  const [fps, pcie] = [card.getByRole('table').first(), card.getByRole('table').last()];
  await expect(fps.getByRole('columnheader')).toHaveText(['FPS', 'AVG', 'MIN', 'MAX', 'VAR']);
  await expect(fps.getByRole('row', { name: 'Server' }).getByRole('cell')).toHaveText([
    '12.3',
    '10.0',
    '14.0',
    '4.00',
  ]);
  await expect(fps.getByRole('row', { name: 'Client' }).getByRole('cell')).toHaveText([
    'N/A',
    'N/A',
    'N/A',
    'N/A',
  ]);
  await expect(pcie.getByRole('columnheader')).toHaveText(['PCIe', 'H2D', 'D2H']);
  await expect(pcie.getByRole('cell')).toHaveText(['1,235', '99']);
  await expect(card.locator('figure')).toContainText('★★★★☆(4/5)Jun 10, 2025');
  await expect(card.locator('blockquote')).toHaveText('Lovely <b>sea</b>');
  const link = card.getByRole('link', { name: 'SESSION LINK' });
  await expect(link).toHaveAttribute('href', `/session?session_id=${known.id}`);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(card.getByRole('link', { name: 'VIDEO LINK' })).toHaveAttribute('href', /\/video$/);
  await expect(card.getByRole('link', { name: 'VOICE RECORDING' })).toHaveAttribute(
    'title',
    'Recorded at Jun 10, 2025, 12:01 PM',
  );
  await expect(cardOf(aborted).locator('dl')).toContainText('Worker IDN/A');
  // It never started, so only its request time is known.
  await expect(cardOf(aborted).locator('dl')).toContainText('StartJun 10, 2025, 6:00 PM');
  await expect(cardOf(aborted).locator('footer').getByRole('link')).toHaveText(['SESSION LINK']);
});

test('a card tolerates unreadable data and a deleted person', async () => {
  const logged: string[] = [];
  const listen = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') logged.push(message.text());
  };
  page.on('console', listen);
  await page.route('**/api/admin/session-data', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const session of answer.sessions) {
      Object.assign(session, {
        user_email: null,
        fps_data: '{"overall":9,"0":2,"10":4,"20":6}',
        client_fps_data: 'no JSON',
        client_fps_stats: null,
        conversation_history: 'no JSON',
        stream_start_time: 'no date',
      });
    }
    await route.fulfill({ response, json: answer });
  });
  await open(ofDay);
  const facts = cardOf(known).locator('dl');
  await expect(facts).toContainText('UserUnknown');
  await expect(facts).toContainText('User messagesN/A');
  await expect(facts).toContainText('StartN/A');
  const fps = cardOf(known).getByRole('table').first();
  await expect(fps.getByRole('row', { name: 'Server' }).getByRole('cell').last()).toHaveText('2.67');
  await expect(fps.getByRole('row', { name: 'Client' }).getByRole('cell').last()).toHaveText('N/A');
  expect(logged.join(' ')).toMatch(/Not a date/);
  expect(logged.join(' ')).toMatch(/FPS data that is not JSON/);
  expect(logged.join(' ')).toMatch(/A conversation that cannot be read/);
  page.off('console', listen);
  await page.unroute('**/api/admin/session-data');
});

test('each card has the colour of its status', async () => {
  const hues: [JobStatus, number, number][] = [
    ['DONE', 130, 165],
    ['FAILED', 10, 40],
    ['PENDING', 235, 275],
    ['RUNNING', 55, 95],
    ['ABORTED', 310, 340],
  ];
  await open(eachStatus);
  await expect(page.getByRole('heading', { name: 'Sessions (6)' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await setScheme(page, colorScheme);
    const colourOf = async (status: string) => {
      const card = page.locator(`.session-card[data-status="${status}"]`);
      const colour = await card.evaluate((element) => getComputedStyle(element).borderTopColor);
      const [, chroma = 1, hue = -1] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
      return { chroma, hue };
    };
    for (const [status, least, most] of hues) {
      const { hue } = await colourOf(status);
      expect(hue, `${status} in ${colorScheme}`).toBeGreaterThan(least);
      expect(hue, `${status} in ${colorScheme}`).toBeLessThan(most);
    }
    expect((await colourOf('TIMEOUT NO CONNECTION')).chroma).toBeLessThan(0.03);
  }
});

test('sessions are listed in pages of the offered sizes, and the URL follows', async () => {
  await open('?view=sessions');
  await expect(page.getByText(/^Showing 1-20 of \d,\d{3} sessions$/)).toBeVisible();
  const sizes = page.getByLabel('Items per page');
  await expect(sizes.getByRole('option')).toHaveText(['12', '20', '40', '60']);
  await expect(page.getByLabel('Job Status').getByRole('option')).toHaveText([
    'All Statuses',
    'Pending',
    'Running',
    'Done',
    'Failed',
    'Timeout No Connection',
  ]);
  const numbers = page.getByRole('button', { name: /^Page \d+$/ });
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await expect(page).toHaveURL(/page=\d+$/);
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(numbers).toHaveCount(5);
  const shown = page.getByText(/^Showing [\d,]+-[\d,]+ of [\d,]+ sessions$/);
  const current = page.getByRole('button', { name: /^Page \d+$/ }).and(page.locator('[aria-current=page]'));
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled();
  const [before = '', number = ''] = [await shown.textContent(), await current.textContent()].map(String);
  await sizes.selectOption('60');
  await expect(page).toHaveURL(/view=sessions&limit=60$/);
  await expect(page.getByText(/^Showing 1-60 of/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=\d+$/);
  await expect(shown).toHaveText(before);
  await expect(current).toHaveText(number);
  await page.goForward();
  await expect(page.getByText(/^Showing 1-60 of/)).toBeVisible();
  await open('?view=sessions&limit=13&page=none&minClientFps=-1');
  await expect(page.getByText(/^Showing 1-20 of/)).toBeVisible();
});

test('a live dream is shown at work, stopped after a confirmation, and ends as ABORTED', async () => {
  const dreamer = await people.create('premium', 'Live Dreamer');
  const { name, value } = await people.cookie(dreamer, server.url);
  const person = createPerson(server, `${name}=${value}`);
  const worker = await connectWorker(server);
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  const viewer = await openViewer(websocketUrl);
  // The seeded data is older.
  await open('?view=sessions&sessionAfter=2026-05-01T00:00');
  const card = cardOf({ id: sessionId });
  await expect(card.locator('.badge')).toHaveText('PENDING');
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await worker.reported('prompt');
  worker.frame();
  await expect(card.locator('.badge')).toHaveText('RUNNING');
  const stop = card.getByRole('button', { name: 'Stop' });
  const question = page.getByRole('alertdialog');
  await stop.click();
  await expect(question).toContainText('Stop this session?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(stop).toBeVisible();
  await stop.click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(card.locator('.badge')).toHaveText('ABORTED');
  await expect(card).toContainText('Not counted');
  await expect(stop).toBeHidden();
  expect((await viewer.closed).code).toBe(1000);
  expect((await person.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json.job_status).toBe(
    'ABORTED',
  );
  worker.close();
  await open(`?view=users&email=${dreamer.email}`);
  await page.getByRole('button', { name: 'History of Live Dreamer' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(
    'Dream stopped: not counted',
  );
});

test('a failed recording is compiled again, and deleted dreams are purged after a confirmation', async () => {
  const LATER = AT + 10 * 24 * 3600_000;
  const failed = await addDream({ serverStatus: 'FAILED', rpJobId: 'rp-failed', requestedAt: LATER });
  const deleted = await addDream({
    serverStatus: 'EMPTY',
    rpJobId: 'rp-deleted',
    requestedAt: LATER,
    hiddenAt: LATER,
  });
  await open('?view=sessions&rpJobId=rp-failed');
  const card = cardOf(failed);
  expect(await faultsOf(page, '.admin-view')).toEqual([]);
  const again = card.getByRole('button', { name: 'Compile again' });
  await again.click();
  // It has no tape here, so compiling finds it empty, which ends the failure.
  await expect(again).toBeHidden();
  await expect
    .poll(
      async () =>
        (await people.db.orm.select().from(dreams).where(eq(dreams.id, failed.id)))[0]?.serverStatus,
      // compiled at the lowest priority
      { timeout: 60_000 },
    )
    .toBe('EMPTY');

  const question = page.getByRole('alertdialog');
  const purge = page.getByRole('button', { name: 'Purge deleted dreams' });
  await purge.click();
  await expect(question).toContainText(/Delete \d+ dreams? for good\?.* in the trash for more than 30 days/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await purge.click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(question).toContainText(/\d+ deleted dreams? (is|are) gone for good\./);
  await question.getByRole('button', { name: 'OK' }).click();
  expect(await people.db.orm.select().from(dreams).where(eq(dreams.id, deleted.id))).toEqual([]);

  // With a full disk, the button is enabled only after typing a confirmation.
  const asked: unknown[] = [];
  await page.route('**/api/admin/purge-hidden', (route) => {
    asked.push(route.request().postDataJSON());
    const count = { due: 0, waiting: 37, days: 30, disk_full: true };
    return route.fulfill({ json: asked.length > 2 ? { purged: 37 } : count });
  });
  await purge.click();
  await expect(question).toContainText(
    'The disk is full. The owners of 37 deleted dreams can still restore them within the 30 days',
  );
  const field = question.getByRole('textbox', { name: 'Type “empty every trash”' });
  await field.fill('empty the trash');
  await expect(question.getByRole('button', { name: 'OK' })).toBeDisabled();
  await field.fill(' Empty every trash');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(question).toContainText('37 deleted dreams are gone for good.');
  expect(asked.at(-1)).toEqual({ everything: 'empty every trash' });
  await question.getByRole('button', { name: 'OK' }).click();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the keyboard is enough to filter sessions, turn pages and follow a link', async () => {
  await open('?view=summary');
  await page.getByRole('link', { name: 'Sessions', exact: true }).focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 2 });
  // Wait for the list, whose length is compared below.
  await expect(heading).toHaveText(/^Sessions \([1-9][\d,]*\)$/);
  const all = await heading.textContent();
  await page.getByLabel('Job Status').focus();
  await page.keyboard.type('Don');
  for (const field of ['Recording', 'RunPod Job ID', 'Worker ID', 'From']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(field)).toBeFocused();
  }
  await page.getByLabel('Worker ID').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/jobStatus=DONE/);
  await expect(heading).not.toHaveText(all ?? '');

  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toBeEnabled();
  await next.focus();
  for (const number of [2, 3]) {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`page=${number}`));
    await expect(page.getByText(new RegExp(`^Showing ${(number - 1) * 20 + 1}-`))).toBeVisible();
    await expect(page.locator('.session-card').first()).toBeVisible();
    await expect(next).toBeFocused();
  }
  const card = page.locator('.session-card').first();
  const link = card.getByRole('link', { name: 'SESSION LINK' });
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).close();
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
});

/** Opens the summary of the test's day, or of another one. */
async function openDay(on: Page, day = DAY) {
  await open(`?view=summary&period=custom&from=${day}&to=${day}`, on);
  await expect(on.getByText(/^Showing: /)).toBeVisible();
}

/** Positions of the data points of the known and the aborted session, relative to the plot. */
async function placesOf(plot: Locator) {
  const range = { start: AT - 12 * 3600_000, end: AT + 12 * 3600_000 - 1 };
  const rowOf = (id: string, date: number, fps: number, client_fps: number) =>
    ({ session_id: id, date: new Date(date).toISOString(), fps, client_fps }) as FpsRow;
  const points = fpsPoints(
    [rowOf(known.id, AT + 5_000, 12.34, 6.5), rowOf(aborted.id, AT + 6 * 3600_000, 8, 0)],
    'custom',
    range,
  );
  const { width, height } = (await plot.boundingBox()) ?? { width: 0, height: 0 };
  // The axes add two percent at each side, and FPS runs from -0.5 to 16.5.
  const length = range.end - range.start;
  const from = range.start - length * 0.02;
  return points.map(({ x, y }) => ({
    x: ((x - from) / (length * 1.04)) * width,
    y: ((16.5 - y) / 17) * height,
  }));
}

test('points describe themselves, are selected by a click, and are exported as a safe CSV file', async () => {
  await openDay(page, '2025-06-01');
  await expect(page.getByText('No FPS data available for the selected time period')).toBeVisible();
  await openDay(page);
  await expect(page.getByText('Showing: Jun 10, 2025 - Jun 10, 2025')).toBeVisible();
  const plot = page.locator('.fps-chart .u-over');
  await plot.scrollIntoViewIfNeeded();
  const places = await placesOf(plot);
  // Server and client values for one session; the other has only a server value, because its client had no speed.
  expect(places).toHaveLength(3);
  const [first, second, third] = places as [
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
  ];
  const tooltip = plot.locator('.chart-tooltip');
  await plot.hover({ position: first });
  await expect(tooltip).toHaveText(
    `Server FPS: 12.3\nSession ID: ${known.id}\nWorker ID: =cmd|calc\nClick to select`,
  );
  await plot.hover({ position: second });
  await expect(tooltip).toContainText('Client FPS: 6.5');
  await plot.click({ position: second });
  await expect(page.getByRole('heading', { name: 'FPS Performance (1 selected)' })).toBeVisible();
  await plot.hover({ position: first });
  await expect(tooltip).toContainText('Selected (click to deselect)');
  await plot.hover({ position: third });
  await expect(tooltip).toHaveText(`Server FPS: 8.0\nSession ID: ${aborted.id}\nClick to select`);
  // The same by keyboard: move along the points and select one.
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(tooltip).toContainText(known.id);
  await page.keyboard.press('End');
  await expect(tooltip).toContainText(aborted.id);
  await page.keyboard.press('Enter');
  await expect(tooltip).toContainText('Selected (click to deselect)');
  await expect(page.getByRole('heading', { name: 'Selected Sessions (2)' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tooltip).toContainText('Click to select');
  await page.keyboard.press('ArrowLeft');
  await expect(tooltip).toContainText(known.id);
  await expect(page.getByRole('heading', { name: 'Selected Sessions (1)' })).toBeVisible();
  await plot.click({ position: third });
  await expect(page.getByRole('heading', { name: 'Selected Sessions (2)' })).toBeVisible();
  await expect(page.locator('.fps-chart').locator('..').getByRole('listitem')).toHaveText([
    'Server FPS',
    'Client FPS',
    'Aborted',
  ]);

  const table = page.getByRole('region', { name: 'Selected sessions', exact: true });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Session ID',
    'RP Job ID',
    'Worker ID',
    'User ID',
    'Request Time',
    'Server FPS',
    'Client FPS',
    'PCIe Data',
    'Action',
  ]);
  const pcie = table.locator('.copy-cell[title*="PCIe data"]');
  await pcie.click();
  await expect(pcie).toHaveText('Copied!');
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
    h2d: 1234.6,
    d2h: 99.4,
  });
  await expect(pcie).toContainText('h2d');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('fps_sessions_2026-03-31.csv');
  const text = await readFile(await file.path(), 'utf8');
  // Excel recognises UTF-8 by the BOM.
  expect(text.at(0)).toBe('\uFEFF');
  const [head, one, two] = text.slice(1).split('\r\n');
  expect(head).toBe('Session ID,RP Job ID,Worker ID,User ID,Request Time,Server FPS,Client FPS,PCIe Data');
  expect(one).toBe(
    `${known.id},"rp-1,""two""",'=cmd|calc,${known.userId},2025-06-10T12:00:05+02:00,12.34,6.50,"{""h2d"":1234.6,""d2h"":99.4}"`,
  );
  expect(two).toMatch(
    new RegExp(`^${aborted.id},local-${aborted.id},N/A,\\w+,2025-06-10T18:00:\\d\\d\\+02:00,8\\.00,`),
  );
  await page.getByRole('button', { name: `Remove session ${aborted.id}` }).click();
  await expect(page.getByRole('heading', { name: 'Selected Sessions (1)' })).toBeVisible();

  // The choice is kept while another period is shown. A reversed date range is invalid.
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.selectOption('Last 30 Days');
  await expect(page.getByText('Showing: Mar 2, 2026 - Mar 31, 2026')).toBeVisible();
  await page.getByLabel('Start date').fill('2025-06-11');
  await expect(period).toHaveValue('custom');
  await expect(page.getByText('Showing: Mar 2, 2026 - Mar 31, 2026')).toBeVisible();
  await page.getByLabel('Start date').fill(DAY);
  await expect(page.getByText('Showing: Jun 10, 2025 - Jun 10, 2025')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Selected Sessions (1)' })).toBeVisible();
  await plot.click({ position: first });
  await expect(page.getByRole('heading', { name: /^Selected Sessions/ })).toBeHidden();
});

test('copying shows a note for two seconds, and a failing clipboard is only logged', async ({ browser }) => {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const own = await context.newPage();
  const logged: string[] = [];
  own.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await own.clock.install({ time: new Date(NOW) });
  await openDay(own);
  await expect(own.getByText('Showing: Jun 10, 2025 - Jun 10, 2025')).toBeVisible();
  const plot = own.locator('.fps-chart .u-over');
  await plot.scrollIntoViewIfNeeded();
  const [first] = await placesOf(plot);
  await plot.click({ position: first ?? { x: 0, y: 0 } });
  const id = own.locator('.copy-cell[title^="Copy session"]');
  await expect(id).toHaveText(known.id);
  await own.clock.pauseAt(new Date(Date.parse(NOW) + 3600_000));
  await id.click();
  await expect(id).toHaveText('Copied!');
  expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(known.id);
  await own.clock.runFor(1_000);
  // The second time, two seconds from when the clipboard has it.
  await own.evaluate(() => navigator.clipboard.writeText(''));
  await id.click();
  await expect.poll(() => own.evaluate(() => navigator.clipboard.readText())).toBe(known.id);
  await own.clock.runFor(1_990);
  await expect(id).toHaveText('Copied!');
  await own.clock.runFor(10);
  await expect(id).toHaveText(known.id);

  await own.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  await id.click();
  await expect.poll(() => logged.join()).toContain('Failed to copy');
  await expect(id).toHaveText(known.id);
  await context.close();
});

test('charts show figures under the pointer, and on a phone not under the finger', async () => {
  await open('?view=summary');
  const growth = page.locator('.growth .u-over');
  await growth.hover();
  await expect(growth.locator('.chart-tooltip')).toHaveText(
    /^Mar 28\nTotal Users: \d+\nSubscribed Users: \d+ \(\d+\.\d%\)$/,
  );
  const status = page.locator('.status-chart .u-over');
  await status.hover();
  await expect(status.locator('.chart-tooltip')).toHaveText(/^Mar 28\n(?:[A-Z ]+: \d+\n?)+$/);
  for (const chart of await page.locator('.chart').all()) {
    expect((await chart.boundingBox())?.height).toBe(300);
  }
  await page.route('**/api/admin/summary-data', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), sampledFrom: 123_456 } });
  });
  await page.setViewportSize({ width: 768, height: 900 });
  await openDay(page);
  await expect(page.getByText('2 of 123,456 sessions')).toBeVisible();
  await page.unroute('**/api/admin/summary-data');
  const plot = page.locator('.fps-chart .u-over');
  await expect(page.getByText('Showing: Jun 10, 2025 - Jun 10, 2025')).toBeVisible();
  await plot.scrollIntoViewIfNeeded();
  const [first] = await placesOf(plot);
  await plot.hover({ position: first ?? { x: 0, y: 0 } });
  await expect(plot).toHaveCSS('cursor', 'pointer');
  await expect(plot.locator('.chart-tooltip')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.describe('accessible and no wider than the screen', () => {
  const PHONE = { width: 390, height: 844 };
  const DESKTOP = { width: 1440, height: 900 };
  /** Shows nothing that the other sizes don't, so it only gets the width check. */
  const SMALL = { width: 1024, height: 768 };

  /** Checks a view in both themes, on a phone and on a desktop. */
  async function look(view: string) {
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect(await faultsInBothSchemes(page), `${view}, ${size.width} px`).toEqual([]);
      await fits(view);
    }
    await page.setViewportSize(SMALL);
    await fits(view);
  }
  /** Checks a dialog once per theme and once per screen size, not in every combination. */
  async function lookAtDialog(dialog: string) {
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await setScheme(page, size === PHONE ? 'light' : 'dark');
      expect(await faultsOf(page), `${dialog}, ${size.width} px`).toEqual([]);
      await fits(dialog);
    }
    await page.setViewportSize(SMALL);
    await fits(dialog);
  }
  async function fits(what: string) {
    // Charts resize a moment after the window.
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
  }

  test('the summary', async () => {
    await open('?view=summary');
    await expect(page.getByText(/^Showing: /)).toBeVisible();
    await expect(page.locator('.fps-chart .u-over')).toBeVisible();
    await look('summary');
  });

  test('sessions, of each status', async () => {
    await open(eachStatus);
    await expect(page.locator('.session-card')).toHaveCount(6);
    await look('sessions');
    // Lists of more than one page have page numbers.
    await open('?view=sessions&jobStatus=FAILED&limit=12');
    const pages = page.getByRole('navigation', { name: 'Pages of sessions' });
    await expect(pages.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible();
    expect(await faultsInBothSchemes(page, '.admin-pagination')).toEqual([]);
  });

  test('people, mail to them, and their history', async () => {
    // There are many Adas, and a page of ten is as wide as one of a hundred.
    await open('?view=users&limit=10');
    const person = page.getByRole('row').filter({ hasText: '@example.com' }).first();
    await person.getByRole('checkbox').check();
    await look('users');
    // Filters are folded on a phone.
    await page.setViewportSize(PHONE);
    const role = page.locator('.admin-filters select').first();
    await expect(role).toBeHidden();
    await page.getByRole('button', { name: 'Filter users' }).press('Enter');
    await expect(role).toBeVisible();
    expect(await faultsOf(page, '.admin-filters')).toEqual([]);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Send Bulk Email' }).click();
    await page.getByRole('button', { name: 'Dream Stream' }).click();
    await lookAtDialog('mail');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await person.getByRole('button', { name: /^History of/ }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await lookAtDialog('history');
  });
});
