import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import type { SummaryAnswer } from '../../modules/admin/contract/summary.ts';
import { fpsRow } from '../fps-row.ts';
import type { RunningServer } from '../server.ts';
import { drawnIn, watchCanvases } from './drawn.ts';
import { NOW, signInAsAdmin, startSeededServer } from './seeded-server.ts';
import { test } from './shared-page.ts';

test.use({ timezoneId: 'Europe/Berlin', locale: 'en-US' });

let server: RunningServer;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startSeededServer();
  const context = await browser.newContext({
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  page = await context.newPage();
  await signInAsAdmin(page, server);
  await page.clock.setFixedTime(new Date(NOW));
  await watchCanvases(page);
});
test.afterAll(async () => {
  await page.context().close();
  await server.dispose();
});

const open = (search: string) => page.goto(`${server.url}/admin${search}`);

test('the summary shows its period, and sessions selected in the scatter plot are exported', async () => {
  await open('?view=summary');
  await expect(page.getByText('Showing: Mar 25, 2026 - Mar 31, 2026')).toBeVisible();
  await expect(page.getByText('Subscription Rate')).toBeVisible();
  await page.getByLabel('Start date').fill('2026-03-28');
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('custom');
  await expect(page.getByText('Showing: Mar 25, 2026 - Mar 31, 2026')).toBeVisible();
  await page.getByLabel('End date').fill('2026-03-30');
  await expect(page.getByText('Showing: Mar 28, 2026 - Mar 30, 2026')).toBeVisible();
  // Clocks went forward on the 29th: that day has 23 hours but still gets one of three bars.
  const bars = page.getByRole('table', { name: 'Sessions by status' }).getByRole('rowheader');
  await expect(bars).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 Days');
  await expect(bars).toHaveText(['Jan', 'Feb', 'Mar']);

  const plot = page.locator('.fps-chart .u-over');
  await plot.scrollIntoViewIfNeeded();
  const { width } = (await plot.boundingBox()) ?? { width: 0 };
  await plot.click({ position: { x: width * 0.8, y: 24 } });
  await expect(page.getByRole('heading', { name: 'FPS Performance (1 selected)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Selected Sessions (1)' })).toBeVisible();
  const first = page.locator('.copy-cell').first();
  await first.click();
  await expect(first).toHaveText('Copied!');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('fps_sessions_2026-03-31.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByRole('heading', { name: /^Selected Sessions/ })).toBeHidden();
});

/** Around the night on which Berlin's clocks go forward: the 29th has 23 hours and ends at 22:00 in London. */
const ANSWER: SummaryAnswer = {
  sessionStatus: [
    { status: 'DONE', date: '2026-03-28T22:59:59', count: 2 },
    { status: 'DONE', date: '2026-03-28T23:00:00Z', count: 3 },
    { status: 'DONE', date: '2026-03-29T21:59:59.999', count: 4 },
    { status: 'DONE', date: '2026-03-29T22:00:00', count: 5 },
    { status: 'FAILED', date: '2026-03-24T22:59:59', count: 90 },
    { status: 'FAILED', date: '2026-03-24T23:00:00', count: 1 },
    { status: 'PENDING', date: '2026-03-31T10:00:00', count: 6 },
    { status: 'RUNNING', date: '2026-03-31T10:00:00', count: 7 },
    { status: 'ABORTED', date: '2026-03-31T10:00:00', count: 8 },
    { status: 'TIMEOUT NO CONNECTION', date: '2026-03-31T10:00:00', count: 9 },
    { status: 'UNHEARD OF' as 'DONE', date: '2026-03-31T10:00:00', count: 100 },
  ],
  userGrowth: [
    { date: '2026-03-31', total_users: 50, subscribed_users: 13 },
    { date: '2026-03-24', total_users: 7, subscribed_users: 1 },
    { date: '2026-03-30', total_users: 40 },
    { date: '2026-03-26', total_users: 0, subscribed_users: 0 },
  ],
  fpsData: [
    fpsRow({ session_id: 'a', fps: 15, client_fps: 12 }),
    fpsRow({ session_id: 'b', fps: 8, client_fps: 0, job_status: 'ABORTED' }),
    fpsRow({ session_id: 'c', fps: null, client_fps: null }),
  ],
  sampledFrom: 3,
};

test('lines, bars and points match the answers in each period, across a clock change', async () => {
  const asked: object[] = [];
  await page.route('**/api/admin/summary-data', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: ANSWER });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await open('?view=summary');
  const period = page.getByRole('combobox', { name: 'Period' });
  await expect(period).toHaveValue('7d');
  await expect(period.getByRole('option')).toHaveText([
    'Last 24 Hours',
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
    'Custom Range',
  ]);
  await expect(page.locator('.growth-figures dd')).toHaveText(['50', '13', '26.0%']);
  const rowsOf = async (name: string) => {
    const rows = await page.getByRole('table', { name }).locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
  };
  // Only days in the range, in order. A day without subscriber counts shows none.
  expect(await rowsOf('User growth')).toEqual([
    ['Mar 26', '0', '0'],
    ['Mar 30', '40', '0'],
    ['Mar 31', '50', '13'],
  ]);
  const statuses = ['DONE', 'FAILED', 'PENDING', 'RUNNING', 'ABORTED', 'TIMEOUT NO CONNECTION'];
  const bars = page.getByRole('table', { name: 'Sessions by status' });
  await expect(bars.getByRole('columnheader')).toHaveText(['Time', ...statuses]);
  expect(await rowsOf('Sessions by status')).toEqual([
    ['Mar 25', '0', '1', '0', '0', '0', '0'],
    ['Mar 26', '0', '0', '0', '0', '0', '0'],
    ['Mar 27', '0', '0', '0', '0', '0', '0'],
    ['Mar 28', '2', '0', '0', '0', '0', '0'],
    ['Mar 29', '7', '0', '0', '0', '0', '0'],
    ['Mar 30', '5', '0', '0', '0', '0', '0'],
    ['Mar 31', '0', '0', '6', '7', '8', '9'],
  ]);
  const legend = page.locator('[aria-labelledby=status-title] .chart-legend');
  await expect(legend.getByRole('listitem')).toHaveText(statuses);
  const [words, chart] = [await legend.boundingBox(), await page.locator('.status-chart').boundingBox()];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(chart?.y ?? 0);

  const growth = page.locator('.growth .u-over');
  const tooltip = growth.locator('.chart-tooltip');
  const { width, height } = (await growth.boundingBox()) ?? { width: 0, height: 0 };
  await growth.hover({ position: { x: 5, y: height - 5 } });
  await expect(tooltip).toHaveText('Mar 26\nTotal Users: 0\nSubscribed Users: 0');
  await growth.hover({ position: { x: width - 5, y: 5 } });
  await expect(tooltip).toHaveText('Mar 31\nTotal Users: 50\nSubscribed Users: 13 (26.0%)');

  const ticksOf = async (title: string) => {
    const texts = (await drawnIn(page, title)).filter(({ kind }) => kind === 'text');
    return { texts: texts.map(({ text }) => text), turned: new Set(texts.map(({ angle }) => angle)) };
  };
  const expectTicks = async () => {
    const { texts } = await ticksOf('fps-title');
    const speeds = ['0', '2', '4', '6', '8', '10', '12', '14', '16'];
    expect(texts).toEqual(expect.arrayContaining([...speeds, 'FPS', 'Local Time']));
    const times = texts.filter((text) => !speeds.includes(text) && text !== 'FPS' && text !== 'Local Time');
    expect(times.length).toBeGreaterThan(1);
    expect(times.length).toBeLessThanOrEqual(6);
    for (const title of ['growth-title', 'status-title']) expect((await ticksOf(title)).texts).toContain('0');
  };
  await expectTicks();
  // Labels fit side by side here but not on a phone, even if the window used to be wide.
  const expectTurned = (angles: number[]) =>
    expect.poll(async () => [...(await ticksOf('status-title')).turned].toSorted()).toEqual(angles);
  await expectTurned([0]);
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTurned([0, 45]);
  await page.setViewportSize(wide);
  await expectTurned([0]);

  for (const [value, showing, labels] of [
    [
      '1d',
      'Mar 30, 2026, 5:20 PM - Mar 31, 2026, 5:20 PM',
      ['5 PM - 9 PM', '9 PM - 1 AM', '1 AM - 5 AM', '5 AM - 9 AM', '9 AM - 1 PM', '1 PM - 5 PM'],
    ],
    [
      '30d',
      'Mar 2, 2026 - Mar 31, 2026',
      [
        'Mar 2 - Mar 6',
        'Mar 7 - Mar 11',
        'Mar 12 - Mar 16',
        'Mar 17 - Mar 21',
        'Mar 22 - Mar 26',
        'Mar 27 - Mar 31',
      ],
    ],
    ['90d', 'Jan 1, 2026 - Mar 31, 2026', ['Jan', 'Feb', 'Mar']],
  ] as const) {
    await period.selectOption(value);
    await expect(page.getByText(`Showing: ${showing}`)).toBeVisible();
    await expect(bars.getByRole('rowheader')).toHaveText([...labels]);
    await expectTicks();
    if (value === '1d')
      expect((await rowsOf('Sessions by status'))[4]?.slice(3)).toEqual(['6', '7', '8', '9']);
    if (value === '30d') {
      expect((await rowsOf('Sessions by status')).at(-1)?.[1]).toBe('14');
      // Six long labels don't fit.
      expect((await ticksOf('status-title')).turned).toContain(45);
    }
  }
  await page.getByLabel('Start date').fill('2026-03-29');
  await page.getByLabel('End date').fill('2026-03-29');
  await expect(page.getByText('Showing: Mar 29, 2026 - Mar 29, 2026')).toBeVisible();
  expect(await rowsOf('Sessions by status')).toEqual([['Mar 29', '7', '0', '0', '0', '0', '0']]);
  await page.getByLabel('Start date').fill('2026-01-01');
  await expect(page.getByText('Showing: Jan 1, 2026 - Mar 29, 2026')).toBeVisible();
  await page.getByLabel('End date').fill('2026-03-31');
  await expect(page.getByText('Showing: Jan 1, 2026 - Mar 31, 2026')).toBeVisible();
  await expect(bars.getByRole('rowheader')).toHaveCount(10);
  await expect
    .poll(() => asked)
    .toEqual(
      [
        ['2026-03-25', '2026-03-31'],
        ['2026-03-30', '2026-03-31'],
        ['2026-03-02', '2026-03-31'],
        ['2026-01-01', '2026-03-31'],
        ['2026-03-29', '2026-03-29'],
        ['2026-01-01', '2026-03-29'],
        ['2026-01-01', '2026-03-31'],
      ].map(([startDate, endDate]) => ({ action: 'getSummaryData', startDate, endDate })),
    );
  await page.unroute('**/api/admin/summary-data');
});

test('charts use the theme’s greys, follow it, and colour each series as named', async () => {
  await page.route('**/api/admin/summary-data', (route) => route.fulfill({ json: ANSWER }));
  await page.emulateMedia({ colorScheme: 'light' });
  await open('?view=summary');
  await expect(page.locator('.fps-chart canvas')).toBeVisible();
  const TITLES = ['growth-title', 'status-title', 'fps-title'];
  /** The lightness of all text and all grid lines, which are grey. */
  const greys = async () => {
    const marks = (await Promise.all(TITLES.map((title) => drawnIn(page, title)))).flat();
    expect(marks.filter(({ kind }) => kind === 'text').every(({ chroma }) => chroma < 0.03)).toBe(true);
    return marks
      .filter(({ kind, chroma }) => kind !== 'area' && chroma < 0.03)
      .map(({ lightness }) => lightness);
  };
  const areOf = async (title: string, kind: 'area' | 'line') =>
    (await drawnIn(page, title)).filter((mark) => mark.kind === kind && mark.chroma > 0.05);
  const expectColours = async () => {
    const near = (hue: number) => (mark: { hue: number }) => Math.abs(mark.hue - hue) < 20;
    // green, red, blue, amber, magenta, and a grey without hue
    const status = await areOf('status-title', 'area');
    for (const hue of [150, 25, 255, 72, 325]) expect(status.some(near(hue)), `bars of ${hue}`).toBe(true);
    const grey = (await drawnIn(page, 'status-title')).filter(
      ({ kind, chroma }) => kind === 'area' && chroma < 0.03,
    );
    expect(grey).not.toEqual([]);
    const points = await areOf('fps-title', 'area');
    for (const hue of [25, 257, 325]) expect(points.some(near(hue)), `points of ${hue}`).toBe(true);
    // Two lines, each with the area below it.
    expect(new Set((await areOf('growth-title', 'area')).map(({ hue }) => hue)).size).toBe(2);
    expect(new Set((await areOf('growth-title', 'line')).map(({ hue }) => hue)).size).toBe(2);
  };
  await expect.poll(async () => Math.max(...(await greys()))).toBeLessThan(0.55);
  await expectColours();
  const shades = async () =>
    Promise.all(TITLES.map(async (title) => (await areOf(title, 'area')).map(({ lightness }) => lightness)));
  const before = await shades();
  const other = page.locator('[data-theme-switch]');
  await other.dispatchEvent('click');
  await expect.poll(async () => Math.min(...(await greys()))).toBeGreaterThan(0.65);
  await expectColours();
  // Bars, areas and points are lighter on the dark background.
  for (const [chart, lighter] of (await shades()).entries()) {
    expect(lighter.length).toBe(before[chart]?.length);
    for (const [mark, lightness] of lighter.entries())
      expect(lightness, TITLES[chart]).toBeGreaterThan(before[chart]?.[mark] ?? 1);
  }
  await other.dispatchEvent('click');
  await expect.poll(async () => Math.max(...(await greys()))).toBeLessThan(0.55);
  await page.unroute('**/api/admin/summary-data');
});
