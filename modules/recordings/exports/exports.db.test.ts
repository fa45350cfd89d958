import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { readKind } from '../../../islands/check/file-kind.ts';
import { readXmp } from '../../../islands/check/read-xmp.ts';
import { seemsSigned } from '../../../islands/check/seems-signed.ts';
import { testOnce } from '../../../tests/long-test.ts';
import type { Visitor } from '../../../tests/program.ts';
import { createDreamRepository } from '../../dreams/repository.ts';
import { dreamPrompts } from '../../dreams/tables.ts';
import {
  type BoardGround,
  hide,
  type Someone,
  send,
  startBoardGround,
} from '../../dreams/testing/board-ground.ts';
import { jobs } from '../../jobs/tables.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openOpusEncoder } from '../../worker/sound/opus-encoder.ts';
import { encodeTape } from '../compile/encode-tape.ts';
import { EXPORT_KEPT_DAYS, EXPORTS_AT_ONCE } from '../contract/export-kinds.ts';
import type { ExportAnswer, ExportsAnswer } from '../contract/exports.ts';
import { dreamExports } from '../tables.ts';
import { openTape } from '../tape/tape.ts';
import { heardIn } from '../testing/heard-in.ts';
import type { ProbedVideo } from '../testing/probe-video.ts';

const SECONDS = 2;
const FPS = 16;

let ground: BoardGround;
let folder: string;
beforeAll(async () => {
  ground = await startBoardGround();
  folder = await mkdtemp(join(tmpdir(), 'reverie-exports-'));
  await filmIn(folder);
});
afterAll(async () => {
  await ground.program.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A film whose frames get brighter, with a tone in its last half second. */
async function filmIn(dir: string): Promise<void> {
  const tape = openTape(dir, { sessionId: 'film', startedAt: 0, fps: FPS });
  for (let id = 0; id < SECONDS * FPS; id += 1) {
    const grey = 40 + id * 5;
    const create = {
      width: 1280,
      height: 720,
      channels: 3,
      background: { r: grey, g: grey, b: grey },
    } as const;
    const at = (id * 1000) / FPS;
    tape.append(newFrame({ id, at }, await sharp({ create }).jpeg().toBuffer()), at);
  }
  const encoder = await openOpusEncoder();
  for (let at = 0; at < SECONDS * 1000; at += 20) {
    const tone = (_: number, n: number) => (at >= 1500 ? Math.sin(n / 16) / 2 : 0);
    const packet = encoder.encode(new Float32Array(1920).map(tone));
    if (packet) tape.appendSound(packet, at);
  }
  encoder.close();
  await tape.close();
  await encodeTape(tape.dir, dir, () => {});
}

/** The tone, at the same moment of the part from the first second on. */
async function expectTone(video: Buffer): Promise<void> {
  const path = join(folder, 'heard.mp4');
  await writeFile(path, video);
  const heard = await heardIn(path);
  expect(Math.abs((heard?.durationMs ?? 0) - 1000)).toBeLessThan(45);
  const from = (heard?.loudness.findIndex((value) => value > 0.1) ?? -1) * 10;
  expect(Math.abs(from - 500)).toBeLessThan(40);
}

async function dreamWithFilm(person: Someone): Promise<string> {
  const more = { durationMs: SECONDS * 1000, isAi: true, generator: 'sana' };
  const id = await ground.dreamOf(person, more);
  const key = `dreams/${id}/video.mp4`;
  const { storage, db } = ground.program;
  await storage.put(key, { path: join(folder, 'video.mp4') }, 'video/mp4');
  await createDreamRepository(db, ground.program.clock).saveRecording(id, {
    videoKey: key,
    thumbnailKey: key,
    posterKey: null,
    previewKey: null,
    filmstripKey: null,
    videoBytes: 1,
    durationMs: SECONDS * 1000,
  });
  await db.orm
    .insert(dreamPrompts)
    .values({ dreamId: id, position: 1, clientId: 'p', text: 'a calm ocean', sentAt: 1, shownAt: 1 });
  return id;
}

const order = (person: Visitor, id: string, json: unknown) =>
  send(person, 'POST', `/api/sessions/${id}/exports`, json);
const listed = async (person: Visitor, id: string): Promise<ExportAnswer[]> =>
  ((await (await person.get(`/api/sessions/${id}/exports`)).json()) as ExportsAnswer).exports;
const filesOf = (id: string) => ground.program.storage.list(`dreams/${id}/export-`);

/** Orders an export and runs its job. */
async function made(person: Visitor, id: string, json: unknown): Promise<ExportAnswer> {
  const answer = await order(person, id, json);
  expect(answer.status).toBe(202);
  const { export_id } = (await answer.json()) as ExportAnswer;
  await ground.program.jobs.runNow('export', export_id);
  const one = (await listed(person, id)).find((found) => found.export_id === export_id);
  if (!one) throw new Error('the export is gone');
  return one;
}

testOnce('every format shows the chosen part, is marked, and is known to /check', async () => {
  const person = await ground.someone();
  const id = await dreamWithFilm(person);
  const formats = {
    gif: { kind: 'GIF', width: 480, height: 270, ms: 1040 },
    webp: { kind: 'WebP', width: 640, height: 360, ms: 1020 },
    vertical: { kind: 'MP4', width: 720, height: 1280, ms: 1000 },
    png: { kind: 'PNG', width: 1280, height: 720, ms: 0 },
  } as const;
  for (const [format, expected] of Object.entries(formats)) {
    const one = await made(person, id, { format, from: 1, seconds: 1, captions: format === 'vertical' });
    expect(one, format).toMatchObject({ state: 'ready', fault: null, captions: format === 'vertical' });
    const answer = await person.get(one.file_url ?? '');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, bytes.length, answer.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      200,
      one.bytes,
      'attachment',
    ]);
    if (format === 'vertical') await expectTone(bytes);
    const file = new Blob([bytes]);
    const kind = await readKind(file);
    expect({ kind: kind?.name, ...(await (format === 'vertical' ? probe(bytes) : look(bytes))) }).toEqual(
      expected,
    );
    expect(kind && (await readXmp(file, kind))?.sourceType).toMatch(/trainedAlgorithmicMedia$/);
    expect(await seemsSigned(file)).toBe(true);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await (await person.get(`/api/check?sha256=${sha256}`)).json()).toMatchObject({
      known: true,
      ai: true,
    });
  }
  // Nobody else gets one, even by its address.
  const [one] = await listed(person, id);
  const other = await ground.someone();
  expect((await other.get(one?.file_url ?? '')).status).toBe(404);
});

test(`a hundred orders at once make one export of each kind, and three at most, on ${dialect}`, async () => {
  const person = await ground.someone();
  const id = await dreamWithFilm(person);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => order(person, id, { format: 'gif', from: (at % 10) / 10 })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([202, 409]);
  expect(await listed(person, id)).toHaveLength(EXPORTS_AT_ONCE);
  const more = await Promise.all(Array.from({ length: 50 }, () => order(person, id, { format: 'gif' })));
  expect(more.some(({ status }) => status === 429)).toBe(true);
  for (const { export_id } of await listed(person, id))
    await send(person, 'DELETE', `/api/sessions/${id}/exports/${export_id}`, {});
  expect(await listed(person, id)).toEqual([]);
});

testOnce('a cancelled export stops, and one whose dream is purged leaves nothing', async () => {
  const person = await ground.someone();
  for (const end of ['cancel', 'purge'] as const) {
    const id = await dreamWithFilm(person);
    const { export_id } = (await (await order(person, id, { format: 'mp4' })).json()) as ExportAnswer;
    const running = ground.program.jobs.runNow('export', export_id);
    const work = join(ground.program.dataDir, 'tapes/.exports', export_id);
    await expect.poll(() => readdir(work).catch(() => null)).not.toBeNull();
    if (end === 'cancel') await send(person, 'DELETE', `/api/sessions/${id}/exports/${export_id}`, {});
    else {
      await hide(person, [id]);
      await send(person, 'DELETE', '/api/trash', { session_ids: [id] });
      const [purge] = await ground.program.db.orm.select().from(jobs).where(eq(jobs.kind, 'purge-trash'));
      await ground.program.jobs.runNow('purge-trash', purge?.key ?? '');
    }
    await running;
    expect(await filesOf(id)).toEqual([]);
    expect(await ground.program.db.orm.$count(dreamExports, eq(dreamExports.dreamId, id))).toBe(0);
  }
});

testOnce('a damaged film is named as the cause; once it is whole, the same order works', async () => {
  const person = await ground.someone();
  const id = await dreamWithFilm(person);
  const path = join(ground.program.dataDir, `media/dreams/${id}/video.mp4`);
  await truncate(path, 2000);
  const failed = await made(person, id, { format: 'jpeg', from: 1 });
  expect(failed).toMatchObject({ state: 'failed', fault: 'The film is damaged there. Try another moment.' });
  await copyFile(join(folder, 'video.mp4'), path);
  expect((await made(person, id, { format: 'jpeg', from: 1 })).state).toBe('ready');
  expect(await listed(person, id)).toHaveLength(1);
});

test(`exports are deleted after a week, on ${dialect}`, async () => {
  const person = await ground.someone();
  const id = await dreamWithFilm(person);
  expect((await made(person, id, { format: 'jpeg' })).state).toBe('ready');
  expect(await filesOf(id)).toHaveLength(1);
  const daily = ground.program.schedules.find(({ name }) => name === 'drop-exports');
  await daily?.run(new AbortController().signal);
  expect(await filesOf(id)).toHaveLength(1);
  ground.program.clock.advance(EXPORT_KEPT_DAYS * 24 * 3600_000);
  await daily?.run(new AbortController().signal);
  expect(await filesOf(id)).toEqual([]);
  expect(await ground.program.db.orm.$count(dreamExports, eq(dreamExports.dreamId, id))).toBe(0);
});

/** Size and length of an image. */
async function look(bytes: Buffer): Promise<{ width: number; height: number; ms: number }> {
  const { width, height, pageHeight, delay = [] } = await sharp(bytes, { animated: true }).metadata();
  return { width, height: pageHeight ?? height, ms: delay.reduce((sum, one) => sum + one, 0) };
}

/** Size and length of a video. */
async function probe(bytes: Buffer): Promise<{ width: number; height: number; ms: number }> {
  const path = join(folder, 'probed.mp4');
  await writeFile(path, bytes);
  const program = fileURLToPath(new URL('../testing/probe-video.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, path]);
  const { width, height, durationMs } = JSON.parse(stdout) as ProbedVideo;
  return { width, height, ms: durationMs };
}
