import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Live, Reverie } from '../public/reverie.js';
import { startSocketPeer } from './engines/socket-peer.ts';
import { findNode } from './find-node.ts';
import { openPeople } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { upgradeAnswer } from './wire/fake-viewer.ts';
import { until } from './wire/inbox.ts';
import { createPerson } from './wire/person.ts';

const MAX_LINES = 20;
const MAX_BYTES = 15 * 1024;
const root = new URL('..', import.meta.url).pathname;

let server: RunningServer;
let folder: string;
/** logins of the people in a test */
const cookies: string[] = [];
beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'embedded:1' } });
  folder = await mkdtemp(join(tmpdir(), 'reverie-script-'));
});
// Compiling the videos, which nobody watches, would cost as much as drawing the dreams.
afterEach(async () => {
  for (const cookie of cookies.splice(0)) {
    const person = createPerson(server, cookie);
    const { sessions, activeSession } = (await person.call('GET', '/api/sessions')).json;
    if (activeSession) await person.call('POST', '/api/stream/end', { sessionId: activeSession.session_id });
    const session_ids = sessions.map(({ session_id }: { session_id: string }) => session_id);
    if (session_ids.length === 0) continue;
    await person.call('PATCH', '/api/sessions/hide', { session_ids });
    expect((await person.call('DELETE', '/api/trash', { session_ids })).status).toBe(200);
  }
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

async function newCookie(): Promise<string> {
  const people = await openPeople(server.dataDir);
  const { name, value } = await people.cookie(await people.create('trial'), server.url);
  await people.close();
  cookies.push(`${name}=${value}`);
  return `${name}=${value}`;
}

async function createToken(): Promise<string> {
  const answer = await fetch(`${server.url}/api/tokens`, {
    method: 'POST',
    headers: { cookie: await newCookie(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'script', scopes: ['stream', 'dreams:read'], days: 1 }),
  });
  return ((await answer.json()) as { token: string }).token;
}

test('the client’s types are those of its source', async () => {
  const options = '--allowJs --checkJs --declaration --emitDeclarationOnly --target es2023 --module esnext';
  const settings = `${options} --lib es2023,dom --ignoreConfig --outDir ${folder}`.split(' ');
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['public/reverie.js', ...settings], {
    cwd: root,
  });
  const [made, shipped] = await Promise.all(
    [folder, join(root, 'public')].map((at) => readFile(join(at, 'reverie.d.ts'), 'utf8')),
  );
  expect(shipped).toBe(made);
});

test('scripts on other sites may call with a token, and never with a cookie', async () => {
  const site = 'https://elsewhere.example';
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(server.url + path, { method, headers: { origin: site, ...headers } });
  const asks = (what: string) => ({
    'access-control-request-method': 'POST',
    'access-control-request-headers': what,
  });
  const allowed = ({ headers }: Response) =>
    ['origin', 'credentials', 'headers'].map((name) => headers.get(`access-control-allow-${name}`));
  const preflight = await ask('/api/stream/connect', asks('authorization,content-type'), 'OPTIONS');
  expect(allowed(preflight)).toEqual(['*', null, 'Authorization,Content-Type']);
  expect(preflight.status).toBe(204);
  expect(allowed(await ask('/api/stream/connect', asks('content-type'), 'OPTIONS'))[0]).toBeNull();
  expect(allowed(await ask('/settings', asks('authorization'), 'OPTIONS'))[0]).toBeNull();

  const token = await createToken();
  const cookie = await newCookie();
  const bearer = { authorization: `Bearer ${token}` };
  const answers = [
    await ask('/api/stream/check-access', bearer),
    // Errors, too, can be read.
    await ask('/api/stream/check-access', { authorization: 'Bearer rvt_wrong' }),
    // Browsers send no cookie with these; others would gain nothing.
    await ask('/api/tokens', { ...bearer, cookie }),
    await ask('/api/stream/check-access', { cookie }),
    await ask('/api/stream/check-access', {}),
    await ask('/api/stream/connect', { cookie }, 'POST'),
  ];
  expect(answers.map((answer) => [answer.status, allowed(answer)[0]])).toEqual([
    [200, '*'],
    [401, '*'],
    [403, '*'],
    [200, null],
    [401, null],
    [403, null],
  ]);
  for (const path of ['/reverie.js', '/reverie.d.ts']) expect(allowed(await ask(path, {}))[0]).toBe('*');

  // The socket of a token's dream is open to them, too; that of a cookie isn't (`runtimes.test.ts`).
  await until('the socket', async () => {
    const { websocketUrl } = (await (await ask('/api/stream/connect', bearer, 'POST')).json()) as {
      websocketUrl: string | null;
    };
    return websocketUrl !== null && (await upgradeAnswer(websocketUrl, { origin: site })).status === 101;
  });
});

test('a script opens its dream to an audience, and another watches it without a token', async () => {
  const reverie = new Reverie({ url: server.url, token: await createToken() });
  const dream = await reverie.connect();
  const { watchUrl } = await reverie.call('PATCH', `/api/sessions/${dream.id}/audience`, { open: true });
  const watching = new Reverie({ url: server.url }).watch(watchUrl.split('/').at(-1));
  const said: string[] = [];
  watching.on('place', ({ state }) => said.push(state));
  const closed = new Promise<string>((resolve) => watching.on('closed', ({ reason }) => resolve(reason)));
  const frame = new Promise<number>((resolve) => watching.on('frame', ({ data }) => resolve(data.length)));
  const suggested = new Promise((resolve) =>
    dream.on('message', ({ type, text }) => type === 'suggestion' && resolve(text)),
  );
  await dream.prompt('a quiet sea');
  expect(await frame).toBeGreaterThan(1000);
  watching.send({ type: 'suggest', text: 'a red moon' });
  expect(await suggested).toBe('a red moon');

  const followed = new Promise((resolve) =>
    dream.on('message', ({ type, name, error }) => (type === 'steer_ack' || error) && resolve(error ?? name)),
  );
  dream.steer('camera', { axes: { pan: 0.99, tilt: 0, zoom: -0.01 }, buttons: ['home'] });
  expect(await followed).toBe('camera');

  // A lost connection comes back by itself.
  const back = new Promise<void>((resolve) => watching.on('open', () => resolve()));
  watching.lose(1006);
  await back;
  await reverie.call('PATCH', `/api/sessions/${dream.id}/audience`, { open: false });
  expect(await closed).toBe('closed');
  expect(() => watching.send({ type: 'suggest', text: 'too late' })).toThrow('ended');
  expect(said.filter((state) => state !== 'live' && state !== 'waiting')).toEqual(['closed']);
  await dream.end();
});

test('the client keeps one value of a control while it is away, and drops frames of another version', async () => {
  const received: string[] = [];
  const peer = await startSocketPeer(
    async () => {},
    async (socket) => {
      socket.on('message', (data: Buffer) => received.push(data.toString()));
      for (const version of [2, 1]) socket.send(Buffer.from([version, 0, 0, 0, ...Array(12).fill(version)]));
    },
  );
  const live = new Live({ acknowledges: false });
  const versions: number[] = [];
  const framed = new Promise<void>((resolve) =>
    live.on('frame', ({ id }) => {
      versions.push(id & 255);
      resolve();
    }),
  );
  for (const value of [0.1, 0.2, 0.3]) {
    live.send({ type: 'control', name: 'motion', value });
    live.send({ type: 'prompt', id: `${value}`, text: 'a sea' });
  }
  live.open(peer.url.replace('http', 'ws'));
  await framed;
  await until('everything sent', () => received.length === 4);
  expect(received.filter((text) => text.includes('control')).map((text) => JSON.parse(text).value)).toEqual([
    0.3,
  ]);
  expect(versions).toEqual([1]);
  live.close();
  await peer.stop();
});

test.each(['Bun', 'Node'])(
  'the script in the API’s README dreams as it stands there, in %s',
  async (runtime) => {
    const node = runtime === 'Node' ? await findNode() : { path: process.execPath };
    if (!('path' in node)) return console.warn(`not run: ${node.reason}`);
    const readme = await readFile(join(root, 'modules/api/README.md'), 'utf8');
    const [, script = ''] = readme.match(/```js\n([\s\S]*?)```/) ?? [];
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect((await stat(join(root, 'public/reverie.js'))).size).toBeLessThanOrEqual(MAX_BYTES);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'dream.js'), script);
    await copyFile(join(root, 'public/reverie.js'), join(folder, 'reverie.js'));
    const { stdout } = await promisify(execFile)(node.path, ['dream.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, REVERIE_URL: server.url, REVERIE_TOKEN: await createToken() },
    });
    expect(stdout).toMatch(/“a quiet sea at night” shows from frame \d+/);
    expect(stdout).toMatch(/“a lighthouse in the rain” shows from frame \d+/);
    expect(stdout).toMatch(/1 dreams, the newest is [0-9a-f]{32}/);
    const jpeg = await readFile(join(folder, 'dream.jpg'));
    expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  },
);

test('a watcher who would have to sign in learns that the link is closed', async () => {
  vi.useFakeTimers();
  const states = ['sign-in', null, 'closed'];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    // Programs that earlier tests of this thread have left running fetch, too.
    if (!String(input).endsWith('/api/watch/link')) return fetch(input, init);
    const state = states.shift();
    // A page of some other server is as good as no answer.
    return state ? Response.json({ state, websocketUrl: null }) : new Response('<h1>Welcome</h1>');
  });
  const watching = new Reverie({ url: 'http://localhost' }).watch('link');
  const places: string[] = [];
  watching.on('place', ({ state }) => places.push(state));
  await vi.advanceTimersByTimeAsync(30_000).finally(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  expect(places).toEqual(['sign-in', 'offline', 'closed']);
  expect(watching.isOver).toBe(true);
});
