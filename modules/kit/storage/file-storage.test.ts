import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFiles } from '../testing/open-files.ts';
import { createFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-storage-'));
  storage = createFileStorage(join(folder, 'media'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

async function readAll(key: string, range?: { start: number; end: number }): Promise<string | null> {
  const file = await storage.open(key, range);
  return file && (await new Response(file.stream).text());
}

describe('stored files', () => {
  test('are read back unchanged, in full and in ranges', async () => {
    const put = await storage.put('dreams/a/video.mp4', bytes('0123456789'), 'video/mp4');
    expect(put.size).toBe(10);
    expect(put.etag).toMatch(/^"[^"]+"$/);
    expect(await storage.stat('dreams/a/video.mp4')).toEqual(put);
    expect(await readAll('dreams/a/video.mp4')).toBe('0123456789');
    expect(await readAll('dreams/a/video.mp4', { start: 2, end: 4 })).toBe('234');
    expect(await readAll('dreams/a/video.mp4', { start: 8, end: 99 })).toBe('89');
  });

  test('leave no empty folder when the last one is deleted, even if another is stored at that moment', async () => {
    await storage.put('dreams/a/video.mp4', bytes('v'), 'video/mp4');
    await storage.put('dreams/a/voice.wav', bytes('w'), 'audio/wav');
    await storage.delete('dreams/a/video.mp4');
    expect(await readdir(join(folder, 'media/dreams'))).toEqual(['a']);
    await storage.delete('dreams/a/voice.wav');
    expect(await readdir(join(folder, 'media'))).toEqual([]);
    for (let round = 0; round < 50; round += 1) {
      await storage.put('dreams/b/old', bytes('old'), 'text/plain');
      await Promise.all([
        storage.delete('dreams/b/old'),
        storage.put('dreams/b/new', bytes('new'), 'text/plain'),
      ]);
      expect(await readAll('dreams/b/new')).toBe('new');
    }
  });

  test('aren’t mixed with leftovers of killed processes, which are deleted along with empty folders', async () => {
    await storage.put('dreams/a/video.mp4', bytes('v'), 'video/mp4');
    const media = join(folder, 'media');
    const long = new Date(Date.now() - 7200_000);
    for (const name of ['a', 'b', 'c/d', 'young'])
      await mkdir(join(media, 'dreams', name), { recursive: true });
    for (const name of ['a/.partial-0', 'b/.partial-1', 'young/.partial-2']) {
      await writeFile(join(media, 'dreams', name), 'half');
      if (!name.startsWith('young')) await utimes(join(media, 'dreams', name), long, long);
    }
    await storage.sweep(Date.now() - 3600_000);
    expect(await readdir(join(media, 'dreams/a'))).toEqual(['video.mp4']);
    expect(await readdir(join(media, 'dreams/young'))).toEqual(['.partial-2']);
    // Anything modified just now, even by this sweep, is left for the next one.
    await storage.sweep(Date.now() + 1000);
    expect((await readdir(media, { recursive: true })).sort()).toEqual([
      'dreams',
      'dreams/a',
      'dreams/a/video.mp4',
    ]);
  });

  test('larger than one chunk stream completely', async () => {
    const large = new Uint8Array(1_500_000).map((_, index) => index % 251);
    await storage.put('large.bin', large, 'application/octet-stream');
    const file = await storage.open('large.bin', { start: 3, end: 1_400_000 });
    const read = new Uint8Array(await new Response(file?.stream ?? null).arrayBuffer());
    expect(Buffer.compare(read, large.subarray(3, 1_400_001))).toBe(0);
  });

  test('may be empty', async () => {
    await storage.put('empty', bytes(''), 'text/plain');
    expect(await readAll('empty')).toBe('');
  });

  test('are copied from a file, or moved from it', async () => {
    const source = join(folder, 'source.bin');
    await writeFile(source, 'from a file');
    await storage.put('copied', { path: source }, 'text/plain');
    expect(await readFile(source, 'utf8')).toBe('from a file');
    await storage.put('moved', { path: source, move: true }, 'text/plain');
    await expect(stat(source)).rejects.toThrow('ENOENT');
    expect(await readAll('copied')).toBe('from a file');
    expect(await readAll('moved')).toBe('from a file');
  });

  test('are written from a stream, and keep the modification time of their original', async () => {
    const put = await storage.put('streamed', new Blob(['in ', 'pieces']).stream(), 'text/plain', {
      modifiedAt: new Date('2026-02-03T04:05:06.789Z'),
    });
    expect(await readAll('streamed')).toBe('in pieces');
    expect(put.modifiedAt).toEqual(new Date('2026-02-03T04:05:06.789Z'));
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('the source broke')),
    });
    await expect(storage.put('streamed', broken, 'text/plain')).rejects.toThrow('the source broke');
    expect(await readAll('streamed')).toBe('in pieces');
    expect(await readdir(join(folder, 'media'))).toEqual(['streamed']);
  });

  test('get a new tag when replaced, even by content of the same size', async () => {
    const first = await storage.put('a', bytes('one'), 'text/plain');
    const second = await storage.put('a', bytes('two'), 'text/plain');
    expect(second.etag).not.toBe(first.etag);
    expect(await readAll('a')).toBe('two');
  });

  test('replaced while being read are read to the end as they started', async () => {
    const old = 'o'.repeat(700_000);
    await storage.put('a', bytes(old), 'text/plain');
    const reader = (await storage.open('a'))?.stream.getReader();
    const first = await reader?.read();
    await storage.put('a', bytes('new'), 'text/plain');
    let read = first?.value?.length ?? 0;
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      expect(new Set(piece.value)).toEqual(new Set(bytes('o')));
      read += piece.value.length;
    }
    expect(read).toBe(old.length);
  });

  test('stay open only while they are read', async () => {
    const path = join(folder, 'media', 'a');
    await storage.put('a', new Uint8Array(700_000), 'text/plain');
    const unread = await storage.open('a');
    const reader = (await storage.open('a'))?.stream.getReader();
    expect(await openFiles(path)).toBe(0);
    await reader?.read();
    if (process.platform === 'linux') expect(await openFiles(path)).toBe(1);
    await reader?.cancel();
    await unread?.stream.cancel();
    expect(await openFiles(path)).toBe(0);
    await readAll('a');
    expect(await openFiles(path)).toBe(0);
  });

  test('replaced before the first chunk is read aren’t mixed up', async () => {
    await storage.put('a', bytes('old'), 'text/plain');
    const file = await storage.open('a');
    await storage.put('a', bytes('new'), 'text/plain');
    await expect(new Response(file?.stream ?? null).text()).rejects.toThrow('replaced');
  });

  test('keep the old content if a write fails, and leave no leftovers', async () => {
    await storage.put('a', bytes('old'), 'text/plain');
    await expect(storage.put('a', { path: join(folder, 'missing') }, 'text/plain')).rejects.toThrow('ENOENT');
    await expect(
      storage.put('a', { path: join(folder, 'missing'), move: true }, 'text/plain'),
    ).rejects.toThrow('ENOENT');
    expect(await readAll('a')).toBe('old');
    expect(await readdir(join(folder, 'media'))).toEqual(['a']);
  });

  test('are listed by prefix and gone once deleted', async () => {
    for (const key of ['dreams/b/x.jpg', 'dreams/a/x.jpg', 'dreams-old/c', 'voice/1']) {
      await storage.put(key, bytes(key), 'text/plain');
    }
    expect(await storage.list('dreams/')).toEqual(['dreams/a/x.jpg', 'dreams/b/x.jpg']);
    expect(await storage.list('dreams')).toEqual(['dreams-old/c', 'dreams/a/x.jpg', 'dreams/b/x.jpg']);
    expect(await storage.list('dreams/a/x')).toEqual(['dreams/a/x.jpg']);
    expect(await storage.list('nothing/here')).toEqual([]);
    await storage.delete('dreams/a/x.jpg');
    await storage.delete('dreams/a/x.jpg');
    expect(await storage.open('dreams/a/x.jpg')).toBeNull();
    expect(await storage.stat('dreams/a/x.jpg')).toBeNull();
  });

  test('are told apart from other programs’ files, which stay', async () => {
    const media = join(folder, 'media');
    await storage.put('dreams/a/video.mp4', bytes('v'), 'video/mp4');
    const foreign = [
      ...[
        '.DS_Store',
        'dreams/._a',
        'dreams/a/._video.mp4',
        'dreams/a/.nfs0000000000ab',
        'dreams/a/video.mp4~',
      ],
      ...['dreams/a/@eaDir/video.mp4/thumb.jpg', 'lost+found/#123', 'dreams/a/video (1).mp4', '#recycle/x'],
    ];
    for (const name of foreign) {
      await mkdir(dirname(join(media, name)), { recursive: true });
      await writeFile(join(media, name), 'theirs');
    }
    await mkdir(join(media, 'lost+found/empty'));
    for (const prefix of ['', 'dreams/', 'dreams/a/', 'dreams/a/v'])
      expect(await storage.list(prefix)).toEqual(['dreams/a/video.mp4']);
    for (const key of await storage.list('dreams/a/')) await storage.delete(key);
    await storage.sweep(Date.now() + 1000);
    expect(await storage.list('')).toEqual([]);
    for (const name of [...foreign, 'lost+found/empty']) await stat(join(media, name));
  });

  test('may be behind symbolic links to files and folders; loops are followed once', async () => {
    const [media, disk] = [join(folder, 'media'), join(folder, 'disk')];
    await storage.put('dreams/a/video.mp4', bytes('here'), 'video/mp4');
    await mkdir(join(disk, 'b'), { recursive: true });
    await writeFile(join(disk, 'b/video.mp4'), 'there');
    await symlink(join(disk, 'b'), join(media, 'dreams/b'));
    await symlink(join(disk, 'b/video.mp4'), join(media, 'dreams/a/preview.mp4'));
    await symlink(join(disk, 'gone.jpg'), join(media, 'dreams/a/still.jpg'));
    await symlink(media, join(media, 'dreams/up'));
    await symlink(media, join(disk, 'b/back'));
    await symlink('itself', join(media, 'dreams/itself'));
    expect(await storage.list('')).toEqual([
      'dreams/a/preview.mp4',
      'dreams/a/still.jpg',
      'dreams/a/video.mp4',
      'dreams/b/video.mp4',
      'dreams/itself',
    ]);
    expect(await readAll('dreams/b/video.mp4')).toBe('there');
    expect([await storage.stat('dreams/a/still.jpg'), await storage.open('dreams/itself')]).toEqual([
      null,
      null,
    ]);
    await storage.delete('dreams/a/still.jpg');
    // The content is erased, not only the link to it.
    await writeFile(join(disk, 'poster.jpg'), 'there');
    await symlink(join(disk, 'poster.jpg'), join(media, 'dreams/a/poster.jpg'));
    await storage.delete('dreams/a/poster.jpg');
    expect(await readdir(disk)).toEqual(['b']);
    await storage.delete('dreams/b/video.mp4');
    expect(await storage.list('dreams/a/s')).toEqual([]);
    expect(await readdir(join(disk, 'b'))).toEqual(['back']);
  });

  test('don’t exist if the path is a folder or below a file', async () => {
    await storage.put('dreams/a', bytes('a'), 'text/plain');
    expect(await storage.stat('dreams')).toBeNull();
    expect(await storage.open('dreams')).toBeNull();
    expect(await storage.open('dreams/a/b')).toBeNull();
    await storage.delete('dreams/a/b');
    expect(await readAll('dreams/a')).toBe('a');
  });

  test.each([
    '',
    '/etc/passwd',
    '../secret',
    'a/../../secret',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0b',
    'ü',
  ])('are never looked up under the malformed key %j', async (key) => {
    await writeFile(join(folder, 'secret'), 'secret');
    await mkdir(join(folder, 'media'), { recursive: true });
    await symlink(join(folder, 'secret'), join(folder, 'media', 'link'));
    await expect(storage.open(key)).rejects.toThrow('malformed storage key');
    await expect(storage.put(key, bytes('x'), 'text/plain')).rejects.toThrow('malformed storage key');
  });

  test('can be checked before the first one is stored', async () => {
    await storage.check();
    expect(await readdir(join(folder, 'media'))).toEqual([]);
  });
});
