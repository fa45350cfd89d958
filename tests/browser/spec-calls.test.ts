import { expect, type Page, type Request } from 'playwright/test';
import sharp from 'sharp';
import { openPeople } from '../people.ts';
import { SELLING } from '../selling.ts';
import { type BoardStage, type SeededDream, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { startScriptedRelay } from './scripted-relay.ts';
import { test } from './shared-page.ts';

/**
 * The specification's API table, as called by the browser. `sign-in` covers the popup's access token, `voice` covers
 * voice uploads.
 */
let relay: Awaited<ReturnType<typeof startScriptedRelay>>;
let stage: BoardStage;
let people: Awaited<ReturnType<typeof openPeople>>;
let dream: SeededDream;
test.beforeAll(async () => {
  relay = await startScriptedRelay();
  stage = await startBoardStage({ ...SELLING, NODE_URL: relay.url, LLM_BASE_URL: relay.url });
  people = await openPeople(stage.server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await stage.stop();
  await relay.close();
});
test.use({ viewport: { width: 1440, height: 900 } });

const picture = sharp({ create: { width: 16, height: 9, channels: 3, background: 'red' } });
const JSON_TYPE = 'application/json';

/** Records a page's requests. */
function hear(page: Page) {
  const heard: Request[] = [];
  page.on('request', (request) => heard.push(request));
  /** Waits for a request and returns its URL, method, content type and body. */
  return async function sent(
    method: string,
    path: RegExp,
    type: string | null,
    body: unknown,
  ): Promise<Request> {
    const find = () =>
      heard.find((one) => one.method() === method && path.test(one.url().slice(stage.url.length)));
    await expect.poll(() => find() !== undefined, `${method} ${path}`).toBe(true);
    const call = find() as Request;
    const headers = await call.allHeaders();
    expect(headers['content-type'] ?? null, `${method} ${path}`).toBe(type);
    expect(headers.cookie, `${method} ${path}`).toContain('sid=');
    const raw = call.postData();
    expect(raw === null ? null : JSON.parse(raw), `${method} ${path}`).toEqual(body);
    return call;
  };
}

async function signIn(page: Page, plan: 'trial' | 'premium') {
  const user = await people.create(plan);
  await page.context().addCookies([await people.cookie(user, stage.url)]);
  return user;
}

test('of the session, of plans and of billing', async ({ page }) => {
  const sent = hear(page);
  const user = await signIn(page, 'trial');
  await page.route('**/api/verify-subscription', (route) => route.fulfill({ json: { roleUpdated: true } }));
  await page.goto(`${stage.url}/settings`);
  await sent('GET', /^\/api\/stream\/check-access$/, null, null);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await sent('GET', /^\/api\/session$/, null, null);
  await sent('POST', /^\/api\/verify-subscription$/, JSON_TYPE, null);
  await sent('POST', /^\/api\/refresh-session$/, null, null);

  const url = '/cancel';
  await page.route('**/api/stripe/create-checkout-session', (route) => route.fulfill({ json: { url } }));
  await page.goto(`${stage.url}/checkout`);
  await hydrated(page, 'checkout');
  await page.getByPlaceholder('Name for billing and receipts').fill('Ada Lovelace');
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await page.waitForURL('**/cancel');
  await sent('POST', /create-checkout-session$/, JSON_TYPE, {
    userId: user.id,
    customerInfo: { fullName: 'Ada Lovelace' },
    plan: 'basic',
    currentTier: null,
    isUpgrade: false,
  });

  await people.setPlan(user, 'premium');
  await page.route('**/api/stripe/create-portal-session', (route) => route.fulfill({ json: { url } }));
  await page.goto(`${stage.url}/settings`);
  await page.getByRole('button', { name: 'Manage Billing' }).click();
  await page.waitForURL('**/cancel');
  await sent('POST', /^\/api\/stripe\/create-portal-session$/, null, null);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await sent('POST', /^\/api\/auth\/logout$/, null, null);
});

test('of the dreamboard, of one dream and of the help', async ({ page }) => {
  const sent = hear(page);
  const { id } = await signIn(page, 'premium');
  dream = await stage.addDream({ id, token: '' }, { name: 'Old name' });
  const session_id = dream.id;
  await page.goto(`${stage.url}/terms`);
  await page.evaluate((own) => localStorage.setItem('feedback-session-id', own), session_id);
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  const list = await sent('GET', /^\/api\/sessions\?(.*&)?_t=\d{13}(&|$)/, null, null);
  expect((await list.allHeaders())['cache-control']).toBe('no-cache');
  const rating = page.getByRole('dialog', { name: 'How was your dream?' });
  await rating.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await rating.getByRole('button', { name: 'Submit' }).click();
  await sent('POST', /^\/api\/feedback$/, JSON_TYPE, { session_id, stars: 4, feedback_message: null });
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByPlaceholder('Enter new name...').fill('New name');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  const rename = new RegExp(`^/api/media-rename/${session_id}$`);
  await sent('PATCH', rename, JSON_TYPE, { dream_name: 'New name' });
  const bookmark = page.getByRole('button', { name: 'Bookmark New name' });
  await bookmark.click();
  await sent('POST', /^\/api\/bookmarks$/, JSON_TYPE, { session_id });
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await bookmark.click();
  const unmark = await sent('DELETE', /^\/api\/bookmarks$/, JSON_TYPE, { session_id });
  expect((await unmark.allHeaders())['cache-control']).toBe('no-cache');
  await page.getByRole('button', { name: 'Help chat' }).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('How long?');
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  const messages = [{ role: 'user', content: 'How long?' }];
  await sent('POST', /^\/api\/anthropic$/, JSON_TYPE, { messages, conversationId: null });

  await page.goto(`${stage.url}/session?session_id=${session_id}`);
  await sent('GET', new RegExp(`^/api/sessions/${session_id}$`), null, null);
  await sent('GET', new RegExp(`^/api/conversation\\?job_id=${dream.jobId}$`), null, null);
  await page.goto(`${stage.url}/download?job_id=${dream.jobId}`);
  await sent('GET', new RegExp(`^/api/download-video/${dream.jobId}$`), null, null);

  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('link', { name: 'New name' }).click({ button: 'right' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await sent('PATCH', /^\/api\/sessions\/hide$/, JSON_TYPE, { session_ids: [session_id] });
});

test('of the live stream', async ({ page }) => {
  const sent = hear(page);
  await signIn(page, 'premium');
  const own = 'a-scripted-dream';
  await relay.answer(page);
  await page.route('**/api/conversation**', (route) => route.fulfill({ json: { messages: [] } }));
  await page.route('**/api/stream/status**', (route) =>
    route.fulfill({ json: { job_status: 'RUNNING', time_left: 200, server_status: null } }),
  );
  await page.route('**/api/sessions/update-client-fps', (route) => route.fulfill({ json: { ok: true } }));
  const opened = relay.viewer();
  await page.goto(`${stage.url}/stream`);
  const viewer = await opened;
  await sent('POST', /^\/api\/stream\/connect$/, null, null);
  await sent('GET', /^\/api\/conversation\?session_id=a-scripted-dream$/, null, null);
  await sent('GET', /^\/api\/stream\/status\?sessionId=a-scripted-dream$/, null, null);
  await page.getByRole('button', { name: 'Stream settings' }).click();
  await page.getByRole('switch', { name: 'Enable Agent Mode' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('a quiet lake');
  await prompt.press('Enter');
  const messages = [{ role: 'user', content: 'a quiet lake' }];
  await sent('POST', /^\/api\/llm\/hermes$/, JSON_TYPE, { messages, max_tokens: 256 });
  const { id } = JSON.parse(await viewer.sent.find('it', (text) => text.includes('a quiet lake')));
  const line = { id, text: 'a quiet lake', isUser: true, timestamp: expect.any(Number) };
  await sent('POST', /^\/api\/conversation$/, JSON_TYPE, { session_id: own, messages: [line] });
  viewer.frame(1, await picture.jpeg().toBuffer());
  await viewer.sent.find('an ack', (text) => text.includes('"ack"'));
  viewer.close(1000);
  await sent('POST', /^\/api\/sessions\/update-client-fps$/, JSON_TYPE, {
    sessionId: own,
    clientFpsData: expect.objectContaining({ overall: expect.any(Number) }),
  });
});
