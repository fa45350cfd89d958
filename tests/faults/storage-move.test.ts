import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { createS3Client } from '../../modules/kit/s3/client.ts';
import { listUploads } from '../../modules/kit/s3/listing.ts';
import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import { createFileStorage } from '../../modules/kit/storage/file-storage.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { lacks, type S3Ground, startS3Ground } from '../s3-peer/ground.ts';
import { type RunningServer, startServer } from '../server.ts';
import { contentsOf, digest } from '../stored-contents.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { watchDream } from '../wire/watched-dream.ts';
import { launchProgram, runProgram } from './run-program.ts';

/** Dreams to move there and back, and kills per move; use 500 and 4 for a full run. */
const DREAMS = Number(process.env.MOVE_DREAMS ?? 8);
const KILLS = Number(process.env.MOVE_KILLS ?? 1);
/** Share of the dreams that aren't deleted during the move. */
const STAYS = 0.75;
const MOVE_TIMEOUT_MS = 1_200_000;
/** A full-length video, in the middle of the list; uploaded in parts. */
const LONG_BYTES = 21_000_000;
/** Interval between views of a video, to leave resources for the move. */
const LOOKS_INTERVAL_MS = 150;
const UPLOAD_IS_OLD_MS = 7 * 3600_000;

let ground: S3Ground;
let dataDir: string;
let prefix: string;
let files: Storage;
let bucket: Storage;
let server: RunningServer;
let admin: Person;
beforeAll(async () => {
  ground = await startS3Ground();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-storage-move-'));
  prefix = `faults-${randomBytes(4).toString('hex')}`;
  files = createFileStorage(join(dataDir, 'media'));
  bucket = createS3Storage({ address: { ...ground.address, prefix }, keys: ground.keys, links: false });
});
afterEach(async () => {
  await server.kill();
  for (const key of await bucket.list('')) await bucket.delete(key);
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => ground.stop());

const settings = (more = '') => {
  const { STORAGE_URL, ...keys } = ground.settings(prefix);
  return { ...keys, STORAGE_URL: STORAGE_URL + more, STORAGE_PROXY: 'on' };
};

async function start(more = ''): Promise<void> {
  server = await startServer({
    dataDir,
    env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn', ...settings(more) },
  });
  admin = admin ? createPerson(server, admin.cookie) : await signInAsAdmin(server);
}

const move = (...args: string[]) => runProgram('src/storage-move.ts', moveSettings(), moveOptions(args));
const launchMove = (...args: string[]) =>
  launchProgram('src/storage-move.ts', moveSettings(), moveOptions(args));
const moveSettings = () => ({ DATA_DIR: dataDir, ...settings() });
const moveOptions = (args: string[]) => ({ args, endsWithinMs: MOVE_TIMEOUT_MS });

/** The admin's dreams, with files in the folder and rows that refer to them. */
async function putDreams(count: number): Promise<string[]> {
  const { id: userId } = (await admin.call('GET', '/api/session')).json.user;
  const db = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  // Sorted in the order of the move, so that the long video is still to come when the first files are there.
  const ids = Array.from({ length: count }, newId).sort();
  for (const [at, id] of ids.entries()) {
    const length = at === Math.floor(count / 2) ? LONG_BYTES : randomInt(40_000, 400_000);
    const put = (name: string, type: string, bytes: number) =>
      files.put(`dreams/${id}/${name}`, randomBytes(bytes), type);
    await put('video.mp4', 'video/mp4', length);
    await put('thumbnail.jpg', 'image/jpeg', 4_000);
    await put('preview.mp4', 'video/mp4', 30_000);
    const requestedAt = Date.now() - at * 60_000;
    await db.orm.insert(dreams).values({
      id,
      userId,
      rpJobId: `local-${id}`,
      jobStatus: 'DONE',
      serverStatus: 'READY',
      seed: 1,
      requestedAt,
      startedAt: requestedAt,
      endedAt: requestedAt + 9_000,
      limitSeconds: 300,
      videoKey: `dreams/${id}/video.mp4`,
      thumbnailKey: `dreams/${id}/thumbnail.jpg`,
    });
  }
  await db.close();
  return ids;
}

/** Meanwhile, people watch dreams and delete them permanently. */
function liveOn(known: Record<string, string>, ids: string[]) {
  const expected = { ...known };
  let over = false;
  const fail: string[] = [];

  async function look(): Promise<void> {
    const id = ids[randomInt(ids.length)];
    const answer = await fetch(new URL(`/api/sessions/${id}/video`, server.url), {
      headers: { cookie: admin.cookie },
    });
    const seen = digest(new Uint8Array(await answer.arrayBuffer()));
    if (seen !== expected[`dreams/${id}/video.mp4`]) fail.push(`${id} was answered ${answer.status}`);
  }

  async function remove(): Promise<void> {
    const [id = ''] = ids.splice(randomInt(ids.length), 1);
    const body = { session_ids: [id] };
    for (const [method, path] of [
      ['PATCH', '/api/sessions/hide'],
      ['DELETE', '/api/trash'],
    ] as const) {
      const { status, text } = await admin.call(method, path, body);
      if (status !== 200) fail.push(`${path} of ${id} answered ${status} ${text}`);
    }
    for (const key of Object.keys(expected)) if (key.startsWith(`dreams/${id}/`)) delete expected[key];
  }

  async function disturb(): Promise<void> {
    const spared = Math.ceil(ids.length * STAYS);
    for (let turn = 0; !over; turn += 1) {
      await look();
      if (turn % 4 === 3 && ids.length > spared) await remove();
      await new Promise((resolve) => setTimeout(resolve, LOOKS_INTERVAL_MS));
    }
  }
  const disturbed = disturb();
  return {
    /** @returns the files that must exist by now, except those of new dreams */
    async end(): Promise<Record<string, string>> {
      over = true;
      await disturbed;
      expect(fail).toEqual([]);
      return expected;
    },
  };
}

/** Makes a short dream through the program; its files go wherever new ones go. */
async function dream(): Promise<string> {
  const { sessionId, worker } = await watchDream(server, admin, { pictures: 4 });
  await admin.call('POST', '/api/stream/end', { sessionId });
  worker.terminate();
  await admin.untilRecorded(sessionId);
  return sessionId;
}

/** Starts a move and kills it once this share of the files is there. Fails if it finished too quickly. */
async function moveKilled(to: 's3' | 'files', target: Storage, share: number, of: number): Promise<void> {
  const moving = launchMove(to);
  let ended = false;
  const end = moving.ended.finally(() => {
    ended = true;
  });
  await until(
    'a part of the files to be there',
    async () => ended || (await target.list('dreams/')).length >= share * of,
    MOVE_TIMEOUT_MS,
    // Soon enough to catch it in progress.
    20,
  );
  moving.kill();
  expect((await end).code).toBeNull();
}

/** Moves everything while the program is in use, with kills and restarts, then empties the source. */
async function moveAll(to: 's3' | 'files', source: Storage, target: Storage, ids: string[]): Promise<void> {
  const before = await contentsOf(source);
  const life = liveOn(before, ids);
  const dreamt = dream();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await moveKilled(to, target, (STAYS * kill) / (KILLS + 1), Object.keys(before).length);
  }
  const copied = await move(to);
  expect(copied).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Moved: [\d,]+, skipped: [\d,]+, failed: 0$/m),
  });
  const made = await dreamt;
  const emptied = await move(to, '--remove');
  expect(emptied).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Moved: [\d,]+, skipped: [\d,]+, failed: 0$/m),
  });
  const expected = await life.end();
  const after = await contentsOf(target);
  const own = Object.keys(after).filter((key) => key.startsWith(`dreams/${made}/`));
  expect(own).toContain(`dreams/${made}/video.mp4`);
  for (const key of own) delete after[key];
  expect(after).toEqual(expected);
  expect(await source.list('')).toEqual([]);
  ids.push(made);
}

test(`${DREAMS} dreams move to a bucket and back while they are watched, deleted and created, and moves are killed`, {
  timeout: 2 * MOVE_TIMEOUT_MS,
}, async () => {
  await start();
  const ids = await putDreams(DREAMS);
  await moveAll('s3', files, bucket, ids);
  await server.stop();
  await start('&leaving=on');
  await moveAll('files', bucket, files, ids);
});

test('a move killed during a long file leaves no partial file, and its parts are cleaned up', async (context) => {
  if (lacks('uploads')) context.skip();
  const { bucket: kept } = ground;
  await files.put('dreams/long/video.mp4', randomBytes(LONG_BYTES), 'video/mp4');
  const client = createS3Client({ ...ground.address, prefix }, ground.keys);
  const moving = launchMove('s3');
  await until('its upload', async () => (await listUploads(client)).length > 0, undefined, 1);
  moving.kill();
  expect((await moving.ended).code).toBeNull();
  if ((await listUploads(client)).length === 0) return context.skip('the upload was too quick to be killed');
  expect(await bucket.stat('dreams/long/video.mp4')).toBeNull();
  expect((await move('s3')).output).toMatch(/^Moved: 1, skipped: 0, failed: 0$/m);
  expect(await contentsOf(bucket)).toEqual(await contentsOf(files));
  if (!kept) return context.skip('only at the peer an upload can be made old');
  const old = new Date(Date.now() - UPLOAD_IS_OLD_MS);
  for (const upload of kept.uploads.values()) {
    upload.startedAt = old;
    // A slow kill leaves parts, too.
    for (const part of upload.parts.values()) part.at = old;
  }
  await start();
  await until('the sweep', async () => (await listUploads(client)).length === 0);
  expect(await contentsOf(bucket)).toEqual(await contentsOf(files));
});
