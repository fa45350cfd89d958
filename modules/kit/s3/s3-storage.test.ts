import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lacks, startS3Ground } from '../../../tests/s3-peer/ground.ts';
import { ReplacedError, type Storage } from '../storage/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import { createS3Client } from './client.ts';
import { listUploads } from './listing.ts';
import { createS3Storage } from './s3-storage.ts';

const ground = await startS3Ground();
const prefix = `trial-${randomBytes(4).toString('hex')}`;
const address = { ...ground.address, prefix };
const open = (more: Partial<Parameters<typeof createS3Storage>[0]> = {}): Storage =>
  createS3Storage({ address, keys: ground.keys, links: true, ...more });

let folder: string;
const storage = open();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-s3-'));
});
beforeEach(async () => {
  for (const key of await storage.list('')) await storage.delete(key);
});
afterAll(async () => {
  for (const key of await storage.list('')) await storage.delete(key);
  await rm(folder, { recursive: true, force: true });
  await ground.stop();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

async function readAll(key: string, range?: { start: number; end: number }): Promise<Uint8Array | null> {
  const file = await storage.open(key, range);
  return file && new Uint8Array(await new Response(file.stream).arrayBuffer());
}

async function readText(key: string, range?: { start: number; end: number }): Promise<string | null> {
  const read = await readAll(key, range);
  return read && new TextDecoder().decode(read);
}

describe('files in a bucket', () => {
  test('are read back unchanged, in full and in ranges', async () => {
    const modifiedAt = new Date('2026-02-03T04:05:06.789Z');
    const put = await storage.put('dreams/a/video.mp4', bytes('0123456789'), 'video/mp4', { modifiedAt });
    expect(put).toMatchObject({ size: 10, modifiedAt, sha256: digest(bytes('0123456789')) });
    expect(await storage.stat('dreams/a/video.mp4')).toEqual(put);
    expect(await readText('dreams/a/video.mp4')).toBe('0123456789');
    expect(await readText('dreams/a/video.mp4', { start: 2, end: 4 })).toBe('234');
    expect(await readText('dreams/a/video.mp4', { start: 8, end: 99 })).toBe('89');
    expect(await readText('dreams/a/video.mp4', { start: 80, end: 99 })).toBe('');
    await storage.put('empty', new Uint8Array(), 'text/plain');
    expect(await readText('empty')).toBe('');
    expect(await storage.open('dreams/a')).toBeNull();
    expect(await storage.stat('missing')).toBeNull();
  });

  test('of any length are uploaded in parts, from a file or a stream', async () => {
    const content = randomBytes(20 * 1024 * 1024 + 5);
    const path = join(folder, 'large');
    await writeFile(path, content);
    const put = await storage.put('file', { path, move: true }, 'video/mp4');
    expect(put).toMatchObject({ size: content.length, sha256: digest(content) });
    expect(await storage.stat('file')).toEqual(put);
    expect(await readdir(folder)).toEqual([]);
    const streamed = await storage.put('stream', new Blob([content]).stream(), 'video/mp4');
    expect(streamed.size).toBe(content.length);
    for (const key of ['file', 'stream'])
      expect(digest((await readAll(key)) ?? bytes(''))).toBe(digest(content));
    // An exact number of parts.
    const even = content.subarray(0, 16 * 1024 * 1024);
    await storage.put('even', even, 'video/mp4');
    expect(digest((await readAll('even')) ?? bytes(''))).toBe(digest(even));
  });

  test('that can’t be sent completely leave the old content and the source, and no leftovers', async () => {
    await storage.put('a', bytes('old'), 'text/plain');
    let given = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1;
        if (given > 10) throw new Error('the source broke');
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    await expect(storage.put('a', broken, 'text/plain')).rejects.toThrow('the source broke');
    const gone = { path: join(folder, 'missing'), move: true };
    await expect(storage.put('a', gone, 'text/plain')).rejects.toThrow('ENOENT');
    expect(await readText('a')).toBe('old');
    expect(await listUploads(createS3Client(address, ground.keys))).toEqual([]);
  });

  test('replaced while being read aren’t mixed up', async () => {
    const old = new Uint8Array(1_000_000).fill(1);
    await storage.put('a', old, 'text/plain');
    const reader = (await storage.open('a'))?.stream.getReader();
    await reader?.read();
    await storage.put('a', new Uint8Array(1_000_000).fill(2), 'text/plain');
    await expect(reader?.read()).rejects.toThrow('replaced');
  });

  test('are stored conditionally on request', async () => {
    const first = await storage.put('a', bytes('one'), 'text/plain', { replaces: null });
    await expect(storage.put('a', bytes('two'), 'text/plain', { replaces: null })).rejects.toThrow(
      ReplacedError,
    );
    await storage.put('a', bytes('two'), 'text/plain', { replaces: first.etag });
    await expect(storage.put('a', bytes('three'), 'text/plain', { replaces: first.etag })).rejects.toThrow(
      ReplacedError,
    );
    const large = new Uint8Array(9_000_000);
    await expect(storage.put('a', large, 'text/plain', { replaces: null })).rejects.toThrow(ReplacedError);
    expect(await readText('a')).toBe('two');
  });

  test('are listed by prefix, across all pages, and gone once deleted', async () => {
    const keys = Array.from({ length: 120 }, (_, at) => `dreams/a/${String(at).padStart(3, '0')}.jpg`);
    await Promise.all([...keys, 'dreams-old/c'].map((key) => storage.put(key, bytes(key), 'text/plain')));
    expect(await storage.list('dreams/')).toEqual(keys);
    expect(await storage.list('dreams/a/00')).toEqual(keys.slice(0, 10));
    expect(await storage.list('')).toEqual(['dreams-old/c', ...keys]);
    expect(await storage.list('nothing')).toEqual([]);
    await storage.delete('dreams-old/c');
    await storage.delete('dreams-old/c');
    expect(await storage.stat('dreams-old/c')).toBeNull();
  });

  test.each(['', '../secret', 'a//b', '.hidden', 'a\\b', 'ü'])(
    'can’t have the malformed key %j',
    async (key) => {
      await expect(storage.open(key)).rejects.toThrow('malformed storage key');
      await expect(storage.put(key, bytes('x'), 'text/plain')).rejects.toThrow('malformed storage key');
      await expect(storage.link(key, HEADERS)).rejects.toThrow('malformed storage key');
    },
  );

  test.skipIf(lacks('uploads'))(
    'left half-uploaded by a killed process are deleted once no one can still be uploading them',
    async () => {
      const client = createS3Client(address, ground.keys);
      await client.call({ method: 'POST', key: 'left', query: { uploads: '' } });
      await storage.sweep(Date.now());
      expect(await listUploads(client)).toMatchObject([{ key: 'left' }]);
      const [upload] = ground.bucket?.uploads.values() ?? [];
      if (upload) {
        // An upload may take hours; it is alive as long as parts arrive.
        upload.startedAt = new Date(Date.now() - 7 * 3600_000);
        const sent = { body: Buffer.alloc(1), etag: '"x"', at: new Date(Date.now() - 50 * 60_000) };
        upload.parts.set(1, sent);
        await storage.sweep(Date.now());
        expect(await listUploads(client)).toMatchObject([{ key: 'left' }]);
        sent.at = new Date(Date.now() - 61 * 60_000);
      }
      await storage.sweep(Date.now());
      if (upload) expect(await listUploads(client)).toEqual([]);
      for (const { key, uploadId } of await listUploads(client)) {
        await client.call({ method: 'DELETE', key, query: { uploadId } });
      }
    },
  );
});

const HEADERS = {
  contentType: 'video/mp4',
  contentDisposition: `attachment; filename="a b+c.mp4"; filename*=UTF-8''Tr%C3%A4ume`,
  cacheControl: 'private, no-cache',
};

describe('a link', () => {
  test('returns the file itself, in ranges and with our headers, and no other file', async () => {
    await storage.put('a', bytes('0123456789'), 'text/plain');
    await storage.put('b', bytes('secret'), 'text/plain');
    const link = (await storage.link('a', HEADERS)) ?? '';
    const answer = await fetch(link, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-type')).toBe(HEADERS.contentType);
    expect(answer.headers.get('content-disposition')).toBe(HEADERS.contentDisposition);
    expect(answer.headers.get('cache-control')).toBe(HEADERS.cacheControl);
    for (const forged of [
      link.replace('/a?', '/b?'),
      link.replace('no-cache', 'public'),
      link.split('?')[0] ?? '',
    ]) {
      const refused = await fetch(forged);
      expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining('secret')]);
    }
    const written = await fetch(link, { method: 'PUT', body: 'x' });
    expect([written.status, await readText('a')]).toEqual([403, '0123456789']);
  });

  test('returns nothing once it has expired', async () => {
    await storage.put('a', bytes('secret'), 'text/plain');
    const link = await createS3Client(address, ground.keys).presign('a', {}, 1);
    const answer = async () => {
      const given = await fetch(link);
      return [given.status, (await given.text()).includes('secret')];
    };
    await expect.poll(answer).toEqual([403, false]);
  });

  test('isn’t created if files pass through us', async () => {
    expect(await open({ links: false }).link('a', HEADERS)).toBeNull();
  });
});

describe('a bucket without access', () => {
  const why = (storage: Storage) => storage.check().then(String, (error: StorageError) => error);

  test('says what is wrong and what to do, and never the secret', async () => {
    const secretAccessKey = 'not-the-right-secret';
    const faults = [
      [await why(open({ keys: { ...ground.keys, secretAccessKey } })), 'Check S3_SECRET_ACCESS_KEY'],
      [await why(open({ keys: { accessKeyId: 'nobody', secretAccessKey } })), 'Check S3_ACCESS_KEY_ID'],
      ...(lacks('stranger')
        ? []
        : [
            [
              await why(open({ keys: ground.strangerKeys })),
              'the key doesn’t have access to the bucket',
            ] as const,
          ]),
      [
        await why(open({ address: { ...address, bucket: 'no-such-bucket' } })),
        /doesn’t exist|doesn’t have access/,
      ],
    ] as const;
    for (const [fault, words] of faults) {
      expect(fault).toBeInstanceOf(StorageError);
      expect(fault).toMatchObject({ passing: false, message: expect.stringMatching(words) });
      expect(String(fault)).not.toContain(secretAccessKey);
    }
  });

  test('is closed to strangers for reading and writing', async () => {
    await storage.put('a', bytes('ours'), 'text/plain');
    const stranger = open({ keys: ground.strangerKeys });
    await expect(stranger.open('a')).rejects.toThrow(StorageError);
    await expect(stranger.put('a', bytes('theirs'), 'text/plain')).rejects.toThrow(StorageError);
    await expect(stranger.delete('a')).rejects.toThrow(StorageError);
    await expect(stranger.list('')).rejects.toThrow(StorageError);
    const link = (await stranger.link('a', HEADERS)) ?? '';
    expect((await fetch(link)).status).toBe(403);
    expect(await readText('a')).toBe('ours');
  });
});
