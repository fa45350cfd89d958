import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Listener, ListenOptions } from '../runtime.ts';
import { openFiles } from '../testing/open-files.ts';
import { createFileStorage } from './file-storage.ts';
import { type MediaOptions, serveMedia } from './media.ts';
import type { Storage } from './storage.ts';

const CONTENT = '0123456789abcdefghij';
const OPTIONS: MediaOptions = {
  contentType: 'video/mp4',
  disposition: 'inline',
  cacheControl: 'private, max-age=60',
};

let folder: string;
let storage: Storage;
let etag: string;
let modified: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-media-'));
  storage = createFileStorage(folder);
  const put = await storage.put('video.mp4', new TextEncoder().encode(CONTENT), 'video/mp4');
  await storage.put('empty.mp4', new Uint8Array(), 'video/mp4');
  await storage.put('large.mp4', new Uint8Array(30_000_000), 'video/mp4');
  etag = put.etag;
  modified = put.modifiedAt.toUTCString();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (headers: Record<string, string> = {}, method = 'GET', key = 'video.mp4', options = OPTIONS) =>
  serveMedia(new Request('http://localhost/x', { method, headers }), storage, key, options);

describe('a stored video', () => {
  test('is sent in full, with headers for players and caches', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=60',
      'content-disposition': 'inline',
      'content-length': '20',
      'content-type': 'video/mp4',
      etag,
      'last-modified': modified,
      'x-content-type-options': 'nosniff',
    });
    expect(await answer.text()).toBe(CONTENT);
  });

  test.each([
    ['bytes=0-4', 'bytes 0-4/20', '01234'],
    ['bytes=0-0', 'bytes 0-0/20', '0'],
    ['bytes=15-', 'bytes 15-19/20', 'fghij'],
    ['bytes=0-', 'bytes 0-19/20', CONTENT],
    ['bytes=18-999', 'bytes 18-19/20', 'ij'],
    ['bytes=-3', 'bytes 17-19/20', 'hij'],
    ['bytes=-999', 'bytes 0-19/20', CONTENT],
    ['Bytes= 3-4', 'bytes 3-4/20', '34'],
  ])('is sent in part for %s', async (range, contentRange, body) => {
    const answer = await ask({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(body.length));
    expect(await answer.text()).toBe(body);
  });

  test.each(['bytes=20-', 'bytes=20-30', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'returns 416 for %s',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */20');
    },
  );

  test.each(['bytes=0-1,4-5', 'bytes=5-4', 'bytes=-', 'bytes=a-b', 'bytes', 'pages=1-2', 'bytes=1-2-3'])(
    'is sent in full for %s, which isn’t a single range',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-range')).toBeNull();
      expect(await answer.text()).toBe(CONTENT);
    },
  );

  test('resumes only for clients with the same version', async () => {
    const status = async (condition: string) =>
      (await ask({ range: 'bytes=5-9', 'if-range': condition })).status;
    expect(await status(etag)).toBe(206);
    expect(await status(modified)).toBe(206);
    expect(await status('"another"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
    expect(await status('nonsense')).toBe(200);
    // With a failed If-Range the range is ignored, so it can't be unsatisfiable.
    expect((await ask({ range: 'bytes=900-', 'if-range': '"another"' })).status).toBe(200);
  });

  test('isn’t sent again to clients that have it', async () => {
    const status = async (headers: Record<string, string>) => (await ask(headers)).status;
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '*' })).toBe(304);
    expect(await status({ 'if-none-match': '"x"' })).toBe(200);
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': 'nonsense' })).toBe(200);
    // If both are sent, the ETag decides.
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200);
    expect(await status({ 'if-none-match': etag, range: 'bytes=0-4' })).toBe(304);
    const answer = await ask({ 'if-none-match': etag });
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect(await answer.text()).toBe('');
  });

  test('is described by HEAD, ignoring ranges', async () => {
    const answer = await ask({ range: 'bytes=0-4' }, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('20');
    expect(await answer.text()).toBe('');
    expect((await ask({ 'if-none-match': etag }, 'HEAD')).status).toBe(304);
  });

  test('keeps its name when saved, in any script', async () => {
    const answer = await ask({}, 'GET', 'video.mp4', {
      ...OPTIONS,
      disposition: 'attachment',
      fileName: 'Träume "2" (neu).mp4',
    });
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Tr_ume _2_ (neu).mp4"; filename*=UTF-8''Tr%C3%A4ume%20%222%22%20%28neu%29.mp4`,
    );
  });

  test('may be empty', async () => {
    const whole = await ask({}, 'GET', 'empty.mp4');
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '0', '']);
    const part = await ask({ range: 'bytes=0-' }, 'GET', 'empty.mp4');
    expect([part.status, part.headers.get('content-range')]).toEqual([416, 'bytes */0']);
    expect((await ask({ range: 'bytes=-5' }, 'GET', 'empty.mp4')).status).toBe(416);
  });

  test('that doesn’t exist is a JSON 404, other methods are a 405', async () => {
    const missing = await ask({}, 'GET', 'missing.mp4');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ error: 'This file is not stored here.', code: 'not-found' });
    const post = await ask({}, 'POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('replaced between stat and open is described again', async () => {
    let replaced = false;
    const racing: Storage = {
      ...createFileStorage(join(folder, 'racing')),
      async stat(key) {
        const about = await createFileStorage(join(folder, 'racing')).stat(key);
        if (about === null) return null;
        if (!replaced) await racing.put(key, new TextEncoder().encode('the newer one'), 'video/mp4');
        replaced = true;
        // As in an object store: no path for the kernel to send from.
        const { path: _, ...remote } = about;
        return remote;
      },
    };
    await racing.put('a', new TextEncoder().encode('old'), 'video/mp4');
    const answer = await serveMedia(new Request('http://localhost/a'), racing, 'a', OPTIONS);
    expect(answer.headers.get('content-length')).toBe('13');
    expect(await answer.text()).toBe('the newer one');
  });
});

const runtimes: [string, () => Promise<{ listen: (options: ListenOptions) => Promise<Listener> }>][] = [
  ['Node', () => import('../../../src/runtime.node.ts')],
];
if (process.versions.bun !== undefined)
  runtimes.unshift(['Bun', () => import('../../../src/runtime.bun.ts')]);

describe.each(runtimes)('over a real connection on %s', (_name, load) => {
  let listener: Listener;
  const { Request: OwnRequest, Response: OwnResponse } = globalThis;
  beforeAll(async () => {
    const { listen } = await load();
    listener = await listen({
      port: 0,
      host: '127.0.0.1',
      fetch: (request) => serveMedia(request, storage, new URL(request.url).pathname.slice(1), OPTIONS),
      upgrade: () => null,
      refuse: ({ status }) => new Response(null, { status }),
    });
  });
  afterAll(async () => {
    await listener.stop();
    // Node's adapter replaces the global Response with its own, which Bun.serve rejects; other tests in this thread
    // need the original.
    Object.assign(globalThis, { Request: OwnRequest, Response: OwnResponse });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        httpRequest(
          { port: listener.port, host: '127.0.0.1', path, headers, method, agent: false },
          (answer) => {
            const pieces: Buffer[] = [];
            answer.on('data', (piece: Buffer) => pieces.push(piece));
            answer.on('end', () =>
              resolve({
                status: answer.statusCode,
                headers: answer.headers,
                body: Buffer.concat(pieces).toString('latin1'),
              }),
            );
          },
        )
          .on('error', reject)
          .end();
      },
    );

  test.each([
    ['bytes=0-', 206, 'bytes 0-19/20', CONTENT],
    ['bytes=5-9', 206, 'bytes 5-9/20', '56789'],
    ['bytes=-2', 206, 'bytes 18-19/20', 'ij'],
    ['Bytes= 3-4', 206, 'bytes 3-4/20', '34'],
    ['bytes=0-1,4-5', 200, undefined, CONTENT],
    ['bytes=5-4', 200, undefined, CONTENT],
    ['bytes=1-2-3', 200, undefined, CONTENT],
    ['bytes=-', 200, undefined, CONTENT],
    ['bytes=20-', 416, 'bytes */20', '{"error":"The file is shorter than that.","code":"range"}'],
  ])('%s gets the specified response', async (range, status, contentRange, body) => {
    const answer = await get('/video.mp4', { range });
    expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([
      status,
      contentRange,
      body,
    ]);
    if (status === 206) expect(answer.headers['content-length']).toBe(String(body.length));
  });

  test('an ignored range stays ignored', async () => {
    const answer = await get('/video.mp4', { range: 'bytes=5-9', 'if-range': '"another"' });
    expect([answer.status, answer.body]).toEqual([200, CONTENT]);
  });

  test('GET and HEAD return the length', async () => {
    const whole = await get('/large.mp4');
    expect([whole.headers['content-length'], whole.body.length]).toEqual(['30000000', 30_000_000]);
    const head = await get('/large.mp4', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '30000000', '']);
    expect((await get('/large.mp4', { range: 'bytes=30000000-' })).status).toBe(416);
  });

  test('a client that disconnects leaves no file open', async () => {
    await Promise.all(Array.from({ length: 5 }, () => hangUpInTheMiddle(listener.port, '/large.mp4')));
    await vi.waitFor(async () => expect(await openFiles(join(folder, 'large.mp4'))).toBe(0), {
      timeout: 10_000,
    });
  });
});

function hangUpInTheMiddle(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}
