import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testOnce } from '../../tests/long-test.ts';
import { startMailServer } from '../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { guestDays, loginSessions, users } from '../auth/tables.ts';
import { dreamPrompts, dreams } from '../dreams/tables.ts';
import { newId } from '../kit/ids.ts';
import { EARLY_HEADER } from '../stream/contract/schemas.ts';

const HOUR = 3600_000;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;

beforeAll(async () => {
  smtp = await startMailServer();
  program = await startProgram({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await program.stop();
  await smtp.stop();
});
// New networks for each test, because limits are per network.
let network = 0;
beforeEach(() => {
  network += 1;
});
const stranger = (host = 1) => program.visitor({}, `2001:db8:0:${network}::${host}`);

async function guest(visitor = stranger()): Promise<{ visitor: Visitor; id: string }> {
  const answer = await visitor.postJson('/api/guest');
  expect(answer.status).toBe(200);
  return { visitor, id: (await answer.json()).user.id };
}

/** A dream that the guest has watched, with its recording. */
async function dreamOf(userId: string, change: Partial<typeof dreams.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const now = program.clock.now();
  const videoKey = `dreams/${id}/video.mp4`;
  const times = { requestedAt: now, startedAt: now, chargedAt: now, endedAt: now };
  const state = { jobStatus: 'DONE', serverStatus: 'READY', guest: true, shared: false } as const;
  await program.db.orm.insert(dreams).values({
    id,
    userId,
    rpJobId: `local-${id}`,
    ...state,
    ...times,
    limitSeconds: 60,
    seed: 1,
    videoKey,
    ...change,
  });
  await program.db.orm
    .insert(dreamPrompts)
    .values({ dreamId: id, position: 1, clientId: 'one', text: 'a quiet sea', sentAt: now });
  await program.storage.put(videoKey, new Uint8Array([1]), 'video/mp4');
  return id;
}

async function signIn(visitor: Visitor, email: string, next?: string): Promise<Response> {
  await visitor.postForm('/auth/signin', { email, ...(next && { next }) });
  return visitor.openLink(smtp.lastTo(email)?.link ?? '');
}

const ownerOf = async (dreamId: string) =>
  (await program.db.orm.select().from(dreams).where(eq(dreams.id, dreamId)))[0]?.userId ?? null;
const rowOf = async (id: string) =>
  (await program.db.orm.select().from(users).where(eq(users.id, id)))[0] ?? null;

describe('words typed on the home page', () => {
  testOnce('make a stranger a guest, whose live page gets them once', async () => {
    const visitor = stranger();
    const answer = await visitor.postForm('/stream', { words: '  a fox in the snow ' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/stream']);
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/HttpOnly; SameSite=Lax/);
    // A reload before the page has connected loses nothing.
    await visitor.get('/stream');
    const page = await visitor.get('/stream');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('"guest":true,"words":"a fox in the snow"');
    // Nor does a reload after the page's early call, before its island has them.
    const early = await visitor.send('POST', '/api/stream/connect', { headers: { [EARLY_HEADER]: '1' } });
    const { sessionId } = await early.json();
    expect(await (await visitor.get('/stream')).text()).toContain('"words":"a fox in the snow"');
    await visitor.get(`/api/stream/status?sessionId=${sessionId}`);
    expect(await (await visitor.get('/stream')).text()).toContain('"words":null');
    await visitor.postJson('/api/stream/end', { sessionId });
    expect(await visitor.person()).toBeNull();
  });

  testOnce(
    'survive a sign-in by mail where a guest’s dream is spent, and are sent to the live page',
    async () => {
      const { visitor, id } = await guest();
      await dreamOf(id);
      const answer = await visitor.postForm('/stream', { words: '雪の中の狐'.repeat(200) });
      expect(answer.headers.get('location')).toBe('/auth/signin?next=/stream');
      expect(await (await visitor.get('/auth/signin?next=/stream')).text()).toContain('雪の中の狐');
      const used = await signIn(visitor, 'spent@example.com', '/stream');
      expect(used.headers.get('location')).toBe('/stream');
      expect(await (await visitor.get('/stream')).text()).toContain('雪の中の狐'.repeat(200));
    },
  );

  test('are nothing when empty: the sign-in leads to the dreamboard, as ever', async () => {
    const visitor = stranger();
    const answer = await visitor.postForm('/stream', { words: ' \n ' });
    expect(answer.headers.get('location')).toBe('/auth/signin?next=/dreamboard');
    expect(visitor.jar.size).toBe(0);
  });

  testOnce('have a limit, and a forged cookie is no words', async () => {
    const visitor = stranger();
    expect((await visitor.postForm('/stream', { words: 'é'.repeat(1001) })).status).toBe(400);
    const { visitor: forger } = await guest();
    for (const words of ['%%%', 'AAAA', 'x'.repeat(3000), `${Buffer.alloc(64).toString('base64url')}`]) {
      forger.jar.set('words', words);
      expect(await (await forger.get('/stream')).text()).toContain('"words":null');
    }
  });
});

describe('a guest', () => {
  test('is counted, and is in no list of people', async () => {
    const before = await program.db.orm.select().from(guestDays);
    const { id } = await guest();
    const after = await program.db.orm.select().from(guestDays);
    const sum = (rows: typeof before) => rows.reduce((all, { guests }) => all + guests, 0);
    expect(sum(after) - sum(before)).toBe(1);
    expect(await program.accounts.findUser(id)).toBeNull();
    expect(await rowOf(id)).toMatchObject({ name: '', email: '', lastSeenAt: 0 });
    const [login] = await program.db.orm.select().from(loginSessions).where(eq(loginSessions.userId, id));
    expect(login).toMatchObject({ address: null, userAgent: null });
  });

  test('stays the same one in a browser, of six an hour in a network', async () => {
    const { visitor, id } = await guest();
    expect((await guest(visitor)).id).toBe(id);
    for (let host = 2; host <= 6; host += 1) await guest(stranger(host));
    const seventh = await stranger(7).postJson('/api/guest');
    expect(seventh.status).toBe(429);
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(0);
    const words = await stranger(8).postForm('/stream', { words: 'a fox' });
    expect(words.headers.get('location')).toBe('/auth/signin?next=/stream');
  });

  test('has one dream of a minute, behind everyone with an account', async () => {
    const { visitor } = await guest();
    const answers = await Promise.all([1, 2, 3].map(() => visitor.postJson('/api/stream/connect')));
    const ids = new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).sessionId)));
    expect(ids.size).toBe(1);
    const [sessionId = ''] = ids;
    const [dream] = await program.db.orm.select().from(dreams).where(eq(dreams.id, sessionId));
    expect(dream).toMatchObject({ limitSeconds: 60, guest: true, shared: false });
    expect((await program.visitor().get(`/api/d/${sessionId}.mp4`)).status).toBe(404);
    await visitor.postJson('/api/stream/end', { sessionId });
    await program.db.orm.update(dreams).set({ chargedAt: 1 }).where(eq(dreams.id, sessionId));
    const again = await visitor.postJson('/api/stream/connect');
    expect(again.status).toBe(403);
    expect((await again.json()).error).toBe(
      'That was your dream as a guest. Sign in to keep it and dream on.',
    );
  });

  test('of a blocked network needs another one', async () => {
    const block = { kind: 'network', value: `2001:db8:0:${network}::/64`, reason: 'floods' } as const;
    const until = program.clock.now() + HOUR;
    const { id } = await program.accounts.addBlock({ ...block, createdBy: 'x', until });
    expect((await stranger().postJson('/api/guest')).status).toBe(403);
    await program.accounts.removeBlock(id);
  });
});

describe('a guest who signs in', () => {
  testOnce('keeps the dream and its recording, which count for nothing', async () => {
    const { visitor, id } = await guest();
    const dreamId = await dreamOf(id);
    const stolen = new Map(visitor.jar);
    const used = await signIn(visitor, 'keeps@example.com', `/session?session_id=${dreamId}`);
    expect(used.headers.get('location')).toBe(`/session?session_id=${dreamId}`);
    const person = await visitor.person();
    expect(await ownerOf(dreamId)).toBe(person?.id);
    expect((await visitor.get(`/api/sessions/${dreamId}/video`)).status).toBe(200);
    const access = await (await visitor.get('/api/stream/check-access')).json();
    expect(access).toMatchObject({ used: 0 });
    const [dream] = await program.db.orm.select().from(dreams).where(eq(dreams.id, dreamId));
    expect(dream).toMatchObject({ guest: true, shared: true, chargedAt: null });
    expect(await rowOf(id)).toBeNull();

    const thief = stranger(2);
    for (const [name, value] of stolen) thief.jar.set(name, value);
    expect((await thief.get(`/api/sessions/${dreamId}/video`)).status).toBe(401);
    await signIn(thief, 'thief@example.com');
    expect(await ownerOf(dreamId)).toBe(person?.id);
  });

  test('in two tabs as two people gives the dream to one of them', async () => {
    const { visitor, id } = await guest();
    const dreamId = await dreamOf(id);
    const tabs = ['first@example.com', 'second@example.com'].map((email) => {
      const tab = stranger(9);
      for (const [name, value] of visitor.jar) tab.jar.set(name, value);
      return { tab, email };
    });
    for (const { tab, email } of tabs) await tab.postForm('/auth/signin', { email });
    const used = await Promise.all(
      tabs.map(({ tab, email }) => tab.openLink(smtp.lastTo(email)?.link ?? '')),
    );
    expect(used.map(({ status }) => status)).toEqual([303, 303]);
    const people = await Promise.all(tabs.map(async ({ tab }) => (await tab.person())?.id));
    expect(people).toContain(await ownerOf(dreamId));
    expect(await rowOf(id)).toBeNull();
  });

  test('while a dream of their own is live ends the guest’s and has both', async () => {
    const known = stranger(3);
    await signIn(known, 'busy@example.com');
    const own = await (await known.postJson('/api/stream/connect')).json();
    const { visitor } = await guest();
    const { sessionId } = await (await visitor.postJson('/api/stream/connect')).json();
    await signIn(visitor, 'busy@example.com');
    const person = await visitor.person();
    expect(await ownerOf(sessionId)).toBe(person?.id);
    expect(await ownerOf(own.sessionId)).toBe(person?.id);
    await visitor.postJson('/api/stream/end', { sessionId: own.sessionId });
  });

  test('but is suspended stays a guest', async () => {
    const known = stranger(3);
    await signIn(known, 'suspended@example.com');
    const person = await known.person();
    await program.auth.suspend(person?.id ?? '', { reason: 'spam', until: null });
    const { visitor, id } = await guest();
    const dreamId = await dreamOf(id);
    expect((await signIn(visitor, 'suspended@example.com')).status).toBe(403);
    expect(await ownerOf(dreamId)).toBe(id);
    expect((await visitor.get(`/api/sessions/${dreamId}/video`)).status).toBe(200);
  });
});

testOnce('an operator finds a guest’s dream and can end it, and guests only among the figures', async () => {
  const { visitor } = await guest();
  const { sessionId } = await (await visitor.postJson('/api/stream/connect')).json();
  const operator = program.visitor({}, '192.0.2.77');
  await operator.openLink(await program.adminLink());
  const dream = async () =>
    (await operator.postJson('/api/admin/dream-data', { action: 'getDream', sessionId })).json();
  expect(await dream()).toMatchObject({ is_guests: true, job_status: 'PENDING' });
  const list = { action: 'getAllSessions', page: 1, limit: 20 };
  const found = await (await operator.postJson('/api/admin/session-data', list)).text();
  expect(found).toContain('"is_guests":true');
  expect((await operator.postJson('/api/admin/stop-session', { sessionId })).status).toBe(200);
  expect(await dream()).toMatchObject({ job_status: 'ABORTED' });

  const figures = { action: 'getFigures', step: 'day' };
  const { rows } = await (await operator.postJson('/api/admin/figures-data', figures)).json();
  const people = (await program.db.orm.select().from(users)).filter(({ guestUntil }) => guestUntil === null);
  expect(rows[0]).toMatchObject({ sign_ups: people.length });
  expect(rows[0].guests).toBeGreaterThan(rows[0].guests_kept);
  expect(rows[0].guests_kept).toBeGreaterThan(0);
});

test('after a day an unclaimed guest is gone, with the dream, its files and the row', async () => {
  const { visitor, id } = await guest();
  const dreamId = await dreamOf(id);
  const { visitor: other, id: otherId } = await guest(stranger(2));
  const keptId = await dreamOf(otherId);
  await signIn(other, 'kept@example.com');
  // Only a clock that has jumped ahead makes a live dream this old.
  const { id: dreamerId } = await guest(stranger(3));
  const liveId = await dreamOf(dreamerId, { jobStatus: 'RUNNING', endedAt: null });
  program.clock.advance(24 * HOUR - 1);
  program.jobs.start();
  program.jobs.wake();
  await expect.poll(() => rowOf(id)).toBeNull();
  expect(await ownerOf(dreamId)).toBeNull();
  expect(await program.storage.list(`dreams/${dreamId}/`)).toEqual([]);
  expect(await program.db.orm.select().from(loginSessions).where(eq(loginSessions.userId, id))).toEqual([]);
  expect((await visitor.get(`/api/sessions/${dreamId}/video`)).status).toBe(401);
  expect(await program.storage.list(`dreams/${keptId}/`)).toHaveLength(1);
  expect(await ownerOf(keptId)).not.toBeNull();
  expect(await ownerOf(liveId)).toBe(dreamerId);
  const over = { jobStatus: 'DONE', endedAt: program.clock.now() } as const;
  await program.db.orm.update(dreams).set(over).where(eq(dreams.id, liveId));
  program.clock.advance(HOUR);
  program.jobs.wake();
  await expect.poll(() => rowOf(dreamerId)).toBeNull();
});
