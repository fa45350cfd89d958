import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import type { FoundDreamsAnswer } from '../../admin/contract/dream.ts';
import { createAdminStore } from '../../admin/store.ts';
import { adminActions } from '../../admin/tables.ts';
import { createDreamRepository } from '../../dreams/repository.ts';
import { spentStreams } from '../../dreams/tables.ts';
import { type BoardGround, hide, startBoardGround } from '../../dreams/testing/board-ground.ts';
import { purgeHidden } from '../../dreams/trash/purge-hidden.ts';
import { createPurgeStore } from '../../dreams/trash/purge-store.ts';
import { newId } from '../../kit/ids.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { quietLog } from '../../stream/testing/room-stage.ts';
import { newWatermark, watermarkFrom, watermarkOf } from '../../watermark/contract/watermark-id.ts';
import { compileDream } from '../compile/compile-dream.ts';
import { createKeyStore } from '../marks/credentials/key-store.ts';
import { ownSigningFiles } from '../marks/credentials/signing-key.ts';
import { contentLog } from '../tables.ts';
import { openTape } from '../tape/tape.ts';
import { createContentLogStore } from './content-log-store.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

/** A recorded dream with a short film, compiled as after a real dream. */
async function compiled(dreamId: string) {
  const { db, clock, storage, dataDir } = ground.program;
  const tapesDir = join(dataDir, 'tapes');
  const tape = openTape(tapesDir, { sessionId: dreamId, startedAt: 0, fps: 16 });
  const grey = { width: 64, height: 36, channels: 3, background: 'grey' } as const;
  const jpeg = await sharp({ create: grey }).jpeg().toBuffer();
  for (let id = 0; id < 4; id += 1) tape.append(newFrame({ id, at: 0 }, jpeg), 1_790_000_000_000 + id * 62.5);
  await tape.close();
  const deps = {
    repository: createDreamRepository(db, clock),
    contentLog: createContentLogStore(db),
    appName: 'Reverie',
    signing: async () => ({
      ...(await ownSigningFiles(dataDir, createKeyStore(ground.program.db), clock.now())),
      tsaUrl: null,
    }),
    signLater: async () => {},
    watermarkOf,
    checkStill: async () => {},
    storage,
    tapesDir,
    disk: { full: false },
    clock,
    log: quietLog,
    compiled: async () => {},
  };
  const run = { signal: new AbortController().signal, progress: () => {} };
  await compileDream(deps, { key: dreamId, createdAt: clock.now() }, run);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ask = async (query: string, visitor = ground.program.visitor({}, newId())) => {
  const answer = await visitor.get(`/api/check?${query}`);
  return { status: answer.status, body: await answer.json(), cache: answer.headers.get('cache-control') };
};

test.each([
  ['made of its id, as earlier versions had it', null],
  ['of its own', newWatermark()],
])(
  `every file made here is known, even after its dream is deleted, but never its owner, with a number %s, on ${dialect}`,
  async (_, watermark) => {
    const { db, dataDir, clock } = ground.program;
    const [person, operator] = [await ground.someone(), await ground.someone('admin')];
    const dreamId = await ground.dreamOf(person, {
      serverStatus: 'PROCESSING',
      generator: 'diffusion',
      isAi: true,
      startedAt: 1_790_000_000_000,
      watermark,
    });
    const number = watermarkOf({ id: dreamId, watermark });
    await compiled(dreamId);
    const rows = () => db.orm.select().from(contentLog).where(eq(contentLog.watermark, number));
    const logged = await rows();
    expect(logged.map(({ kind }) => kind).sort()).toEqual([
      'filmstrip',
      'poster',
      'preview',
      'thumbnail',
      'video',
    ]);
    const media = join(dataDir, 'media/dreams', dreamId);
    for (const { kind, sha256, bytes } of logged) {
      const ending = kind === 'video' || kind === 'preview' ? 'mp4' : 'jpg';
      const file = await readFile(join(media, `${kind}.${ending}`));
      expect([kind, sha256, bytes]).toEqual([kind, hashOf(file), file.length]);
    }
    const known = { known: true, made_at: '2026-09-21T14:13:20.000', generator: 'diffusion', ai: true };
    const asked = [`id=${number.toUpperCase()}`, ...logged.map(({ sha256 }) => `sha256=${sha256}`)];
    for (const query of asked)
      expect(await ask(query)).toEqual({ status: 200, body: known, cache: 'no-store' });
    // Operators can find a dream from a copy of its files.
    for (const words of [number, logged[0]?.sha256.toUpperCase()]) {
      const found = await operator.postJson('/api/admin/dream-data', { action: 'findDreams', words });
      const { dreams } = (await found.json()) as FoundDreamsAnswer;
      expect(dreams.map(({ session_id }) => session_id)).toEqual([dreamId]);
    }

    const decision = { sessionId: dreamId, reason: 'It was spam.' };
    expect(
      (await operator.postJson('/api/admin/report-data', { action: 'remove', ...decision })).status,
    ).toBe(200);
    await hide(person, [dreamId]);
    const signal = new AbortController().signal;
    const nothing = async () => {};
    const purge = {
      store: createPurgeStore(ground.program.kit),
      ...{ log: quietLog, settle: nothing },
      eraseFiles: createAdminStore(db, clock).unlinkDream,
    };
    await purgeHidden({ ...purge, before: clock.now() + 1 }, signal);
    for (const query of asked) expect((await ask(query)).body).toEqual(known);
    for (const row of await rows()) expect(row.dreamId).toBeNull();
    // Nor does the audit log lead from the watermark's number to a person, if that comes from the dream's id.
    const acts = await db.orm.select().from(adminActions).where(eq(adminActions.userId, person.id));
    expect(acts.map(({ targetId }) => targetId)).toEqual([watermark && dreamId]);
    const { chargedAt } =
      (await db.orm.select().from(spentStreams)).find(({ userId }) => userId === person.id) ?? {};
    for (const { madeAt } of await rows()) expect(madeAt).not.toBe(chargedAt);
  },
);

test(`what was not made here is not known, and what can't be a mark is refused, on ${dialect}`, async () => {
  const unknown = { known: false, made_at: null, generator: null, ai: null };
  for (const query of [`id=${watermarkFrom('elsewhere')}`, `sha256=${'0'.repeat(64)}`])
    expect(await ask(query)).toEqual({ status: 200, body: unknown, cache: 'no-store' });
  const wrong = watermarkFrom('elsewhere').replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const query of [
    '',
    `id=${wrong}`,
    'id=xyz',
    `id=${'0'.repeat(17)}`,
    `sha256=${'g'.repeat(64)}`,
    `id=${watermarkFrom('a')}&sha256=${'0'.repeat(64)}`,
  ]) {
    const { status, body } = await ask(query);
    expect([query, status, typeof (body as { error: string }).error]).toEqual([query, 400, 'string']);
  }
});

test('limits an address to thirty checks a minute', async () => {
  const visitor = ground.program.visitor({}, '198.51.100.7');
  const query = `id=${watermarkFrom('elsewhere')}`;
  const statuses = await Promise.all(
    Array.from({ length: 31 }, async () => (await ask(query, visitor)).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await ask(query, ground.program.visitor({}, '198.51.100.8'))).status).toBe(200);
});
