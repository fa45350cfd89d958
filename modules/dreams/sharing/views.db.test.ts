import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { openLoginSession } from '../../auth/session/sign-in.ts';
import { newId } from '../../kit/ids.ts';
import type { SessionDetail } from '../contract/schemas.ts';
import { dreams, dreamViews, dreamVisitors } from '../tables.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';
const DAY = 24 * 3600_000;

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

const browser = (address: string, agent = FIREFOX) => program.visitor({ 'user-agent': agent }, address);

async function someone(address = newId(), role: 'user' | 'admin' = 'user') {
  const email = `${newId()}@example.com`;
  const user = await program.accounts.createUser({ name: 'Robin', email, picture: null, role });
  const visitor = browser(address);
  const from = { userAgent: undefined, address: 'test' };
  visitor.jar.set('sid', await openLoginSession(program.signIn, user.id, from));
  return { ...visitor, id: user.id };
}

async function dreamOf(userId: string): Promise<string> {
  const id = newId();
  const now = program.clock.now();
  const times = { requestedAt: now, startedAt: now, endedAt: now };
  const row = { jobStatus: 'DONE' as const, serverStatus: 'READY' as const, limitSeconds: 300, seed: 1 };
  await program.db.orm.insert(dreams).values({ id, userId, rpJobId: `local-${id}`, ...row, ...times });
  return id;
}

const detail = async (person: Visitor, id: string) =>
  (await (await person.get(`/api/sessions/${id}`, { accept: 'application/json' })).json()) as SessionDetail;
const viewsOf = async (person: Visitor, id: string) => (await detail(person, id)).view_count;

test(`every visitor of a public link counts once a day, on ${dialect}`, async () => {
  const owner = await someone();
  const id = await dreamOf(owner.id);
  expect(await viewsOf(owner, id)).toBe(0);
  const open = (visitor: Visitor) => visitor.get(`/api/d/${id}`);

  await open(browser('198.51.100.1'));
  await open(browser('198.51.100.1'));
  expect(await viewsOf(owner, id)).toBe(1);
  await open(browser('198.51.100.1', SAFARI));
  await open(browser('2001:db8::1'));
  // Addresses with the same prefix belong to one connection.
  await open(browser('2001:db8::2'));
  expect(await viewsOf(owner, id)).toBe(3);
  // Signed-in visitors are identified by account, wherever they connect from.
  const fan = await someone('203.0.113.1');
  await open(fan);
  const elsewhere = browser('203.0.113.2', SAFARI);
  elsewhere.jar.set('sid', fan.jar.get('sid') ?? '');
  await open(elsewhere);
  expect(await viewsOf(owner, id)).toBe(4);

  program.clock.advance(DAY);
  await open(browser('198.51.100.1'));
  expect(await viewsOf(owner, id)).toBe(5);
  const rows = await program.db.orm.select().from(dreamVisitors);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001|Firefox/);
  // The same visitor has another code on another day, and for another dream.
  const other = await dreamOf(owner.id);
  await browser('198.51.100.1').get(`/api/d/${other}`);
  const codes = (await program.db.orm.select().from(dreamVisitors)).map(({ visitor }) => visitor);
  expect(new Set(codes).size).toBe(codes.length);
});

test('concurrent visitors count separately, and concurrent visits of one person count once', async () => {
  const owner = await someone();
  const id = await dreamOf(owner.id);
  const addresses = [...Array(12).keys()].flatMap((index) => [`192.0.2.${index}`, `192.0.2.${index}`]);
  await Promise.all(addresses.map((address) => browser(address).get(`/api/d/${id}`)));
  expect(await viewsOf(owner, id)).toBe(12);
});

test('owners, programs and prefetches don’t count', async () => {
  const owner = await someone();
  const id = await dreamOf(owner.id);
  await owner.get(`/api/d/${id}`);
  const guest = browser('198.51.100.9');
  await guest.send('HEAD', `/api/d/${id}`);
  await guest.get(`/api/d/${id}`, { 'sec-purpose': 'prefetch' });
  await guest.get(`/api/d/${id}`, { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0)' });
  await guest.get(`/api/d/${id}`, { 'user-agent': 'curl/8.5.0' });
  // Players read the file many times, so only page views count.
  await guest.get(`/api/d/${id}.mp4`);
  await guest.get(`/api/d/${id}`, { accept: 'video/mp4' });
  expect(await viewsOf(owner, id)).toBe(0);
});

testOnce('a single network can’t inflate a dream’s count', async () => {
  const owner = await someone();
  const id = await dreamOf(owner.id);
  for (let index = 0; index < 70; index += 1) {
    const answer = await browser('198.51.100.66', `${FIREFOX} ${index}`).get(`/api/d/${id}`);
    expect(answer.status).toBe(200);
  }
  expect(await viewsOf(owner, id)).toBe(60);
});

test('closed and deleted dreams aren’t counted; a count is deleted with its dream', async () => {
  const owner = await someone();
  const id = await dreamOf(owner.id);
  const json = { headers: { 'content-type': 'application/json' } };
  const share = (shared: boolean) =>
    owner.send('PATCH', `/api/sessions/${id}/sharing`, { ...json, body: JSON.stringify({ shared }) });
  await share(false);
  expect((await browser('198.51.100.20').get(`/api/d/${id}`)).status).toBe(404);
  expect(await viewsOf(owner, id)).toBe(0);
  await share(true);
  await browser('198.51.100.21').get(`/api/d/${id}`);
  expect(await viewsOf(owner, id)).toBe(1);

  const admin = await someone(newId(), 'admin');
  expect(await viewsOf(admin, id)).toBeUndefined();
  expect(await (await admin.get(`/session?session_id=${id}`)).text()).not.toContain('view_count');

  await owner.send('PATCH', '/api/sessions/hide', { ...json, body: JSON.stringify({ session_ids: [id] }) });
  expect((await browser('198.51.100.22').get(`/api/d/${id}`)).status).toBe(404);
  await program.db.orm.update(dreams).set({ hiddenAt: 1 }).where(eq(dreams.id, id));
  await admin.send('POST', '/api/admin/purge-hidden');
  const left = await program.db.orm.select().from(dreamViews);
  expect(left.map(({ dreamId }) => dreamId)).not.toContain(id);
});
