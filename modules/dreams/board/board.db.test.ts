import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import type { Visitor } from '../../../tests/program.ts';
import { dreamControls, dreamSounds, feedback } from '../tables.ts';
import {
  type BoardGround,
  detailOf,
  hide,
  pageOf,
  rename,
  send,
  startBoardGround,
} from '../testing/board-ground.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

test(`the page of a dream lists its changed controls, each drag as its final value, and its sounds, on ${dialect}`, async () => {
  const person = await ground.someone();
  const start = 1_790_000_000_000;
  const dreamId = await ground.dreamOf(person, { startedAt: start });
  const turns = [
    [-900, 'seed', 'Seed', 41],
    [2_000, 'motion', 'Motion', 0.9],
    [2_200, 'motion', 'Motion', 0.7],
    [2_400, 'motion', 'Motion', 0.5],
    [9_000, 'motion', 'Motion', 1],
    [9_100, 'grain', 'Film grain', false],
    [9_500, 'omit', 'Leave out', ''],
  ] as const;
  await ground.program.db.orm.insert(dreamControls).values(
    turns.map(([after, name, label, value], i) => ({
      dreamId,
      position: i + 1,
      name,
      label,
      value,
      changedAt: start + after,
    })),
  );
  const sounds = ['rain, wind', '', 'owl'].map((text, i) => ({
    ...{ dreamId, position: i + 1, text, heardAt: start + 4_000 * i },
  }));
  await ground.program.db.orm.insert(dreamSounds).values(sounds);
  const html = await (await person.get(`/session?session_id=${dreamId}`)).text();
  const props = html.match(/(\{[^<]*"changes":[^<]*)<\/script>/)?.[1] ?? '{}';
  expect(JSON.parse(props).changes).toEqual([
    { kind: 'control', position: 1, text: 'Seed: 41', picture: null, at: 0 },
    { kind: 'control', position: 4, text: 'Motion: 0.5', picture: null, at: 2.4 },
    { kind: 'control', position: 5, text: 'Motion: 1', picture: null, at: 9 },
    { kind: 'control', position: 6, text: 'Film grain: off', picture: null, at: 9.1 },
    { kind: 'control', position: 7, text: 'Leave out: nothing', picture: null, at: 9.5 },
    { kind: 'sound', position: 1, text: '[rain, wind]', at: 0 },
    { kind: 'sound', position: 3, text: '[owl]', at: 8 },
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
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    const answer = await rename(person, id, given);
    expect([answer.status, await answer.json()]).toEqual([200, { dream_name: kept }]);
    expect((await detailOf(person, id)).dream_name).toBe(kept);
  });

  test.each([
    ['', 'Name cannot be empty'],
    [' \t\n ', 'Name cannot be empty'],
    ['\u200b\u200d \ufe0f\u3164\u2800', 'Name cannot be empty'],
    ['x'.repeat(500), 'Name cannot be longer than 120 characters'],
  ])('%j is refused: %s', async (given, error) => {
    const person = await ground.someone();
    const answer = await rename(person, await ground.dreamOf(person), given);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error, code: 'bad-request', field: 'dream_name' },
    ]);
  });

  test('belong to the owner alone', async () => {
    const [person, other, admin] = [
      await ground.someone(),
      await ground.someone(),
      await ground.someone('admin'),
    ];
    const id = await ground.dreamOf(person);
    for (const who of [other, admin]) expect((await rename(who, id, 'mine now')).status).toBe(404);
    for (const odd of ['nothing', `${id}x`, '..%2f', '%']) {
      expect((await rename(person, odd, 'x')).status, odd).toBe(404);
    }
    expect((await detailOf(person, id)).dream_name).toBeNull();
  });
});

describe(`bookmarks on ${dialect}`, () => {
  test('are set and removed by the owner, idempotently', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const id = await ground.dreamOf(person);
    const toggle = async (method: string, who: Visitor = person, session_id: unknown = id) => {
      const answer = await send(who, method, '/api/bookmarks', { session_id });
      return [answer.status, await answer.json()];
    };
    expect(await toggle('POST')).toEqual([200, { bookmarked: true }]);
    expect(await toggle('POST')).toEqual([200, { bookmarked: true }]);
    expect((await detailOf(person, id)).is_bookmarked).toBe(true);
    expect(await toggle('DELETE')).toEqual([200, { bookmarked: false }]);
    expect(await toggle('DELETE')).toEqual([200, { bookmarked: false }]);
    expect((await detailOf(person, id)).is_bookmarked).toBe(false);
    expect((await toggle('POST', other))[0]).toBe(404);
    expect((await toggle('POST', person, 'nothing'))[0]).toBe(404);
    expect((await toggle('POST', person, 7))[0]).toBe(400);
    await hide(person, [id]);
    expect((await toggle('POST'))[0]).toBe(404);
  });
});

describe(`hiding on ${dialect}`, () => {
  test('returns the number of hidden dreams and leaves the rest alone', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const mine = [await ground.dreamOf(person), await ground.dreamOf(person)];
    const theirs = await ground.dreamOf(other);
    const live = await ground.dreamOf(person, { jobStatus: 'RUNNING', endedAt: null });
    const answer = await hide(person, [...mine, theirs, live, 'nothing', mine[0]]);
    const body = await answer.json();
    expect([answer.status, body.hidden_count, body.requested_count]).toEqual([200, 2, 5]);
    expect([...body.hidden_ids].sort()).toEqual([...mine].sort());
    expect((await pageOf(person)).sessions).toEqual([]);
    expect((await pageOf(person)).activeSession?.session_id).toBe(live);
    expect((await pageOf(other)).sessions).toHaveLength(1);
  });

  test('is idempotent, and returns 404 for someone else’s dreams', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const id = await ground.dreamOf(person);
    const twice = await Promise.all([hide(person, [id]), hide(person, [id])]);
    for (const answer of twice)
      expect(await answer.json()).toMatchObject({ hidden_count: 1, requested_count: 1 });
    const refused = await hide(other, [id]);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      {
        error: 'No dream was found to hide.',
        code: 'not-found',
        hidden_count: 0,
        requested_count: 1,
        hidden_ids: [],
      },
    ]);
    for (const odd of [[], 'x', [7], undefined, Array(501).fill('x')]) {
      expect((await hide(person, odd)).status).toBe(400);
    }
  });

  test('hides a dream from its owner everywhere, but not from admins', async () => {
    const [person, admin] = [await ground.someone(), await ground.someone('admin')];
    const id = await ground.dreamOf(person);
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

describe(`feedback on ${dialect}`, () => {
  const give = async (person: Visitor, body: unknown) => {
    const answer = await send(person, 'POST', '/api/feedback', body);
    return [answer.status, await answer.json()] as const;
  };

  test('is stored once for each dream; the latest counts, and blank removes it', async () => {
    const person = await ground.someone();
    const session_id = await ground.dreamOf(person);
    const kept = async () =>
      (await ground.program.db.orm.select().from(feedback)).find((row) => row.dreamId === session_id);
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
    const person = await ground.someone();
    const [status, body] = await give(person, { session_id: await ground.dreamOf(person), ...wrong });
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });

  test('can only be given by the owner', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    expect((await give(other, { session_id: await ground.dreamOf(person), stars: 1 }))[0]).toBe(404);
  });
});
