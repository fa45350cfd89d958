import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { newId } from '../../src/kit/ids.ts';
import { createLog } from '../../src/kit/log.ts';
import { readOutbox } from '../../tests/outbox.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { openLoginSession } from '../auth/sign-in.ts';
import { jobs } from '../jobs/tables.ts';
import { expireDreams } from './expire-dreams.ts';
import { purgeHidden } from './purge-hidden.ts';
import { createPurgeStore } from './purge-store.ts';
import { CONDEMNED_AT } from './queries/trash.ts';
import { createRetention } from './retention.ts';
import type { Session, SessionsAnswer, TrashAnswer } from './schemas.ts';
import { sortSessions } from './shared/sort.ts';
import {
  conversationMessages,
  dreamControls,
  dreamPrompts,
  dreams,
  feedback,
  spentStreams,
} from './tables.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram({ ADMIN_EMAILS: 'keeper@example.com' });
});
afterAll(() => program.stop());

interface Someone extends Visitor {
  id: string;
}

async function someone(role: 'user' | 'admin' = 'user'): Promise<Someone> {
  const email = `${newId()}@example.com`;
  const user = await program.accounts.createUser({ name: 'Robin', email, picture: null, role });
  const visitor = program.visitor({ accept: 'application/json' }, newId());
  await signIn(visitor, user.id);
  return { ...visitor, id: user.id };
}

async function signIn(visitor: Visitor, userId: string) {
  const from = { userAgent: undefined, address: 'test' };
  visitor.jar.set('sid', await openLoginSession(program.signIn, userId, from));
}

let born = 0;
async function dreamOf(person: Someone, more: Partial<typeof dreams.$inferInsert> = {}): Promise<string> {
  const id = newId();
  born += 1;
  const startedAt = 1_790_000_000_000 + born * 1000;
  await program.db.orm.insert(dreams).values({
    id,
    userId: person.id,
    rpJobId: `local-${id}`,
    jobStatus: 'DONE',
    serverStatus: 'READY',
    requestedAt: startedAt - 500,
    startedAt,
    endedAt: startedAt + 500,
    chargedAt: startedAt,
    limitSeconds: 300,
    seed: 1,
    ...more,
  });
  return id;
}

const send = (person: Visitor, method: string, path: string, body: unknown) =>
  person.send(method, path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const rename = (person: Visitor, id: string, dream_name: unknown) =>
  send(person, 'PATCH', `/api/media-rename/${id}`, { dream_name });
const hide = (person: Visitor, session_ids: unknown) =>
  send(person, 'PATCH', '/api/sessions/hide', { session_ids });
const detail = async (person: Visitor, id: string) =>
  (await (await person.get(`/api/sessions/${id}`)).json()) as Session & Record<string, unknown>;
const page = async (person: Visitor, query = '') =>
  (await (await person.get(`/api/sessions?_t=1${query}`)).json()) as SessionsAnswer;

async function allPages(person: Visitor, query: string): Promise<Session[]> {
  const all: Session[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: SessionsAnswer = await page(person, `${query}${cursor && `&cursor=${cursor}`}`);
    expect(answer.sessions.length).toBeLessThanOrEqual(60);
    all.push(...answer.sessions);
    cursor = answer.nextCursor;
  }
  return all;
}

describe(`the list of dreams on ${dialect}`, () => {
  const NAMES = [
    'Älv',
    'alba',
    'Dream 10',
    'dream 9',
    'Zoo',
    'zoo',
    'Über',
    '🌊 sea',
    'حلم',
    '100 % rain',
    'a_b',
  ];

  test('comes in pages that neither lose nor repeat a dream, in the order that the browser sorts by', async () => {
    const person = await someone();
    for (let index = 0; index < 130; index += 1) {
      const id = await dreamOf(person);
      const name = index % 4 === 0 ? null : NAMES[index % NAMES.length];
      if (name) expect((await rename(person, id, name)).status).toBe(200);
    }
    for (const sort of ['newest', 'oldest', 'name-asc', 'name-desc'] as const) {
      const all = await allPages(person, `&sort=${sort}`);
      expect(new Set(all.map(({ session_id }) => session_id)).size).toBe(130);
      const ids = (sessions: Session[]) => sessions.map(({ session_id }) => session_id);
      expect(ids(all)).toEqual(ids(sortSessions(all, sort)));
    }
    const byName = (await allPages(person, '&sort=name-asc')).map(({ dream_name }) => dream_name);
    expect(byName.indexOf('dream 9')).toBeLessThan(byName.indexOf('Dream 10'));
    expect(byName.indexOf('alba')).toBeLessThan(byName.indexOf('Älv'));
    expect(byName.at(-1)).toBeNull();
    expect((await page(person, '&sort=name-desc')).sessions[0]?.dream_name).toBeNull();
  });

  test('goes on where it was when a dream comes or goes between two pages', async () => {
    const person = await someone();
    const ids: string[] = [];
    for (let index = 0; index < 65; index += 1) ids.unshift(await dreamOf(person));
    const first = await page(person);
    await dreamOf(person);
    await hide(person, [ids[10]]);
    const second = await page(person, `&cursor=${first.nextCursor}`);
    expect(second.sessions.map(({ session_id }) => session_id)).toEqual(ids.slice(60));
  });

  test('refuses cursors, orders and words that are not ours', async () => {
    const person = await someone();
    for (const query of ['&cursor=60', '&cursor=%00', '&cursor=e30', '&sort=best', `&q=${'x'.repeat(201)}`]) {
      expect((await person.get(`/api/sessions?_t=1${query}`)).status, query).toBe(400);
    }
  });

  test('is searched by name and by what was said, whatever the case, with no character special', async () => {
    const person = await someone();
    const stranger = await someone();
    const named = await dreamOf(person);
    await rename(person, named, 'Über 100 % rain_forest');
    const prompted = await dreamOf(person);
    await program.db.orm.insert(dreamPrompts).values({
      dreamId: prompted,
      position: 1,
      clientId: 'p',
      text: 'A Paper Boat on a river',
      sentAt: 1,
    });
    const answered = await dreamOf(person);
    await program.db.orm
      .insert(conversationMessages)
      .values({ dreamId: answered, id: 'a', text: 'lanterns rise', isUser: false, at: 1 });
    await rename(stranger, await dreamOf(stranger), 'paper boat');

    const found = async (words: string) =>
      (await page(person, `&q=${encodeURIComponent(words)}`)).sessions.map(({ session_id }) => session_id);
    expect(await found('paper boat')).toEqual([prompted]);
    expect(await found('LANTERNS')).toEqual([answered]);
    expect(await found('100 % RAIN_')).toEqual([named]);
    expect(await found('%')).toEqual([named]);
    expect(await found("'; drop")).toEqual([]);
    expect(await found('   ')).toHaveLength(3);
    expect(await found('über')).toEqual([named]);
    expect(await found('UBER')).toEqual([named]);
  });
});

test(`the page of a dream tells what was turned in it, each drag as where it ended, on ${dialect}`, async () => {
  const person = await someone();
  const start = 1_790_000_000_000;
  const dreamId = await dreamOf(person, { startedAt: start });
  const turns = [
    [-900, 'seed', 'Seed', 41],
    [2_000, 'motion', 'Motion', 0.9],
    [2_200, 'motion', 'Motion', 0.7],
    [2_400, 'motion', 'Motion', 0.5],
    [9_000, 'motion', 'Motion', 1],
    [9_100, 'grain', 'Film grain', false],
    [9_500, 'omit', 'Leave out', ''],
  ] as const;
  await program.db.orm.insert(dreamControls).values(
    turns.map(([after, name, label, value], i) => ({
      ...{ dreamId, position: i + 1, name, label, value, changedAt: start + after },
    })),
  );
  const html = await (await person.get(`/session?session_id=${dreamId}`)).text();
  const props = html.match(/(\{[^<]*"changes":[^<]*)<\/script>/)?.[1] ?? '{}';
  expect(JSON.parse(props).changes).toEqual([
    { position: 1, text: 'Seed: 41', picture: null, at: 0 },
    { position: 4, text: 'Motion: 0.5', picture: null, at: 2.4 },
    { position: 5, text: 'Motion: 1', picture: null, at: 9 },
    { position: 6, text: 'Film grain: off', picture: null, at: 9.1 },
    { position: 7, text: 'Leave out: nothing', picture: null, at: 9.5 },
  ]);
});

describe(`names on ${dialect}`, () => {
  test.each([
    ['  spring  ', 'spring'],
    ['two\nlines', 'two lines'],
    ['🌊🌙', '🌊🌙'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['حلم الليل', 'حلم الليل'],
    ['\u0915\u094d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
    ['evil \u202egnp.exe', 'evil gnp.exe'],
    ['🌙'.repeat(120), '🌙'.repeat(120)],
  ])('%j becomes %j', async (given, kept) => {
    const person = await someone();
    const id = await dreamOf(person);
    const answer = await rename(person, id, given);
    expect([answer.status, await answer.json()]).toEqual([200, { dream_name: kept }]);
    expect((await detail(person, id)).dream_name).toBe(kept);
  });

  test.each([
    ['', 'Name cannot be empty'],
    [' \t\n ', 'Name cannot be empty'],
    ['\u200b\u200d \ufe0f\u3164\u2800', 'Name cannot be empty'],
    ['x'.repeat(500), 'Name cannot be longer than 120 characters'],
  ])('%j is refused: %s', async (given, error) => {
    const person = await someone();
    const answer = await rename(person, await dreamOf(person), given);
    expect([answer.status, await answer.json()]).toEqual([400, { error, field: 'dream_name' }]);
  });

  test('belong to the owner alone', async () => {
    const [person, other, admin] = [await someone(), await someone(), await someone('admin')];
    const id = await dreamOf(person);
    for (const who of [other, admin]) expect((await rename(who, id, 'mine now')).status).toBe(404);
    for (const odd of ['nothing', `${id}x`, '..%2f', '%']) {
      expect((await rename(person, odd, 'x')).status, odd).toBe(404);
    }
    expect((await detail(person, id)).dream_name).toBeNull();
  });
});

describe(`bookmarks on ${dialect}`, () => {
  test('are put and taken, twice like once, by the owner', async () => {
    const [person, other] = [await someone(), await someone()];
    const id = await dreamOf(person);
    const toggle = async (method: string, who: Visitor = person, session_id: unknown = id) => {
      const answer = await send(who, method, '/api/bookmarks', { session_id });
      return [answer.status, await answer.json()];
    };
    expect(await toggle('POST')).toEqual([200, { bookmarked: true }]);
    expect(await toggle('POST')).toEqual([200, { bookmarked: true }]);
    expect((await detail(person, id)).is_bookmarked).toBe(true);
    expect(await toggle('DELETE')).toEqual([200, { bookmarked: false }]);
    expect(await toggle('DELETE')).toEqual([200, { bookmarked: false }]);
    expect((await detail(person, id)).is_bookmarked).toBe(false);
    expect((await toggle('POST', other))[0]).toBe(404);
    expect((await toggle('POST', person, 'nothing'))[0]).toBe(404);
    expect((await toggle('POST', person, 7))[0]).toBe(400);
    await hide(person, [id]);
    expect((await toggle('POST'))[0]).toBe(404);
  });
});

describe(`hiding on ${dialect}`, () => {
  test('counts what was hidden and leaves the rest alone', async () => {
    const [person, other] = [await someone(), await someone()];
    const mine = [await dreamOf(person), await dreamOf(person)];
    const theirs = await dreamOf(other);
    const live = await dreamOf(person, { jobStatus: 'RUNNING', endedAt: null });
    const answer = await hide(person, [...mine, theirs, live, 'nothing', mine[0]]);
    const body = await answer.json();
    expect([answer.status, body.hidden_count, body.requested_count]).toEqual([200, 2, 5]);
    expect([...body.hidden_ids].sort()).toEqual([...mine].sort());
    expect((await page(person)).sessions).toEqual([]);
    expect((await page(person)).activeSession?.session_id).toBe(live);
    expect((await page(other)).sessions).toHaveLength(1);
  });

  test('a second time answers the same, of nothing of one’s own it is not found', async () => {
    const [person, other] = [await someone(), await someone()];
    const id = await dreamOf(person);
    const twice = await Promise.all([hide(person, [id]), hide(person, [id])]);
    for (const answer of twice)
      expect(await answer.json()).toMatchObject({ hidden_count: 1, requested_count: 1 });
    const refused = await hide(other, [id]);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { error: 'No dream was found to hide.', hidden_count: 0, requested_count: 1, hidden_ids: [] },
    ]);
    for (const odd of [[], 'x', [7], undefined, Array(501).fill('x')]) {
      expect((await hide(person, odd)).status).toBe(400);
    }
  });

  test('makes a dream gone for its owner everywhere, but not for admins', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    const id = await dreamOf(person);
    await hide(person, [id]);
    for (const path of [
      `/api/sessions/${id}`,
      `/api/sessions/local-${id}`,
      `/api/d/${id}`,
      `/session?id=${id}`,
    ]) {
      expect((await person.get(path)).status, path).toBe(404);
    }
    expect((await admin.get(`/api/sessions/${id}`)).status).toBe(200);
    for (const answer of [
      await rename(person, id, 'x'),
      await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: true }),
      await send(person, 'POST', '/api/feedback', { session_id: id, stars: 3 }),
    ]) {
      expect(answer.status).toBe(404);
    }
  });
});

describe(`the trash on ${dialect}`, () => {
  const restore = (person: Visitor, ids: unknown) =>
    send(person, 'PATCH', '/api/sessions/restore', { session_ids: ids });
  const erase = (person: Visitor, ids: unknown) => send(person, 'DELETE', '/api/trash', { session_ids: ids });
  const trash = async (person: Visitor, query = '') =>
    (await (await person.get(`/api/trash${query}`)).json()) as TrashAnswer;
  const idsOf = ({ sessions }: TrashAnswer | SessionsAnswer) => sessions.map(({ session_id }) => session_id);

  test('brings back what its owner deleted, as it was, and nothing of others', async () => {
    const [person, other] = [await someone(), await someone()];
    const ids = [await dreamOf(person, { name: 'Whales' }), await dreamOf(person)];
    const theirs = await dreamOf(other);
    await hide(person, ids);
    await hide(other, [theirs]);
    const listed = await trash(person);
    expect(idsOf(listed).sort()).toEqual([...ids].sort());
    const [one] = listed.sessions;
    expect(Date.parse(`${one?.gone_at}Z`) - Date.parse(`${one?.hidden_at}Z`)).toBe(30 * 24 * 3600_000);
    const answer = await restore(person, [ids[0], theirs, 'nothing']);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { restored_ids: [ids[0]], requested_count: 3 },
    ]);
    expect(idsOf(await page(person))).toEqual([ids[0]]);
    expect((await detail(person, ids[0] ?? '')).dream_name).toBe('Whales');
    expect(idsOf(await trash(person))).toEqual([ids[1]]);
    for (const refused of [await restore(other, [ids[1]]), await erase(other, [ids[1]])])
      expect(refused.status).toBe(404);
    expect(idsOf(await trash(other))).toEqual([theirs]);
  });

  test('deletes for good at once, files included, and the stream stays used', async () => {
    const person = await someone();
    const id = await dreamOf(person);
    const key = `dreams/${id}/video.mp4`;
    await program.storage.put(key, new Uint8Array([1]), 'video/mp4');
    // What is on the dreamboard is not in the trash.
    expect((await erase(person, [id])).status).toBe(404);
    await hide(person, [id]);
    expect(await (await erase(person, [id])).json()).toEqual({ purged_ids: [id] });
    expect((await restore(person, [id])).status).toBe(404);
    expect(idsOf(await trash(person))).toEqual([]);
    const job = and(eq(jobs.kind, 'purge-trash'), eq(jobs.state, 'waiting'));
    expect(await program.db.orm.$count(jobs, job)).toBe(1);
    await purge(CONDEMNED_AT);
    expect(await program.db.orm.$count(dreams, eq(dreams.id, id))).toBe(0);
    expect(await program.storage.stat(key)).toBeNull();
    expect(await (await person.get('/api/stream/check-access')).json()).toMatchObject({ used: 1 });
  });

  test('comes in pages, also of dreams that were deleted at one moment', async () => {
    const person = await someone();
    const ids = await Promise.all(Array.from({ length: 70 }, () => dreamOf(person)));
    await hide(person, ids);
    const first = await trash(person);
    expect(first.sessions).toHaveLength(60);
    const second = await trash(person, `?cursor=${first.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual([...ids].sort());
    expect(second.nextCursor).toBeNull();
    expect((await person.get('/api/trash?cursor=x')).status).toBe(400);
  });

  test('gives nothing back once its deletion for good has begun', async () => {
    const person = await someone();
    const id = await dreamOf(person);
    await hide(person, [id]);
    expect(await createPurgeStore(program.db).condemn(id)).toBe(true);
    expect((await restore(person, [id])).status).toBe(404);
    const kept = await dreamOf(person);
    expect(await createPurgeStore(program.db).condemn(kept)).toBe(false);
  });
});

describe(`feedback on ${dialect}`, () => {
  const give = async (person: Visitor, body: unknown) => {
    const answer = await send(person, 'POST', '/api/feedback', body);
    return [answer.status, await answer.json()] as const;
  };

  test('is kept once for each dream, the last word counts, blank is none', async () => {
    const person = await someone();
    const session_id = await dreamOf(person);
    const kept = async () =>
      (await program.db.orm.select().from(feedback)).find((row) => row.dreamId === session_id);
    expect(await give(person, { session_id, stars: 2, feedback_message: ' slow ' })).toEqual([
      200,
      { ok: true },
    ]);
    expect(await kept()).toMatchObject({ stars: 2, message: 'slow' });
    await give(person, { session_id, stars: 5, feedback_message: '  ' });
    expect(await kept()).toMatchObject({ stars: 5, message: null });
    await give(person, { session_id, stars: 4, feedback_message: null });
    expect((await give(person, { session_id, stars: 1, feedback_message: 'x'.repeat(1000) }))[0]).toBe(200);
  });

  test.each([
    { stars: 0 },
    { stars: 6 },
    { stars: '5' },
    { stars: 4.5 },
    {},
    { stars: 5, feedback_message: 'x'.repeat(1001) },
    { stars: 5, extra: 1 },
  ])('%j is refused', async (wrong) => {
    const person = await someone();
    const [status, body] = await give(person, { session_id: await dreamOf(person), ...wrong });
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });

  test('is the owner’s to give', async () => {
    const [person, other] = [await someone(), await someone()];
    expect((await give(other, { session_id: await dreamOf(person), stars: 1 }))[0]).toBe(404);
  });
});

describe(`sharing and reports on ${dialect}`, () => {
  test('the switch closes and opens the public link', async () => {
    const person = await someone();
    const id = await dreamOf(person);
    const stranger = program.visitor();
    const share = (shared: unknown) => send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    expect(await (await share(false)).json()).toEqual({ shared: false });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(404);
    expect((await person.get(`/api/d/${id}`)).status).toBe(404);
    expect(await (await share(true)).json()).toEqual({ shared: true });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    expect((await share('yes')).status).toBe(400);
  });

  test('copies of video and picture are asked for each time, and are nobody’s once it is closed', async () => {
    const person = await someone();
    const keys = { videoKey: `videos/${newId()}.mp4`, posterKey: `posters/${newId()}.jpg` };
    const id = await dreamOf(person, keys);
    for (const key of Object.values(keys)) await program.storage.put(key, new Uint8Array([1, 2]), '');
    const stranger = program.visitor({ accept: '*/*' });
    const addresses = ['', '.mp4', '.jpg'].map((ending) => `/api/d/${id}${ending}`);
    const tags = new Map<string, Record<string, string>>();
    for (const address of addresses) {
      const answer = await stranger.get(address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
      tags.set(address, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect((await stranger.get(address, tags.get(address))).status).toBe(304);
      const since = { 'if-modified-since': answer.headers.get('last-modified') ?? '' };
      expect((await stranger.get(address, since)).status).toBe(304);
    }
    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    for (const address of addresses) {
      const answer = await stranger.get(address, tags.get(address));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'public, no-cache']);
    }
  });

  test('a report reaches every admin by mail, once an hour, and counts for them alone', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    const id = await dreamOf(person);
    const stranger = program.visitor({ accept: 'application/json' }, newId());
    const report = (body: unknown, who: Visitor = stranger) => send(who, 'POST', `/api/d/${id}/report`, body);
    expect((await report({ reason: 'rude' })).status).toBe(400);
    expect((await report({ reason: 'other', message: 'x'.repeat(1001) })).status).toBe(400);
    program.jobs.start();
    expect((await report({ reason: 'violent', message: 'It shows\na <b>fight</b>' })).status).toBe(201);
    expect((await report({ reason: 'other' })).status).toBe(201);
    expect((await detail(admin, id)).report_count).toBe(2);
    expect((await detail(person, id)).report_count).toBeUndefined();

    const { email } = (await admin.person()) ?? { email: '' };
    for (const to of ['keeper@example.com', email]) {
      const sent = async () =>
        (await readOutbox(program.dataDir)).filter((mail) => mail.includes(id) && mail.includes(`To: ${to}`));
      await expect.poll(async () => (await sent()).length).toBe(1);
      expect((await sent())[0]).toContain('violent');
    }

    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    expect((await report({ reason: 'other' })).status).toBe(404);
    for (let more = 0; more < 10; more += 1) await report({ reason: 'other' });
    expect((await report({ reason: 'other' })).status).toBe(429);
  });
});

/** Deletes what was hidden at or before a moment. */
const purge = (before = program.clock.now() - 30 * 24 * 3600_000) =>
  purgeHidden(
    {
      store: createPurgeStore(program.db),
      storage: program.storage,
      log: createLog('error', () => undefined),
      before,
      forgetInStream: async () => undefined,
    },
    new AbortController().signal,
  );

describe(`hidden dreams on ${dialect}`, () => {
  test('are gone after 30 days with everything of theirs, but their streams stay counted', async () => {
    const person = await someone();
    const id = await dreamOf(person);
    const kept = await dreamOf(person);
    const { storage } = program;
    const key = `dreams/${id}/video.mp4`;
    await storage.put(key, new Uint8Array([1]), 'video/mp4');
    await send(person, 'POST', '/api/bookmarks', { session_id: id });
    await send(person, 'POST', '/api/feedback', { session_id: id, stars: 5 });
    await program.db.orm
      .insert(dreamPrompts)
      .values({ dreamId: id, position: 1, clientId: 'p', text: 'x', sentAt: 1 });
    await hide(person, [id]);
    const rows = async () =>
      (await program.db.orm.select().from(dreams)).filter(({ userId }) => userId === person.id);

    program.clock.advance(29 * 24 * 3600_000);
    await purge();
    expect(await rows()).toHaveLength(2);
    expect(await storage.stat(key)).not.toBeNull();

    program.clock.advance(24 * 3600_000);
    await purge();
    expect((await rows()).map((row) => row.id)).toEqual([kept]);
    expect(await storage.stat(key)).toBeNull();
    const spent = (await program.db.orm.select().from(spentStreams)).filter((row) => row.dreamId === id);
    expect(spent).toMatchObject([{ userId: person.id }]);
    // Meanwhile their login has run out.
    await signIn(person, person.id);
    expect(await (await person.get('/api/stream/check-access')).json()).toMatchObject({ used: 2 });
    expect(await (await (await someone()).get('/api/stream/check-access')).json()).toMatchObject({ used: 0 });
  });
});

test(`dreams are kept as long as their owner’s plan says, for ever by default, on ${dialect}`, async () => {
  const plans = {
    trial: await someone(),
    basic: await someone(),
    premium: await someone(),
    admin: await someone('admin'),
  };
  for (const tier of ['basic', 'premium'] as const) {
    const user = await program.accounts.findUser(plans[tier].id);
    if (!user) throw new Error('the person is gone');
    const change = { source: 'admin' as const, actorId: null, reason: null };
    await program.accounts.changeAccount(user, { role: 'subscribed', tier }, change);
  }
  const DAY = 24 * 3600_000;
  const now = program.clock.now();
  for (const person of Object.values(plans)) {
    for (const days of [1, 10, 100]) await dreamOf(person, { endedAt: now - days * DAY - 1 });
    await dreamOf(person, { endedAt: now, hiddenAt: now - DAY });
  }
  const expire = (settings: { TRIAL_KEEP_DAYS?: number; BASIC_KEEP_DAYS?: number }) =>
    expireDreams(
      {
        store: createPurgeStore(program.db),
        clock: program.clock,
        log: createLog('error', () => undefined),
        ...createRetention(
          { TRIAL_KEEP_DAYS: undefined, BASIC_KEEP_DAYS: undefined, ...settings },
          program.accounts.findUser,
        ),
      },
      new AbortController().signal,
    );
  const left = async () => {
    const all = await program.db.orm.select().from(dreams);
    return Object.values(plans).map(
      ({ id }) => all.filter(({ userId, hiddenAt }) => userId === id && hiddenAt === null).length,
    );
  };
  expect(await expire({})).toBe(0);
  expect(await left()).toEqual([3, 3, 3, 3]);
  await expire({ TRIAL_KEEP_DAYS: 10, BASIC_KEEP_DAYS: 100 });
  expect(await left()).toEqual([1, 2, 3, 3]);
  expect(await expire({ TRIAL_KEEP_DAYS: 10, BASIC_KEEP_DAYS: 100 })).toBe(0);
});
