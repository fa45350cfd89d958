import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { createDreamRepository, type DreamRepository } from '../repository.ts';
import { dreams } from '../tables.ts';
import {
  type BoardGround,
  detailOf,
  hide,
  idsOf,
  pageOf,
  type Someone,
  send,
  startBoardGround,
} from '../testing/board-ground.ts';

let ground: BoardGround;
let admin: Someone;
let repository: DreamRepository;
beforeAll(async () => {
  ground = await startBoardGround();
  admin = await ground.someone('admin');
  repository = createDreamRepository(ground.program.db, ground.program.clock);
});
afterAll(() => ground.program.stop());

async function decide(action: string, sessionId: string) {
  const asked = { action, sessionId, reason: 'We looked.' };
  const answer = await admin.postJson('/api/admin/report-data', asked);
  if (!answer.ok) throw new Error(`${action} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Every way to close a link, and to open it again. */
const CLOSERS = {
  'its owner’s switch': {
    close: (person: Someone, id: string) =>
      send(person, 'PATCH', '/api/sessions/sharing', { session_ids: [id], shared: false }),
    // The switch is disabled while something else closes the link, so set the value directly.
    open: (_: Someone, id: string) =>
      ground.program.db.orm.update(dreams).set({ shared: true }).where(eq(dreams.id, id)),
  },
  'its owner’s trash': {
    close: (person: Someone, id: string) => hide(person, [id]),
    open: (person: Someone, id: string) =>
      send(person, 'PATCH', '/api/sessions/restore', { session_ids: [id] }),
  },
  'a take-down': {
    close: (_: Someone, id: string) => decide('takeDown', id),
    open: (_: Someone, id: string) => decide('putBack', id),
  },
  'a removal': {
    close: (_: Someone, id: string) => decide('remove', id),
    open: (_: Someone, id: string) => decide('restore', id),
  },
  'its reports': {
    close: (_: Someone, id: string) => repository.hold(id, 'reports'),
    open: (_: Someone, id: string) => repository.endHolds(id),
  },
  'the safety check': {
    close: (_: Someone, id: string) => repository.hold(id, 'flagged'),
    open: (_: Someone, id: string) => repository.endHolds(id),
  },
};
type Closer = keyof typeof CLOSERS;
type Order = readonly [Closer, Closer];
const ALL = Object.keys(CLOSERS) as Closer[];
/** An operator's decision ends existing holds, and all holds end together. */
const HELD: Closer[] = ['its reports', 'the safety check'];
const ANSWERS: Closer[] = ['a take-down', 'a removal', ...HELD];
/** Owners can't see these dreams, so they have no switch. */
const GONE: Closer[] = ['its owner’s trash', 'a removal'];
const isTried = (first: Closer, second: Closer) =>
  !(HELD.includes(first) && ANSWERS.includes(second)) &&
  !(GONE.includes(first) && second === 'its owner’s switch');
/** Each pair once, in a possible order. */
const pairs = ALL.flatMap((one, at) =>
  ALL.slice(at + 1).flatMap((other): [Closer, Closer][] => {
    if (isTried(one, other)) return [[one, other]];
    return isTried(other, one) ? [[other, one]] : [];
  }),
);

describe(`the reasons that close a link, on ${dialect}`, () => {
  test('two reasons keep a link closed until both are withdrawn, in either order', async () => {
    const person = await ground.someone();
    const stranger = ground.program.visitor();
    async function tryOrder(closed: Order, [early, late]: Order) {
      const id = await ground.dreamOf(person);
      const isOpen = async () => (await stranger.get(`/api/d/${id}`)).status === 200;
      const states = [await isOpen()];
      for (const one of closed) await CLOSERS[one].close(person, id);
      await CLOSERS[early].open(person, id);
      states.push(await isOpen());
      await CLOSERS[late].open(person, id);
      states.push(await isOpen());
      expect(states, `closed by ${closed.join(' and ')}, opened by ${early} and ${late}`).toEqual([
        true,
        false,
        true,
      ]);
    }
    const orders = pairs.flatMap(([first, second]): [Order, Order][] => {
      const closed = [first, second] as const;
      const isGoneTwice = GONE.includes(first) && GONE.includes(second);
      // A removed dream can't be restored from the trash.
      if (isGoneTwice) return [[closed, ['a removal', 'its owner’s trash']]];
      return [
        [closed, [first, second]],
        [closed, [second, first]],
      ];
    });
    for (const [closed, opened] of orders) await tryOrder(closed, opened);
  });

  test('a suspension closes its owner’s links, which return to their previous state', async () => {
    const person = await ground.someone();
    const [open, off, down] = [
      await ground.dreamOf(person),
      await ground.dreamOf(person, { shared: false }),
      await ground.dreamOf(person),
    ];
    await decide('takeDown', down);
    const states = () =>
      Promise.all(
        [open, off, down].map(async (id) => (await ground.program.visitor().get(`/api/d/${id}`)).status),
      );
    const ask = (action: string) =>
      admin.postJson('/api/admin/person-data', { action, userId: person.id, reason: 'Spam.' });
    await ask('suspend');
    expect(await states()).toEqual([404, 404, 404]);
    await decide('putBack', down);
    expect(await states()).toEqual([404, 404, 404]);
    await ask('lift');
    expect(await states()).toEqual([200, 404, 200]);
  });

  test('a removed dream is on no board, and returns to the trash if its owner deleted it in the meantime', async () => {
    const person = await ground.someone();
    const [kept, deleted] = [await ground.dreamOf(person), await ground.dreamOf(person)];
    for (const id of [kept, deleted]) await decide('remove', id);
    expect(idsOf(await pageOf(person))).toEqual([]);
    expect((await detailOf(person, kept)).error).toBeDefined();
    await hide(person, [deleted]);
    for (const id of [kept, deleted]) expect(await decide('restore', id)).toEqual({ changed: true });
    expect(idsOf(await pageOf(person))).toEqual([kept]);
    const trash = await (await person.get('/api/trash')).json();
    expect(idsOf(trash)).toEqual([deleted]);
  });
});
