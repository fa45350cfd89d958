import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import type { Visitor } from '../../../tests/program.ts';
import { type JobContext, type LeasedJob, RetryLater } from '../../jobs/contract/define-job.ts';
import { createJobsStore } from '../../jobs/store.ts';
import { jobs } from '../../jobs/tables.ts';
import { createLog } from '../../kit/log.ts';
import type { TrashAnswer } from '../contract/trash-schemas.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import { dreamPrompts, dreams, spentStreams } from '../tables.ts';
import {
  type BoardGround,
  detailOf,
  hide,
  idsOf,
  pageOf,
  send,
  startBoardGround,
} from '../testing/board-ground.ts';
import { createFileEraser } from './erase-files.ts';
import { createRetention, expireDreams } from './expire-dreams.ts';
import { purgeHidden } from './purge-hidden.ts';
import { createPurgeStore } from './purge-store.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

describe(`the trash on ${dialect}`, () => {
  const restore = (person: Visitor, ids: unknown) =>
    send(person, 'PATCH', '/api/sessions/restore', { session_ids: ids });
  const erase = (person: Visitor, ids: unknown) => send(person, 'DELETE', '/api/trash', { session_ids: ids });
  const trash = async (person: Visitor, query = '') =>
    (await (await person.get(`/api/trash${query}`)).json()) as TrashAnswer;

  test('restores the owner’s deleted dreams unchanged, and no one else’s', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const ids = [await ground.dreamOf(person, { name: 'Whales' }), await ground.dreamOf(person)];
    const theirs = await ground.dreamOf(other);
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
    expect(idsOf(await pageOf(person))).toEqual([ids[0]]);
    expect((await detailOf(person, ids[0] ?? '')).dream_name).toBe('Whales');
    expect(idsOf(await trash(person))).toEqual([ids[1]]);
    for (const refused of [await restore(other, [ids[1]]), await erase(other, [ids[1]])])
      expect(refused.status).toBe(404);
    expect(idsOf(await trash(other))).toEqual([theirs]);
  });

  test('deletes for good immediately, including files, and the stream stays used', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    const key = `dreams/${id}/video.mp4`;
    await ground.program.storage.put(key, new Uint8Array([1]), 'video/mp4');
    // Only deleted dreams are in the trash.
    expect((await erase(person, [id])).status).toBe(404);
    await hide(person, [id]);
    expect(await (await erase(person, [id])).json()).toEqual({ purged_ids: [id] });
    expect((await restore(person, [id])).status).toBe(404);
    expect(idsOf(await trash(person))).toEqual([]);
    const job = and(eq(jobs.kind, 'purge-trash'), eq(jobs.state, 'waiting'));
    expect(await ground.program.db.orm.$count(jobs, job)).toBe(1);
    await purge(CONDEMNED_AT);
    expect(await ground.program.db.orm.$count(dreams, eq(dreams.id, id))).toBe(0);
    expect(await ground.program.storage.stat(key)).toBeNull();
    expect(await (await person.get('/api/stream/check-access')).json()).toMatchObject({ used: 1 });
  });

  test('deletes what was still being stored when its dream was deleted, too', async () => {
    const { storage, clock, db } = ground.program;
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    const key = `dreams/${id}/export-late.mp4`;
    await hide(person, [id]);
    await erase(person, [id]);
    await purge(CONDEMNED_AT);
    await storage.put(key, new Uint8Array([1]), 'video/mp4');
    const [sweep] = await db.orm.select().from(jobs).where(eq(jobs.key, id));
    expect((sweep?.runAt ?? 0) - clock.now()).toBeGreaterThan(5 * 3600_000);
    const run = (of: string, from = storage) =>
      eraser(from).job.run({ key: of, payload: {} } as LeasedJob, {} as JobContext);
    const isDown = () => Promise.reject(new Error('no answer'));
    await expect(run(id, { ...storage, list: isDown })).rejects.toThrow(RetryLater);
    await run(id);
    expect(await storage.stat(key)).toBeNull();
    // Never a dream that exists.
    const other = await ground.dreamOf(person);
    await storage.put(`dreams/${other}/video.mp4`, new Uint8Array([1]), 'video/mp4');
    await expect(run(other)).rejects.toThrow(RetryLater);
    expect(await storage.stat(`dreams/${other}/video.mp4`)).not.toBeNull();
  });

  test('has pages, even for dreams deleted at the same moment', async () => {
    const person = await ground.someone();
    const ids = await Promise.all(Array.from({ length: 70 }, () => ground.dreamOf(person)));
    await hide(person, ids);
    const first = await trash(person);
    expect(first.sessions).toHaveLength(60);
    const second = await trash(person, `?cursor=${first.nextCursor}`);
    // Newest first, as on the dreamboard.
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.toReversed());
    expect(second.nextCursor).toBeNull();
    expect((await person.get('/api/trash?cursor=x')).status).toBe(400);
  });

  test('restores nothing once final deletion has started', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    await hide(person, [id]);
    expect(await createPurgeStore(ground.program.kit).condemn(id)).toBe(true);
    expect((await restore(person, [id])).status).toBe(404);
    const kept = await ground.dreamOf(person);
    expect(await createPurgeStore(ground.program.kit).condemn(kept)).toBe(false);
  });
});

const eraser = (storage = ground.program.storage) =>
  createFileEraser({
    storage,
    jobs: createJobsStore(ground.program.db, ground.program.clock),
    exists: async (id) => (await ground.program.db.orm.$count(dreams, eq(dreams.id, id))) > 0,
    dropElsewhere: async () => undefined,
  });

/** Purges dreams hidden at or before a time. */
const purge = (before = ground.program.clock.now() - 30 * 24 * 3600_000) =>
  purgeHidden(
    {
      store: createPurgeStore(ground.program.kit),
      log: createLog('error', () => undefined),
      before,
      eraseFiles: eraser().eraseFiles,
      settle: async () => undefined,
    },
    new AbortController().signal,
  );

describe(`hidden dreams on ${dialect}`, () => {
  test('are purged after 30 days with all their data, but their streams stay counted', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    const kept = await ground.dreamOf(person);
    const { storage } = ground.program;
    const key = `dreams/${id}/video.mp4`;
    await storage.put(key, new Uint8Array([1]), 'video/mp4');
    await send(person, 'POST', '/api/bookmarks', { session_id: id });
    await send(person, 'POST', '/api/feedback', { session_id: id, stars: 5 });
    await ground.program.db.orm
      .insert(dreamPrompts)
      .values({ dreamId: id, position: 1, clientId: 'p', text: 'x', sentAt: 1 });
    await hide(person, [id]);
    const rows = async () =>
      (await ground.program.db.orm.select().from(dreams)).filter(({ userId }) => userId === person.id);

    ground.program.clock.advance(29 * 24 * 3600_000);
    await purge();
    expect(await rows()).toHaveLength(2);
    expect(await storage.stat(key)).not.toBeNull();

    ground.program.clock.advance(24 * 3600_000);
    await purge();
    expect((await rows()).map((row) => row.id)).toEqual([kept]);
    expect(await storage.stat(key)).toBeNull();
    const spent = (await ground.program.db.orm.select().from(spentStreams)).filter(
      (row) => row.userId === person.id,
    );
    expect(spent).toHaveLength(1);
    // Copies of the dream's files have the time in their names, so nothing may link that time to the person.
    expect(spent[0]?.id).not.toBe(id);
    expect((spent[0]?.chargedAt ?? 1) % 86_400_000).toBe(0);
    // Their login has expired by now.
    await ground.signIn(person, person.id);
    expect(await (await person.get('/api/stream/check-access')).json()).toMatchObject({ used: 2 });
    expect(await (await (await ground.someone()).get('/api/stream/check-access')).json()).toMatchObject({
      used: 0,
    });
  });
});

test(`dreams are kept as long as their owner’s plan says, forever by default, on ${dialect}`, async () => {
  const plans = {
    trial: await ground.someone(),
    basic: await ground.someone(),
    premium: await ground.someone(),
    admin: await ground.someone('admin'),
  };
  for (const tier of ['basic', 'premium'] as const) {
    const user = await ground.program.accounts.findUser(plans[tier].id);
    if (!user) throw new Error('the person is gone');
    const change = { source: 'admin' as const, actorId: null, reason: null };
    await ground.program.accounts.changeAccount(user, { role: 'subscribed', tier }, change);
  }
  const DAY = 24 * 3600_000;
  const now = ground.program.clock.now();
  for (const person of Object.values(plans)) {
    for (const days of [1, 10, 100]) await ground.dreamOf(person, { endedAt: now - days * DAY - 1 });
    await ground.dreamOf(person, { endedAt: now, hiddenAt: now - DAY });
  }
  const expire = (settings: { TRIAL_KEEP_DAYS?: number; BASIC_KEEP_DAYS?: number }) =>
    expireDreams(
      {
        store: createPurgeStore(ground.program.kit),
        clock: ground.program.clock,
        log: createLog('error', () => undefined),
        ...createRetention(
          { TRIAL_KEEP_DAYS: undefined, BASIC_KEEP_DAYS: undefined, ...settings },
          ground.program.accounts.findUser,
        ),
      },
      new AbortController().signal,
    );
  const left = async () => {
    const all = await ground.program.db.orm.select().from(dreams);
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
