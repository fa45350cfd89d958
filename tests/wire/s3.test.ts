import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { type S3Ground, startS3Ground } from '../s3-peer/ground.ts';
import { type RunningServer, startServer } from '../server.ts';
import { digest } from '../stored-contents.ts';
import { WORKER_TOKEN } from './fake-worker.ts';
import { createPerson, type Person, signInAsAdmin } from './person.ts';
import { watchDream } from './watched-dream.ts';

const PICTURES = 24;

let ground: S3Ground;
let dataDir: string;
let bucket: Storage;
let server: RunningServer;
let admin: Person;
let recorded: string;
/** Link to its video from before it was deleted. */
let link: string;
const prefix = `wire-${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  ground = await startS3Ground();
  bucket = createS3Storage({ address: { ...ground.address, prefix }, keys: ground.keys, links: false });
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-wire-s3-'));
  server = await start();
  admin = await signInAsAdmin(server);
  recorded = await recordDream();
}, 120_000);
afterAll(async () => {
  await server.kill();
  for (const key of await bucket.list('')) await bucket.delete(key);
  await ground.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  startServer({
    dataDir,
    env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn', ...ground.settings(prefix), ...env },
  });

/** Restarts the program with new settings; people stay signed in. */
async function restart(env: Record<string, string> = {}): Promise<void> {
  await server.stop();
  server = await start(env);
  admin = createPerson(server, admin.cookie);
}

/** Makes a dream with a voice recording and waits for its video. */
async function recordDream(): Promise<string> {
  const { sessionId, worker, viewer } = await watchDream(server, admin, { pictures: PICTURES });
  const form = new FormData();
  for (const [name, value] of [
    ['session_id', sessionId],
    ['transcribe', 'no'],
    ['recording', '1763769600000'],
  ] as const) {
    form.set(name, value);
  }
  form.set('audio', new Blob([VOICE]), 'voice');
  expect((await admin.call('POST', '/api/voice', form)).status).toBe(200);
  await admin.call('POST', '/api/stream/end', { sessionId });
  await viewer.closed;
  worker.terminate();
  await admin.untilRecorded(sessionId);
  return sessionId;
}

const VOICE = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), randomBytes(2_000)]);
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

/** Requests a path; pass `follow` to follow redirects, as players do. */
const get = (path: string, headers: Record<string, string> = {}, redirect: RequestRedirect = 'manual') =>
  fetch(new URL(path, server.url), { redirect, headers: { cookie: admin.cookie, ...headers } });

async function videoIn(storage: Storage): Promise<Uint8Array> {
  const file = await storage.open(`dreams/${recorded}/video.mp4`);
  return new Uint8Array(await new Response(file?.stream ?? null).arrayBuffer());
}

test('a dream is recorded into the bucket, not the folder', async () => {
  const names = (await bucket.list(`dreams/${recorded}/`)).map((key) => key.split('/').at(-1));
  expect(names).toEqual(expect.arrayContaining(['video.mp4', 'thumbnail.jpg', 'preview.mp4']));
  expect(names.some((name) => name?.startsWith('voice'))).toBe(true);
  expect(await readdir(join(dataDir, 'media')).catch(() => [])).toEqual([]);
});

test('its video is served by a one-hour link to any range of this file, and no other file', async () => {
  const video = await videoIn(bucket);
  for (const path of [
    `/api/sessions/${recorded}/video`,
    `/api/d/${recorded}.mp4`,
    `/api/download-video/${recorded}`,
    `/api/sessions/${recorded}/voice`,
  ]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      302,
      'private, no-store',
    ]);
    const link = new URL(answer.headers.get('location') ?? '');
    expect(link.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(link.href).not.toContain(ground.keys.secretAccessKey);
  }
  link = (await get(`/api/sessions/${recorded}/video`)).headers.get('location') ?? '';
  const part = await fetch(link, { headers: { range: 'bytes=100-299' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${video.length}`]);
  expect(digest(await bytesOf(part))).toBe(digest(video.subarray(100, 300)));
  expect(part.headers.get('content-type')).toBe('video/mp4');
  const other = await fetch(link.replace('video.mp4', 'thumbnail.jpg'));
  expect(other.status).toBe(403);
  await other.body?.cancel();
  const saved = await get(`/api/download-video/${recorded}`, {}, 'follow');
  expect(saved.headers.get('content-disposition')).toContain('filename="dream.mp4"');
  expect(digest(await bytesOf(saved))).toBe(digest(video));
});

test('people without access get no link', async () => {
  const stranger = await fetch(new URL(`/api/sessions/${recorded}/video`, server.url), {
    redirect: 'manual',
  });
  expect([stranger.status, stranger.headers.get('location')]).toEqual([401, null]);
});

test('pages load media from the bucket; images and fetches stay on this site', async () => {
  const page = await get('/dreamboard', { accept: 'text/html' });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy.match(/media-src[^;]*/)?.[0]).toContain(ground.address.endpoint);
  await page.body?.cancel();
  const picture = await get(`/api/sessions/${recorded}/thumbnail`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const stored = await bucket.stat(`dreams/${recorded}/thumbnail.jpg`);
  expect((await bytesOf(picture)).length).toBe(stored?.size);
  const script = await get(`/api/sessions/${recorded}/video`, {
    'sec-fetch-mode': 'cors',
    range: 'bytes=0-9',
  });
  expect([script.status, (await bytesOf(script)).length]).toEqual([206, 10]);
});

test('with STORAGE_PROXY everything passes through us, and pages don’t know the bucket', async () => {
  await restart({ STORAGE_PROXY: 'on' });
  const video = await videoIn(bucket);
  const whole = await get(`/api/sessions/${recorded}/video`);
  expect([whole.status, digest(await bytesOf(whole))]).toEqual([200, digest(video)]);
  const part = await get(`/api/d/${recorded}.mp4`, { range: `bytes=${video.length - 7}-` });
  expect([part.status, digest(await bytesOf(part))]).toEqual([206, digest(video.subarray(-7))]);
  const voice = await get(`/api/sessions/${recorded}/voice`);
  expect([voice.status, digest(await bytesOf(voice))]).toEqual([200, digest(VOICE)]);
  const page = await get('/dreamboard', { accept: 'text/html' });
  expect(page.headers.get('content-security-policy')).not.toContain(ground.address.endpoint);
  await page.body?.cancel();
});

test('a purged dream is gone from the bucket, and old links stop working', async () => {
  const before = await fetch(link);
  expect(before.status).toBe(200);
  await before.body?.cancel();
  expect(await bucket.list(`dreams/${recorded}/`)).not.toEqual([]);
  expect((await admin.call('PATCH', '/api/sessions/hide', { session_ids: [recorded] })).status).toBe(200);
  expect((await admin.call('DELETE', '/api/trash', { session_ids: [recorded] })).status).toBe(200);
  await expect.poll(() => bucket.list('')).toEqual([]);
  const after = await fetch(link);
  expect(after.status).toBe(404);
  await after.body?.cancel();
  expect((await get(`/api/sessions/${recorded}/video`)).status).toBe(404);
});
