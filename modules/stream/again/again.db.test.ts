import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import type { SessionDetail } from '../../dreams/contract/schemas.ts';
import { createDreamRepository } from '../../dreams/repository.ts';
import { dreamControls, dreamPlans, dreamPrompts, dreams } from '../../dreams/tables.ts';
import {
  type BoardGround,
  detailOf,
  hide,
  type Someone,
  send,
  startBoardGround,
} from '../../dreams/testing/board-ground.ts';
import { createPurgeStore } from '../../dreams/trash/purge-store.ts';
import { loadPlan } from './again.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround({ TRIAL_STREAMS: '3' });
});
afterAll(() => ground.program.stop());

/** A painter's dream of ten seconds with two prompts and a changed control. */
async function dreamOf(person: Someone, more: Partial<typeof dreams.$inferInsert> = {}): Promise<string> {
  const { orm } = ground.program.db;
  const startedAt = 1_790_000_000_000;
  const id = await ground.dreamOf(person, {
    ...{ startedAt, endedAt: startedAt + 10_000, durationMs: 10_000, frames: 160, chargedAt: null },
    ...{ seed: 77, isExact: true, generator: 'demo', generatorVersion: '1' },
    ...more,
  });
  const prompt = { dreamId: id, sentAt: startedAt };
  await orm.insert(dreamPrompts).values([
    { ...prompt, position: 1, clientId: 'a', text: 'a sea', frameId: 1, shownAt: startedAt },
    { ...prompt, position: 2, clientId: 'b', text: 'at night', frameId: null, shownAt: null },
    {
      ...prompt,
      position: 3,
      clientId: 'c',
      text: 'a storm',
      frameId: 81,
      shownAt: startedAt + 5000,
      soft: 2,
    },
    { ...prompt, position: 4, clientId: 'd', text: 'never seen', frameId: null, shownAt: null },
  ]);
  await orm.insert(dreamControls).values({
    ...{ dreamId: id, position: 1, name: 'motion', label: 'Motion', value: 0.5 },
    ...{ changedAt: startedAt + 3000, frameId: 47, shownFrame: 49 },
  });
  return id;
}

const again = async (person: Someone, body: object) => {
  const answer = await send(person, 'POST', '/api/stream/again', body);
  return { status: answer.status, json: (await answer.json()) as { sessionId: string; code?: string } };
};
const end = (person: Someone, sessionId: string) => send(person, 'POST', '/api/stream/end', { sessionId });
const rowOf = async (id: string) =>
  (await ground.program.db.orm.select().from(dreams).where(eq(dreams.id, id)))[0];
const planOf = async (id: string) =>
  (await ground.program.db.orm.select().from(dreamPlans).where(eq(dreamPlans.dreamId, id)))[0]?.plan;

describe(`a dream, again, on ${dialect}`, () => {
  test('repeats seed, prompts and controls at their frames', async () => {
    const person = await ground.someone();
    const id = await dreamOf(person);
    const { status, json } = await again(person, { session_id: id });
    expect(status).toBe(201);
    expect(await rowOf(json.sessionId)).toMatchObject({ seed: 77, parentId: id, parentSeconds: null });
    expect(await planOf(json.sessionId)).toEqual({
      plays: true,
      generator: 'demo 1',
      score: {
        version: 1,
        controls: { seed: 77 },
        shots: [
          { at: 0, frame: 1, prompt: 'a sea' },
          { at: 3, frame: 49, controls: { motion: 0.5 } },
          { at: 5, frame: 81, prompt: 'at night' },
          { at: 5, frame: 81, prompt: 'a storm', soft: 2 },
        ],
      },
    });
    expect(await again(person, { session_id: id })).toMatchObject({ status: 409, json: { code: 'active' } });
    await end(person, json.sessionId);
  });

  test('goes on from a moment, and from a moment of that', async () => {
    const person = await ground.someone();
    const id = await dreamOf(person);
    const { json } = await again(person, { session_id: id, from: 4 });
    const plan = await planOf(json.sessionId);
    expect(plan).toMatchObject({
      score: { controls: { seed: 77, motion: 0.5 }, shots: [{ at: 0, prompt: 'a sea' }] },
      past: { frame: 65, controls: { seed: 77 }, shots: [{ frame: 1, prompt: 'a sea' }, { frame: 49 }] },
    });
    await end(person, json.sessionId);
    const startedAt = 1_790_000_100_000;
    const { orm } = ground.program.db;
    const seen = { startedAt, endedAt: startedAt + 2000, durationMs: 2000, frames: 32, isExact: true };
    await orm.update(dreams).set(seen).where(eq(dreams.id, json.sessionId));
    await orm.insert(dreamPrompts).values([
      {
        dreamId: json.sessionId,
        position: 1,
        clientId: 'a',
        text: 'a sea',
        sentAt: startedAt,
        frameId: 1,
        shownAt: startedAt,
      },
      {
        dreamId: json.sessionId,
        position: 2,
        clientId: 'b',
        text: 'whales',
        sentAt: startedAt,
        frameId: 17,
        shownAt: startedAt + 1000,
      },
    ]);
    const next = await again(person, { session_id: json.sessionId, from: 2 });
    expect(next.status).toBe(201);
    expect((await planOf(next.json.sessionId))?.past).toMatchObject({
      frame: 65 + 31,
      shots: [{ frame: 1 }, { frame: 49 }, { frame: 64 + 17, prompt: 'whales' }],
    });
    await end(person, next.json.sessionId);
    const detail = (await detailOf(person, json.sessionId)) as unknown as SessionDetail;
    expect(detail).toMatchObject({ again: 'continues', parent: { seconds: 4 } });
  });

  test('goes on from the frame that its generator starts from', async () => {
    const person = await ground.someone();
    const id = await dreamOf(person, { isExact: false });
    const frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer();
    const { status, json } = await again(person, {
      session_id: id,
      from: 4,
      image: frame.toString('base64'),
    });
    expect(status).toBe(201);
    const { db, clock, storage } = ground.program;
    const plan = await planOf(json.sessionId);
    expect(plan).toMatchObject({
      score: { controls: { motion: 0.5 }, shots: [{ at: 0, prompt: 'a sea' }] },
    });
    expect(plan).not.toHaveProperty('past');
    const loaded = await loadPlan({ repository: createDreamRepository(db, clock), storage }, json.sessionId);
    expect(loaded?.images.get(plan?.startPicture ?? '')).toMatch(/^data:image\/jpeg;base64,\/9j/);
    await end(person, json.sessionId);
    // Without the frame, from its words alone.
    const bare = await again(person, { session_id: id, from: 4 });
    expect(await planOf(bare.json.sessionId)).not.toHaveProperty('startPicture');
    await end(person, bare.json.sessionId);
    // Not a JPEG.
    const broken = await again(person, { session_id: id, from: 4, image: btoa('no image') });
    expect(broken.status).toBe(415);
  });

  test('of other people only with their permission, while the link is open', async () => {
    const [owner, other] = [await ground.someone(), await ground.someone()];
    const id = await dreamOf(owner);
    const tries = async () => (await again(other, { session_id: id })).status;
    const score = async () => (await other.get(`/api/sessions/${id}/score`)).status;
    expect([await tries(), await score()]).toEqual([404, 404]);
    expect((await send(other, 'PATCH', `/api/sessions/${id}/remix`, { remix: true })).status).toBe(404);
    expect((await send(owner, 'PATCH', `/api/sessions/${id}/remix`, { remix: true })).status).toBe(200);
    await send(owner, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    expect([await tries(), await score()]).toEqual([404, 404]);
    await send(owner, 'PATCH', `/api/sessions/${id}/sharing`, { shared: true });
    expect(await score()).toBe(200);
    const { status, json } = await again(other, { session_id: id });
    expect(status).toBe(201);
    await end(other, json.sessionId);
    await hide(owner, [id]);
    expect([await tries(), await score()]).toEqual([404, 404]);
    expect((await again(owner, { session_id: id })).status).toBe(404);
  });

  test('counts as a stream', async () => {
    const person = await ground.someone();
    const id = await dreamOf(person, { chargedAt: 1 });
    for (let n = 0; n < 2; n++) await ground.dreamOf(person);
    expect(await again(person, { session_id: id })).toMatchObject({
      status: 403,
      json: { code: 'over-quota' },
    });
  });

  test('outlives its parent, without other people’s prompts', async () => {
    const [owner, other] = [await ground.someone(), await ground.someone()];
    const id = await dreamOf(owner, { remix: true });
    const made: string[] = [];
    for (const person of [owner, other]) {
      const { json } = await again(person, { session_id: id, from: 4 });
      await end(person, json.sessionId);
      made.push(json.sessionId);
    }
    await createPurgeStore(ground.program.kit).remove(id);
    for (const child of made)
      expect(await rowOf(child)).toMatchObject({ parentId: null, parentSeconds: null });
    expect(await planOf(made[0] ?? '')).toHaveProperty('past');
    expect(await planOf(made[1] ?? '')).toBeUndefined();
  });
});
