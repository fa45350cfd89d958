import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ModelHub, startModelHub } from '../../../../tests/model-hub.ts';
import { createHub } from './hub.ts';
import { openModelCache } from './model-cache.ts';

const REPO = 'someone/tiny';
const PATH = 'onnx/model.onnx';

let folder: string;
let peer: ModelHub;
let stored: Map<string, Response>;
let isFull: boolean;
let quota: number;

/** The part of Cache Storage that we use, on a disk that can fill up. */
const cacheStorage = {
  open: async () => ({
    match: async (key: string) => stored.get(key)?.clone(),
    async put(key: string, value: Response) {
      if (isFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      stored.set(key, value);
    },
    delete: async (key: string) => stored.delete(key.replace('http://here', '')),
    keys: async () => [...stored.keys()].map((key) => ({ url: `http://here${key}` })),
  }),
};

beforeEach(async () => {
  [stored, isFull, quota] = [new Map(), false, 1e9];
  vi.stubGlobal('caches', cacheStorage);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota, usage: 0 }) } });
  folder = await mkdtemp(join(tmpdir(), 'reverie-model-'));
  await write('the first version');
  peer = await startModelHub({ [REPO]: folder });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(content: string) {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, PATH), content.repeat(500));
}

/** Opens the model as the page does. */
async function open() {
  const cache = await openModelCache();
  const hub = createHub(peer.url);
  const files = (await hub.list(REPO, 'main')).map((file) => ({
    ...file,
    repo: REPO,
    revision: 'main',
    to: file.path,
  }));
  const fetch = () => cache.fetch(hub, { files }, { onBytes() {}, signal: new AbortController().signal });
  const read = async () => {
    const content = files[0] && (await cache.read(files[0]));
    return content && new TextDecoder().decode(content).slice(0, 17);
  };
  return { cache, files, fetch, read };
}

const pieces = () => [...stored.keys()].filter((key) => /piece=\d/.test(key));

test('a corrupt file is downloaded again; if it is corrupt twice, it is dropped and named', async () => {
  const { fetch, read } = await open();
  Object.assign(peer.mood, { lies: PATH, liesTimes: 1 });
  await fetch();
  expect(await read()).toBe('the first version');
  stored.clear();
  peer.mood.liesTimes = 2;
  await expect(fetch()).rejects.toMatchObject({ kind: 'broken', message: expect.stringContaining(PATH) });
  expect(stored.size).toBe(0);
});

test('a model replaced under the same name is downloaded again, and the old one is deleted', async () => {
  await (await open()).fetch();
  await write('a second version!');
  const { cache, files, fetch, read } = await open();
  expect(await cache.isWhole({ files })).toBe(false);
  await fetch();
  expect(await read()).toBe('a second version!');
  expect(pieces()).toHaveLength(1);
});

test('notices files that the browser evicted or the disk damaged', async () => {
  const { cache, files, fetch, read } = await open();
  await fetch();
  const [piece = ''] = pieces();
  stored.set(piece, new Response('half', { headers: { 'content-length': '4' } }));
  expect(await read()).toBeNull();
  expect(await cache.isWhole({ files })).toBe(false);
  await fetch();
  expect(await cache.dropDamaged({ files })).toBe(false);
  const bytes = files[0]?.bytes ?? 0;
  stored.set(
    pieces()[0] ?? '',
    new Response('x'.repeat(bytes), { headers: { 'content-length': String(bytes) } }),
  );
  expect(await cache.dropDamaged({ files })).toBe(true);
  await fetch();
  expect(await read()).toBe('the first version');
});

test('a browser without space says so, before or during the download', async () => {
  const { fetch } = await open();
  quota = 4_000;
  await expect(fetch()).rejects.toMatchObject({
    kind: 'no-room',
    facts: { bytes: expect.any(Number), free: expect.any(Number) },
  });
  expect(peer.asked.filter((path) => path.includes('/resolve/'))).toEqual([]);
  [quota, isFull] = [1e9, true];
  await expect(fetch()).rejects.toMatchObject({ kind: 'no-room' });
});

test('tells missing files from an unresponsive server', async () => {
  const cache = await openModelCache();
  await expect(createHub(peer.url).list('nobody/nothing', 'main')).rejects.toMatchObject({ kind: 'missing' });
  await expect(createHub('http://127.0.0.1:9').list(REPO, 'main')).rejects.toMatchObject({
    kind: 'unreachable',
  });
  const file = { repo: REPO, revision: 'main', path: 'gone.onnx', to: 'gone.onnx', bytes: 9 };
  const files = [{ ...file, checksum: { kind: 'git', value: 'x' } as const }];
  const fetch = cache.fetch(
    createHub(`${peer.url}/away`),
    { files },
    { onBytes() {}, signal: AbortSignal.timeout(5_000) },
  );
  await expect(fetch).rejects.toMatchObject({ kind: 'missing' });
});

test('a model is deleted with all its versions and notes', async () => {
  const { cache, files, fetch } = await open();
  await fetch();
  await cache.note(REPO, files);
  expect(await cache.noted(REPO)).toEqual(files);
  await cache.dropModel(REPO);
  expect(stored.size).toBe(0);
});
