import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { users } from '../../auth/tables.ts';
import { errorResponse, toAppError } from '../../kit/errors.ts';
import { createRateLimits } from '../../kit/http/rate-limit.ts';
import type { AppEnv } from '../../web/context.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import {
  conversationMax,
  MESSAGE_MAX,
  MESSAGES_A_CALL,
  MESSAGES_MAX,
  PERSON_TEXT_MAX,
} from '../contract/limits.ts';
import type { Dream } from '../queries/live.ts';
import { createDreamRepository } from '../repository.ts';
import { createDreamsStore } from '../store.ts';
import { dreams } from '../tables.ts';
import { registerConversation } from './conversation-routes.ts';
import { createConversationStore } from './conversation-store.ts';

let at: TestDatabase;
let app: Hono<AppEnv>;
let dream: Dream;
/** The signed-in caller; null for an anonymous one. */
let caller: SessionUser | null;
let now = Date.parse('2026-03-01T12:00:00Z');
const clock = { now: () => now, monotonic: () => now };

const ada: SessionUser = { id: 'ada', name: 'Ada', email: 'ada@example.org', picture: null, role: 'user' };
const bob: SessionUser = { ...ada, id: 'bob', email: 'bob@example.org' };
const admin: SessionUser = { ...ada, id: 'root', email: 'root@example.org', role: 'admin' };

beforeEach(async () => {
  at = await openTestDatabase();
  const { orm } = at.db;
  for (const { id, name, email, role } of [ada, bob, admin]) {
    await orm.insert(users).values({ id, name, email, role, createdAt: now, updatedAt: now });
  }
  dream = await startDream(ada);
  caller = ada;
  app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('person', caller);
    await next();
  });
  app.onError((error, c) => errorResponse(c, toAppError(error)));
  registerConversation(app, {
    store: createDreamsStore(at.db),
    conversations: createConversationStore(at.db),
    clock,
    rateLimits: createRateLimits(),
  });
});
afterEach(() => at.drop());

async function startDream(person: SessionUser): Promise<Dream> {
  const admission = await createDreamRepository(at.db, clock).admit({
    userId: person.id,
    limitSeconds: 300,
    quota: null,
    mostUnchargedStarts: null,
    node: 'local',
  });
  if (!('dream' in admission)) throw new Error('nobody was admitted');
  return admission.dream;
}

/** Another dream of the same person, already ended. */
async function endedDream(): Promise<string> {
  const id = 'ended';
  await at.db.orm.insert(dreams).values({
    id,
    userId: ada.id,
    rpJobId: id,
    jobStatus: 'DONE',
    requestedAt: now,
    limitSeconds: 300,
    seed: 1,
  });
  return id;
}

const line = (id: string, text = id, seconds = 0) => ({
  id,
  text,
  timestamp: now + seconds * 1000,
  isUser: true,
});
const save = (messages: unknown, session_id = dream.id) =>
  app.request('/api/conversation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id, messages }),
  });
const read = (query = `session_id=${dream.id}`) => app.request(`/api/conversation?${query}`);
async function lines(query?: string): Promise<string[]> {
  const { messages } = (await (await read(query)).json()) as { messages: { text: string }[] };
  return messages.map(({ text }) => text);
}

describe(`a dream's conversation on ${dialect}`, () => {
  test('is stored and read by job id and session id, in chronological order', async () => {
    expect(await (await save([line('b', 'second', 2), line('a', 'first', 1)])).json()).toEqual({ ok: true });
    expect(await (await read(`job_id=${dream.rpJobId}`)).json()).toEqual({
      messages: [
        { id: 'a', text: 'first', timestamp: '2026-03-01T12:00:01.000', isUser: true },
        { id: 'b', text: 'second', timestamp: '2026-03-01T12:00:02.000', isUser: true },
      ],
    });
    expect(await lines()).toEqual(['first', 'second']);
    expect(await lines(`job_id=${dream.id}`)).toEqual(['first', 'second']);
  });

  test('loses and duplicates nothing when two tabs save and one repeats itself', async () => {
    const mine = [line('1', 'one', 1), line('2', 'two', 2)];
    const theirs = [line('2', 'two', 2), line('3', 'three', 3)];
    await Promise.all([save(mine), save(theirs), save(mine), save(theirs)]);
    expect(await lines()).toEqual(['one', 'two', 'three']);
    await save([line('2', 'two, put better', 9), line('2', 'two, put best', 9)]);
    expect(await lines()).toEqual(['one', 'two, put best', 'three']);
  });

  test('accepts times as numbers and as UTC text with or without a zone', async () => {
    await save([
      { ...line('a'), timestamp: '2026-03-01T12:00:02.000' },
      { ...line('b'), timestamp: '2026-03-01T13:00:01+01:00' },
      { ...line('c'), timestamp: '2026-03-01T12:00:03Z' },
    ]);
    expect(await lines()).toEqual(['b', 'a', 'c']);
  });

  test('is readable only by its owner and admins', async () => {
    await save([line('secret')]);
    caller = bob;
    expect((await read()).status).toBe(404);
    expect((await read(`job_id=${dream.rpJobId}`)).status).toBe(404);
    expect((await save([line('forged')])).status).toBe(404);
    caller = admin;
    expect(await lines()).toEqual(['secret']);
    expect((await save([line('forged')])).status).toBe(404);
    caller = null;
    for (const answer of [await read(), await save([line('x')])]) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toHaveProperty('error');
    }
    caller = ada;
    expect(await lines()).toEqual(['secret']);
  });

  test('is cached for five minutes once its dream has ended, and never before', async () => {
    const cache = async (query: string) => (await read(query)).headers.get('cache-control');
    const byJob = `job_id=${dream.rpJobId}`;
    expect(await cache(byJob)).toBe('no-store');
    await createDreamRepository(at.db, clock).finish(dream.id, {
      jobStatus: 'DONE',
      serverStatus: null,
      endText: null,
      endedAt: now,
      uncharge: false,
      gpuSeconds: null,
      frames: 0,
      fpsData: null,
      pcieData: null,
    });
    expect(await cache(byJob)).toBe('no-store');
    now += 60_000;
    expect(await cache(byJob)).toBe('private, max-age=300');
    expect(await cache(`session_id=${dream.id}`)).toBe('no-store');
  });

  test('rejects invalid conversations without storing any of them', async () => {
    const wrong: unknown[] = [
      undefined,
      'text',
      [{ ...line('a'), id: '' }],
      [{ ...line('a'), id: '<b>' }],
      [{ ...line('a'), text: ' \n\u0000 ' }],
      [{ ...line('a'), text: 'x'.repeat(2001) }],
      [{ ...line('a'), timestamp: 'yesterday' }],
      [{ ...line('a'), timestamp: -1 }],
      [{ ...line('a'), isUser: 'yes' }],
      [line('good'), { ...line('a'), isUser: 1 }],
      Array.from({ length: MESSAGES_A_CALL + 1 }, (_, index) => line(`m${index}`)),
    ];
    for (const messages of wrong) expect((await save(messages)).status).toBe(400);
    expect((await app.request('/api/conversation')).status).toBe(400);
    expect((await read('job_id=unknown')).status).toBe(404);
    expect(await lines()).toEqual([]);
    await save([line('a', 'tab\tand\u0000nothing')]);
    expect(await lines()).toEqual(['tab and nothing']);
  });

  testOnce('is limited in lines: additions beyond that are rejected as a whole', async () => {
    for (let from = 0; from < MESSAGES_MAX; from += MESSAGES_A_CALL) {
      const part = Array.from({ length: MESSAGES_A_CALL }, (_, index) => line(`m${from + index}`));
      expect((await save(part)).status).toBe(200);
    }
    expect((await save([line('one-too-many'), line('m0', 'changed')])).status).toBe(413);
    expect((await save([line('m1', 'changed')])).status).toBe(200);
    const kept = await lines();
    expect(kept).toHaveLength(MESSAGES_MAX);
    expect(kept.filter((text) => text === 'changed')).toHaveLength(1);
  });

  test('is limited in characters, per dream and per person', async () => {
    const long = 'x'.repeat(MESSAGE_MAX);
    const most = conversationMax(dream.limitSeconds);
    const full = Math.floor(most / MESSAGE_MAX);
    for (let from = 0; from < full; from += 100) {
      const part = Array.from({ length: Math.min(100, full - from) }, (_, at) => line(`m${from + at}`, long));
      expect((await save(part)).status).toBe(200);
    }
    const refused = await save([line('more', long)]);
    expect([refused.status, (await refused.json()).error]).toEqual([
      413,
      'The conversation of this dream has at most 300,000 characters.',
    ]);
    expect((await save([line('m0', 'shorter')])).status).toBe(200);
    await at.db.orm
      .update(dreams)
      .set({ textChars: PERSON_TEXT_MAX })
      .where(eq(dreams.id, await endedDream()));
    const all = await save([line('m0', 'longer than it was')]);
    expect([all.status, (await all.json()).error]).toEqual([
      413,
      'All your conversations together have at most 8,000,000 characters.',
    ]);
    expect((await save([line('m1', 'shorter')])).status).toBe(200);
    expect((await lines()).filter((text) => text === 'shorter')).toHaveLength(2);
  });

  test('is written by one call per person at a time, with a short queue', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => save([line(`t${at}`)])));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
    for (const answer of answers) {
      if (answer.status !== 200)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    }
    expect(await lines()).toHaveLength(statuses.filter((status) => status === 200).length);
  });
});
