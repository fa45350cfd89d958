import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressAt, type S3Ground, startS3Ground } from '../../../tests/s3-peer/ground.ts';
import { startUnkindFront } from '../../../tests/s3-peer/unkind-front.ts';
import { createS3Storage } from '../s3/s3-storage.ts';
import { createFileStorage } from './file-storage.ts';
import { moveFiles } from './move-files.ts';
import type { Storage } from './storage.ts';

let ground: S3Ground;
let front: Awaited<ReturnType<typeof startUnkindFront>>;
let folder: string;
let files: Storage;
let bucket: Storage;
let prefix = '';
beforeAll(async () => {
  ground = await startS3Ground();
  front = await startUnkindFront(ground, { seed: 11, faults: 0.15 });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-move-'));
  files = createFileStorage(join(folder, 'media'));
  prefix = `move-${randomBytes(4).toString('hex')}`;
  bucket = openBucket();
});
afterEach(async () => {
  for (const key of await bucket.list('')) await bucket.delete(key);
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await front.stop();
  await ground.stop();
});

const openBucket = (): Storage =>
  createS3Storage({ address: { ...addressAt(front.port), prefix }, keys: ground.keys, links: false });

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.open(key);
  return file && (await new Response(file.stream).text());
}

async function digests(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of await storage.list('')) {
    const file = await storage.open(key);
    const content = new Uint8Array(await new Response(file?.stream ?? null).arrayBuffer());
    found[key] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}

async function putDreams(storage: Storage): Promise<void> {
  for (let dream = 0; dream < 8; dream += 1) {
    await storage.put(`dreams/${dream}/thumbnail.jpg`, randomBytes(3_000 + dream), 'image/jpeg');
    await storage.put(`dreams/${dream}/video.mp4`, randomBytes(300_000), 'video/mp4');
  }
  await storage.put('dreams/long/video.mp4', randomBytes(9_000_000), 'video/mp4');
  await storage.put('avatars/a/empty.webp', new Uint8Array(), 'image/webp');
}

describe('moving all files, with a server that fails every seventh call', () => {
  test('there and back keeps them and their times, and a second run has nothing to do', async () => {
    await putDreams(files);
    const before = await digests(files);
    const time = (await files.stat('dreams/3/video.mp4'))?.modifiedAt.getTime();
    expect(await moveFiles(files, bucket, { remove: false })).toMatchObject({
      moved: 18,
      skipped: 0,
      failed: 0,
    });
    expect(await digests(bucket)).toEqual(before);
    expect((await bucket.stat('dreams/3/video.mp4'))?.modifiedAt.getTime()).toBe(time);
    expect(await moveFiles(files, bucket, { remove: false })).toMatchObject({
      moved: 0,
      skipped: 18,
      failed: 0,
    });
    expect(await moveFiles(files, bucket, { remove: true })).toMatchObject({
      moved: 0,
      skipped: 18,
      failed: 0,
    });
    expect(await files.list('')).toEqual([]);
    expect(await moveFiles(bucket, files, { remove: true })).toMatchObject({
      moved: 18,
      skipped: 0,
      failed: 0,
    });
    expect(await digests(files)).toEqual(before);
    expect(await bucket.list('')).toEqual([]);
  });

  test('resumes after an interruption, and waits for an unavailable server', async () => {
    await putDreams(files);
    const some = (await files.list('')).slice(0, 7);
    const part: Storage = { ...files, list: async () => some };
    expect(await moveFiles(part, bucket, { remove: false })).toMatchObject({ moved: 7 });
    front.leave();
    setTimeout(front.comeBack, 1_500);
    expect(await moveFiles(files, bucket, { remove: false })).toMatchObject({
      moved: 11,
      skipped: 7,
      failed: 0,
    });
    expect(await digests(bucket)).toEqual(await digests(files));
  });

  test('counts files that couldn’t be moved, says why, and leaves them in place', async () => {
    await files.put('a', bytes('a'), 'text/plain');
    await files.put('b', bytes('b'), 'text/plain');
    const broken: Storage = {
      ...bucket,
      async put(key, source, contentType, more) {
        const read = await new Response(source as ReadableStream).text();
        return await bucket.put(key, bytes(key === 'a' ? read.toUpperCase() : read), contentType, more);
      },
    };
    const reported: string[] = [];
    const onFailure = (_: string, error: unknown) => void reported.push((error as Error).message);
    expect(await moveFiles(files, broken, { remove: true, onFailure })).toMatchObject({
      moved: 1,
      failed: 1,
    });
    expect(reported).toEqual([expect.stringMatching(/^a did not arrive complete/)]);
    expect([await files.list(''), await bucket.list('')]).toEqual([['a'], ['b']]);
  });

  test('follows symbolic links, and names a dangling one', async () => {
    await files.put('here', bytes('here'), 'text/plain');
    await symlink('here', join(files.place, 'linked'));
    await symlink('gone', join(files.place, 'nowhere'));
    const reported: string[] = [];
    const onFailure = (_: string, error: unknown) => void reported.push((error as Error).message);
    expect(await moveFiles(files, bucket, { remove: false, onFailure })).toMatchObject({
      moved: 2,
      failed: 1,
    });
    expect(reported).toEqual([expect.stringMatching(/^nowhere is a broken link/)]);
    expect(await read(bucket, 'linked')).toBe('here');
  });

  test('doesn’t copy a file that was damaged in the bucket', async (context) => {
    const { bucket: kept } = ground;
    if (!kept) return context.skip('only the peer can be made to damage a file');
    await bucket.put('a', bytes('whole'), 'text/plain');
    const object = kept.objects.get(`${prefix}/a`);
    if (object) object.body = Buffer.from('wrong');
    const reported: string[] = [];
    const onFailure = (_: string, error: unknown) => void reported.push((error as Error).message);
    expect(await moveFiles(bucket, files, { remove: true, onFailure })).toMatchObject({ failed: 1 });
    expect(reported).toEqual([expect.stringMatching(/^a is damaged at s3:/)]);
    expect([await files.list(''), await bucket.list('')]).toEqual([[], ['a']]);
  });
});

describe('while the server is running', () => {
  const minutesAgo = (minutes: number) => ({ modifiedAt: new Date(Date.now() - minutes * 60_000) });

  test('the newer version wins, wherever it is', async () => {
    await files.put('older-here', bytes('older'), 'text/plain', minutesAgo(5));
    await bucket.put('older-here', bytes('newer'), 'text/plain');
    await files.put('newer-here', bytes('newer'), 'text/plain');
    await bucket.put('newer-here', bytes('older'), 'text/plain', minutesAgo(5));
    expect(await moveFiles(files, bucket, { remove: true })).toMatchObject({ moved: 1, skipped: 1 });
    for (const key of ['older-here', 'newer-here']) expect(await read(bucket, key)).toBe('newer');
    expect(await files.list('')).toEqual([]);
  });

  /** A bucket that triggers something once, just before or after a copy arrives. */
  function meanwhile(when: 'before' | 'after', happens: () => Promise<unknown>): Storage {
    let done = false;
    return {
      ...bucket,
      async put(...given) {
        const once = async () => {
          if (!done) await happens();
          done = true;
        };
        if (when === 'before') await once();
        const about = await bucket.put(...given);
        if (when === 'after') await once();
        return about;
      },
    };
  }

  test.each(['before', 'after'] as const)(
    'a file deleted %s its copy arrives stays deleted',
    async (when) => {
      await files.put('a', bytes('a'), 'text/plain');
      const busy = meanwhile(when, () => files.delete('a'));
      const done = await moveFiles(files, busy, { remove: false });
      expect([done.moved, await files.list(''), await bucket.list('')]).toEqual([0, [], []]);
    },
  );

  test('a file that was rewritten at the target during the copy isn’t overwritten', async () => {
    await files.put('voice', bytes('older'), 'text/plain', minutesAgo(1));
    const busy = meanwhile('before', () => bucket.put('voice', bytes('newer'), 'text/plain'));
    expect(await moveFiles(files, busy, { remove: true })).toMatchObject({ skipped: 1, failed: 0 });
    expect([await read(bucket, 'voice'), await files.list('')]).toEqual(['newer', []]);
  });

  test('a file that changed at the source during the copy is copied again', async () => {
    await files.put('voice', bytes('older'), 'text/plain', minutesAgo(1));
    const busy = meanwhile('after', () => files.put('voice', bytes('newer'), 'text/plain'));
    expect(await moveFiles(files, busy, { remove: true })).toMatchObject({ moved: 1, failed: 0 });
    expect([await read(bucket, 'voice'), await files.list('')]).toEqual(['newer', []]);
  });
});
