import { type Browser, expect, type Page, test } from 'playwright/test';
import { users } from '../../modules/auth/tables.ts';
import { linkPath } from '../../modules/dreams/contract/short-link.ts';
import { conversationMessages, dreams, feedback } from '../../modules/dreams/tables.ts';
import { seed } from '../seed.ts';
import { SELLING } from '../selling.ts';
import { type BoardStage, DESKTOP, type Person, PHONE, startBoardStage } from './board-stage.ts';
import { overflows, strayTexts } from './pseudo/look.ts';

interface State {
  /** names its faults */
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
}

let stage: BoardStage;
let states: { person: Person | null; states: State[] }[];
/** Texts of people and of this installation, which no catalog holds. */
let written: string[];

test.beforeAll(async () => {
  stage = await startBoardStage({ ...SELLING, OIDC_CLIENT_ID: 'us', AUTH_EMAIL_LINK: 'on' });
  const [trial, owner, admin] = [
    await stage.addPerson(),
    await stage.addPerson(),
    await stage.addPerson('admin'),
  ];
  const dream = await stage.addDream(owner, { name: 'Ocean at night', prompts: [['a calm ocean', 1]] });
  await stage.addDream(owner, { jobStatus: 'FAILED', serverStatus: 'EMPTY', files: false });
  await stage.addDream(owner, { name: 'Ocean at night', hiddenAt: Date.now() });
  await seed({ dataDir: stage.server.dataDir, users: 12, dreams: 30, now: Date.now(), days: 5 });
  written = await writtenTexts();
  states = [
    { person: null, states: [...OF_STRANGERS, ...ofShared(dream.id)] },
    { person: trial, states: OF_TRIAL },
    { person: owner, states: ofOwner(dream.id) },
    { person: admin, states: ofAdmin(owner.id, dream.id) },
  ];
});
test.afterAll(() => stage.stop());

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

const OF_STRANGERS: State[] = [
  { name: 'home', path: '/' },
  { name: 'sign-in', path: '/auth/signin' },
  { name: 'guest', path: '/', act: press('.home-suggestions button') },
  { name: 'sign-in that failed', path: '/auth/callback' },
  { name: 'link that is too old', path: '/auth/link?token=x' },
  { name: 'sign-in required', path: '/settings' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'check a file', path: '/check' },
  { name: 'no permission', path: '/unauthorized' },
  { name: 'not found', path: '/nowhere' },
  { name: 'closed link of a live dream', path: `/watch/${'A'.repeat(22)}` },
  { name: 'player on other sites, closed', path: '/embed/none' },
  { name: 'documentation of the API', path: '/api/docs' },
];

const ofShared = (dreamId: string): State[] => [
  { name: 'shared dream', path: linkPath(dreamId) },
  { name: 'report', path: linkPath(dreamId), act: press('.report summary') },
];

const OF_TRIAL: State[] = [
  { name: 'home of a member', path: '/' },
  { name: 'empty dreamboard', path: '/dreamboard' },
  { name: 'empty trash', path: '/trash' },
  { name: 'empty collections', path: '/collections' },
  { name: 'public profile', path: '/settings/profile' },
  { name: 'checkout', path: '/checkout' },
  { name: 'settings', path: '/settings' },
  { name: 'new API token', path: '/settings', act: press('.token-form summary') },
  { name: 'stream', path: '/stream' },
];

const ofOwner = (dreamId: string): State[] => [
  { name: 'dreamboard', path: '/dreamboard' },
  { name: 'help chat', path: '/dreamboard', act: press('.help-toggle') },
  { name: 'trash', path: '/trash' },
  { name: 'session', path: `/session?session_id=${dreamId}` },
  { name: 'exports', path: `/session?session_id=${dreamId}`, act: press('.share-exports summary') },
  { name: 'timeline', path: `/session?session_id=${dreamId}`, act: openTimeline },
  { name: 'stream settings', path: '/stream', act: (page) => page.keyboard.press('s') },
  { name: 'end of a dream', path: '/stream', act: (page) => endOf(page, dreamId) },
];

async function openTimeline(page: Page): Promise<void> {
  await press('.again .button-quiet')(page);
  await page.locator('dialog[open]').waitFor();
}

/** The live page of a dream that has just ended, with its film. */
async function endOf(page: Page, sessionId: string): Promise<void> {
  const websocketUrl = 'ws://127.0.0.1:1/';
  const answer = { sessionId, status: 'ready', ready: true, websocketUrl, error: null, queuePosition: null };
  await page.context().route('**/api/stream/connect', (route) => route.fulfill({ json: answer }));
  const statuses = ['RUNNING', 'DONE'];
  await page.context().route('**/api/stream/status?*', (route) => {
    const job_status = statuses.shift() ?? 'DONE';
    return route.fulfill({ json: { job_status, time_left: 1, server_status: 'PROCESSING' } });
  });
  await page.reload();
  await page.locator('[data-over=true]').waitFor();
  await page.keyboard.press('Shift');
  await page.locator('.end-steps').waitFor();
  await page.locator('.end-film video').waitFor();
  await page.context().unrouteAll();
}

const ofAdmin = (userId: string, dreamId: string): State[] => [
  ...[
    'summary',
    'sessions',
    'users',
    'payments',
    'workers',
    'reports',
    'requests',
    'mails',
    'audit',
    'setup',
  ].map((view) => ({ name: `admin: ${view}`, path: `/admin?view=${view}` })),
  { name: 'admin: person', path: `/admin?view=users#${userId}` },
  { name: 'admin: dream', path: `/admin?view=sessions#${dreamId}` },
  { name: 'connect a GPU', path: '/connect-gpu' },
  { name: 'draw', path: '/draw' },
];

test('every text comes from a catalog, and 40 % longer texts fit on a phone and on a desktop', async ({
  browser,
}) => {
  const faults = new Map<string, string[]>();
  await Promise.all(states.map((group) => crawl(browser, group, faults)));
  const lines = [...faults].flatMap(([area, found]) =>
    [...new Set(found)].map((fault) => `${area}: ${fault.slice(0, 120)}`),
  );
  expect(lines).toEqual([]);
});

async function crawl(browser: Browser, group: (typeof states)[number], faults: Map<string, string[]>) {
  const context = await browser.newContext({ locale: 'en-XA', reducedMotion: 'reduce', viewport: DESKTOP });
  if (group.person) await stage.signIn(context, group.person);
  const page = await context.newPage();
  const add = (area: string, fault: string) => faults.set(area, [...(faults.get(area) ?? []), fault]);
  for (const { name, path, act } of group.states) {
    await page.setViewportSize(DESKTOP);
    // An address that differs by its # alone would load nothing.
    await page.goto('about:blank');
    await page.goto(stage.url + path);
    await settled(page);
    await act?.(page);
    for (const { part, text } of await strayTexts(page, written)) add(part ?? name, text);
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      // Charts resize a moment after the window.
      await expect
        .poll(() => overflows(page), { timeout: 1_000 })
        .toEqual([])
        .catch(() => {});
      for (const { part, text } of await overflows(page)) add(part ?? name, `${size.width} px, ${text}`);
    }
  }
  await context.close();
}

/** All islands answer, and none of them loads. */
async function settled(page: Page): Promise<void> {
  const waiting = '[data-island]:not([data-status=hydrated], [data-until]), [aria-busy=true], .skeleton';
  await expect(page.locator(waiting)).toHaveCount(0);
  // Its text changes width when the web font arrives.
  await page.evaluate(() => document.fonts.ready);
}

async function writtenTexts(): Promise<string[]> {
  const { orm } = stage.db;
  const rows = await Promise.all([
    orm.select({ text: users.name }).from(users),
    orm.select({ text: dreams.name }).from(dreams),
    orm.select({ text: dreams.workerId }).from(dreams),
    orm.select({ text: conversationMessages.text }).from(conversationMessages),
    orm.select({ text: feedback.message }).from(feedback),
  ]);
  const texts = new Set(['Reverie', 'Google', ...rows.flat().flatMap(({ text }) => text || [])]);
  return [...texts].sort((one, other) => other.length - one.length);
}
