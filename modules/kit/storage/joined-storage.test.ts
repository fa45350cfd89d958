import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileStorage } from './file-storage.ts';
import { joinStorages } from './joined-storage.ts';
import { moveFiles } from './move-files.ts';
import type { OpenFile, Storage } from './storage.ts';

let folder: string;
let home: Storage;
let elsewhere: Storage;
let joined: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-joined-'));
  home = createFileStorage(join(folder, 'home'));
  elsewhere = createFileStorage(join(folder, 'elsewhere'));
  joined = joinStorages(home, elsewhere);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.open(key);
  return file && (await new Response(file.stream).text());
}

async function rest(reader?: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    text += decoder.decode(read.value, { stream: true });
  }
  return text;
}

test('new files are stored at home; files elsewhere are read, listed once and deleted in both places', async () => {
  await elsewhere.put('old', bytes('old'), 'text/plain');
  await elsewhere.put('both', bytes('older'), 'text/plain');
  await joined.put('both', bytes('newer'), 'text/plain');
  await joined.put('new', bytes('new'), 'text/plain');
  expect(await joined.list('')).toEqual(['both', 'new', 'old']);
  expect([await read(joined, 'old'), await read(joined, 'both'), await read(joined, 'new')]).toEqual([
    'old',
    'newer',
    'new',
  ]);
  expect(await joined.stat('missing')).toBeNull();
  await joined.delete('both');
  await joined.delete('old');
  expect([await home.list(''), await elsewhere.list('')]).toEqual([['new'], []]);
});

test('a file is found at every moment of its move', async () => {
  for (let at = 0; at < 40; at += 1) await elsewhere.put(`dreams/${at}`, bytes(`dream ${at}`), 'text/plain');
  const moving = moveFiles(elsewhere, home, { remove: true });
  let over = false;
  const ended = moving.finally(() => {
    over = true;
  });
  let looks = 0;
  while (!over) {
    const key = `dreams/${looks % 40}`;
    expect(await read(joined, key)).toBe(`dream ${looks % 40}`);
    looks += 1;
  }
  expect(await ended).toMatchObject({ moved: 40, failed: 0 });
  expect(looks).toBeGreaterThan(10);
  expect(await joined.list('')).toHaveLength(40);
});

test('a file that is moved before or during a read is read from its copy', async () => {
  const long = 'dream '.repeat(100_000);
  const all = await Promise.all(
    ['unread', 'half', 'range', 'replaced'].map(async (key) => {
      await elsewhere.put(key, bytes(long), 'text/plain');
      const file = await joined.open(key, key === 'range' ? { start: 5, end: 299_999 } : undefined);
      return { key, reader: (file as OpenFile).stream.getReader() };
    }),
  );
  const [unread, half, range, replaced] = all.map(({ reader }) => reader);
  const begun = await half?.read();
  expect(begun?.value?.length).toBeLessThan(long.length);
  await moveFiles(elsewhere, home, { remove: true });
  await home.put('replaced', bytes('another'), 'text/plain');

  expect(await rest(unread)).toBe(long);
  expect(new TextDecoder().decode(begun?.value) + (await rest(half))).toBe(long);
  expect(await rest(range)).toBe(long.slice(5, 300_000));
  await expect(rest(replaced)).rejects.toThrow('ENOENT');
});

test('a file deleted during its move is gone from both places', async () => {
  for (let round = 0; round < 20; round += 1) {
    await elsewhere.put('dream', bytes('dream'), 'text/plain');
    await Promise.all([moveFiles(elsewhere, home, { remove: round % 2 === 0 }), joined.delete('dream')]);
    expect([await home.list(''), await elsewhere.list('')]).toEqual([[], []]);
  }
});
