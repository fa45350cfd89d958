import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { readZip } from '../../tests/read-zip.ts';
import type { SelectionAnswer } from './contract/selection-schemas.ts';
import { nameKey } from './contract/sort.ts';
import type { TrashAnswer } from './contract/trash-schemas.ts';
import { bookmarks, dreams } from './tables.ts';
import { type BoardGround, hide, type Someone, send, startBoardGround } from './testing/board-ground.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

const DAY_MS = 24 * 3600_000;

/** Adds dreams that are 20 to 70 days old and take these names in turn. */
async function dreamsOf(person: Someone, count: number, names: (string | null)[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = names[at % names.length] ?? null;
    const startedAt = ground.program.clock.now() - (20 + (at % 50)) * DAY_MS;
    ids.push(await ground.dreamOf(person, { name, nameKey: nameKey(name), startedAt }));
  }
  return ids;
}

const count = async (person: Someone, query = '') =>
  (await (await person.get(`/api/sessions/selection?${query}`)).json()) as SelectionAnswer;
const json = async (answer: Promise<Response>) => {
  const { status, ...rest } = await answer;
  return { status, ...(await (await answer).json()) } as Record<string, unknown> & typeof rest;
};
const change = (person: Someone, path: string, selection: object, more: object = {}) =>
  json(send(person, 'PATCH', path, { selection, ...more }));
const shown = (person: Someone) =>
  ground.program.db.orm.$count(dreams, and(eq(dreams.userId, person.id), isNull(dreams.hiddenAt)));

describe(`a whole list on ${dialect}`, () => {
  test('is counted by the server, and deleted and restored as a unit', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const ids = await dreamsOf(person, 150, ['Whale', 'Moth']);
    await dreamsOf(other, 2, ['Whale']);
    await hide(person, [ids[0] ?? '', ids[1] ?? '']);
    ground.program.clock.advance(1000);
    const counted = await count(person, 'q=whale&bookmarked=no');
    expect(counted).toEqual({
      count: 74,
      bookmarked: 0,
      shared: 74,
      videos: 0,
      as_of: expect.any(Number),
    });
    // Dreams that end after the count aren't included.
    ground.program.clock.advance(1000);
    const endedAt = ground.program.clock.now();
    await ground.dreamOf(person, { name: 'Whale', endedAt });
    const selection = {
      matching: { q: 'whale', bookmarked: 'no' },
      as_of: counted.as_of,
      except: [ids[2], ids[4]],
    };
    const gone = await change(person, '/api/sessions/hide', selection);
    expect(gone).toEqual({
      status: 200,
      hidden_count: 72,
      requested_count: 72,
      hidden_at: expect.any(String),
    });
    expect([await shown(person), await shown(other)]).toEqual([77, 2]);
    expect((await change(person, '/api/sessions/hide', selection)).status).toBe(404);
    const undo = { hidden_at: gone.hidden_at };
    expect(await json(send(person, 'PATCH', '/api/sessions/restore', undo))).toEqual({
      status: 200,
      restored_count: 72,
    });
    expect(await shown(person)).toBe(149);
    expect((await send(other, 'PATCH', '/api/sessions/restore', undo)).status).toBe(404);
  });

  test('follows the browser’s stored filters: recent dreams, and named ones', async () => {
    const person = await ground.someone();
    await dreamsOf(person, 4, ['Moth', null]);
    const now = ground.program.clock.now();
    await ground.dreamOf(person, { startedAt: now - 6 * DAY_MS });
    const counts = await Promise.all(
      ['filter=all', 'filter=recent', 'filter=named', 'filter=named&named=no'].map((query) =>
        count(person, query),
      ),
    );
    expect(counts.map((one) => one.count)).toEqual([5, 1, 2, 0]);
    expect((await person.get('/api/sessions/selection?filter=odd')).status).toBe(400);
    expect((await person.get('/api/sessions/selection?length=odd')).status).toBe(400);
  });

  test('is bookmarked, shared and archived as a unit, beyond the number of ids per call', async () => {
    const person = await ground.someone();
    const ids = await dreamsOf(person, 520, ['Moth']);
    const videoKey = 'dreams/one/video.mp4';
    await ground.program.storage.put(videoKey, new Uint8Array([1]), 'video/mp4');
    const [first = '', second = ''] = ids;
    await ground.program.db.orm.update(dreams).set({ videoKey }).where(eq(dreams.id, first));
    await ground.program.db.orm.update(dreams).set({ serverStatus: 'EMPTY' }).where(eq(dreams.id, second));
    const { as_of } = await count(person);
    const all = { matching: {}, as_of };
    const marks = () => ground.program.db.orm.$count(bookmarks, eq(bookmarks.userId, person.id));
    expect(await change(person, '/api/bookmarks', all, { bookmarked: true })).toEqual({
      status: 200,
      bookmarked: true,
      changed_count: 520,
    });
    expect(await marks()).toBe(520);
    expect(await change(person, '/api/bookmarks', { ids }, { bookmarked: false })).toMatchObject({
      changed_count: 520,
    });
    expect(await marks()).toBe(0);
    expect(await change(person, '/api/sessions/sharing', all, { shared: false })).toEqual({
      status: 200,
      shared: false,
      changed_count: 520,
      no_video_count: 0,
    });
    expect(await change(person, '/api/sessions/sharing', all, { shared: true })).toMatchObject({
      changed_count: 519,
      no_video_count: 1,
    });
    expect(await count(person)).toMatchObject({ count: 520, shared: 519, videos: 1 });
    const packed = await send(person, 'POST', '/api/sessions/archive', { selection: all });
    expect([packed.status, packed.headers.get('x-archive-left-out')]).toEqual([200, '519']);
    expect(readZip(new Uint8Array(await packed.arrayBuffer())).size).toBe(2);
    expect(await change(person, '/api/sessions/hide', { ids })).toMatchObject({ hidden_count: 520 });
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['both', { session_ids: ['x'], selection: { ids: ['x'] } }],
    ['an odd narrowing', { selection: { matching: { length: 'odd' }, as_of: 1 } }],
    ['a list that was never counted', { selection: { matching: {} } }],
    ['too many', { selection: { ids: Array(9_001).fill('x') } }],
  ])('isn’t selected by %s', async (_, body) => {
    const person = await ground.someone();
    expect((await send(person, 'PATCH', '/api/sessions/hide', body)).status).toBe(400);
  });
});

describe(`the whole trash on ${dialect}`, () => {
  test('is counted, restored and emptied as a unit, except for dreams deleted after the count', async () => {
    const person = await ground.someone();
    const ids = await dreamsOf(person, 70, ['Moth']);
    const trash = async () => (await (await person.get('/api/trash')).json()) as TrashAnswer;
    await hide(person, ids.slice(0, 65));
    const counted = await trash();
    expect([counted.total_count, counted.sessions.length]).toEqual([65, 60]);
    ground.program.clock.advance(1000);
    await hide(person, ids.slice(65));
    const all = { all: true, as_of: counted.as_of };
    expect(await json(send(person, 'PATCH', '/api/sessions/restore', all))).toEqual({
      status: 200,
      restored_count: 65,
    });
    expect((await trash()).total_count).toBe(5);
    expect((await send(person, 'DELETE', '/api/trash', all)).status).toBe(404);
    const now = { all: true, as_of: (await trash()).as_of };
    expect(await json(send(person, 'DELETE', '/api/trash', now))).toEqual({ status: 200, purged_count: 5 });
    expect(await trash()).toMatchObject({ total_count: 0, sessions: [], nextCursor: null });
    expect(await shown(person)).toBe(65);
  });
});
