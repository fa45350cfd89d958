import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUNTIMES } from './runtimes.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RawAnswer, rawRequest } from './wire/raw-request.ts';

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const CLOSE = 'Connection: close\r\n';
const get = (path: string, host = 'x', more = CLOSE) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const post = (more: string, body = '') =>
  `POST /api/auth/email HTTP/1.1\r\nHost: x\r\n${CLOSE}${more}\r\n${body}`;

/** Rejected by the runtime's parser before any of our code runs, where Bun offers no hook. */
const PARSER = 'parser';

/** Raw bytes and the expected status; with `parser`, a bare response with any status is fine. */
const REQUESTS: [name: string, bytes: string, status: number | typeof PARSER, onNode?: number][] = [
  ['a page', get('/'), 200],
  ['a page without a host, as HTTP/1.0 has it', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['a health check in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['HEAD', `HEAD / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 200],
  ['HEAD of nothing', `HEAD /nowhere HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
  ['OPTIONS', `OPTIONS / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
  ['TRACE', `TRACE / HTTP/1.1\r\nHost: x\r\nX-Secret: 1\r\n${CLOSE}\r\n`, 404],
  ['PROPFIND', `PROPFIND / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404],
  ['an asset', get('/favicon.svg'), 200],
  ['an icon that browsers ask for unasked', get('/favicon.ico'), 200],
  ['an icon for a phone’s screen', get('/apple-touch-icon.png'), 200],
  ['the same by its older name', get('/apple-touch-icon-precomposed.png'), 200],
  ['an asset beyond its end', get('/promo.mp4', 'x', `Range: bytes=999999999-\r\n${CLOSE}`), 416],
  ['a page that is none', get('/nowhere'), 404],
  ['a call that is none', get('/api/nowhere'), 404],
  ['a shared dream that is none', get('/api/d/nothing.mp4'), 404],
  ['a half escaped path', get('/%'), 404],
  ['a half escaped query', get('/?next=%'), 200],
  ['a half escaped dream', get('/api/d/%'), 404],
  ['a half escaped voice model', get('/voice-models/%'), 401],
  ['a path out of the assets', get('/assets/../../package.json'), 404],
  ['a path that looks like a host', get('//['), 404],
  ['a whole address', get('http://evil.example/'), 200],
  ['odd headers', get('/', 'x', `Cookie: sid=%\r\nIf-None-Match: \xff\r\nRange: x\r\n${CLOSE}`), 200],
  ['a form that is none', post('Content-Type: multipart/form-data\r\nContent-Length: 3\r\n', 'abc'), 415],

  ['a host that is no host', get('/', '['), 400],
  ['a host of two words', get('/', 'a b'), 400],
  ['a host with a path', get('/', 'a/b'), 400],
  ['a host with a name before it', get('/', 'user@evil.example'), 400],
  ['an empty host', get('/', ''), 400],
  ['an escaped host', get('/', '%'), 400],
  ['a host beyond all ports', get('/', 'a:99999'), 400],
  ['two hosts', get('/', 'a\r\nHost: b'), 400],

  ['a websocket without a ticket', get('/stream/ws', 'x', UPGRADE), 401],
  ['a websocket of another site', get('/stream/ws', 'x', `Origin: [\r\n${UPGRADE}`), 403],
  ['a websocket with an odd format', get('/stream/ws?format=x', 'x', UPGRADE), 400],
  ['a worker without a token', get('/worker', 'x', UPGRADE), 401],
  ['a websocket where there is none', get('/nowhere', 'x', UPGRADE), 404],
  ['a websocket of a page', get('/', 'x', UPGRADE), 200],
  ['a websocket of a host that is none', get('/stream/ws', '[', UPGRADE), 400],
  ['a worker of a host that is none', get('/worker', '[', UPGRADE), 400],
  ['a websocket of a host of two words', get('/stream/ws', 'a b', UPGRADE), 400],
  ['an offer of HTTP/2', get('/', 'x', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'), 200],

  ['no host', `GET / HTTP/1.1\r\n${CLOSE}\r\n`, PARSER, 400],
  ['a path without a slash', get('foo'), PARSER, 400],
  ['another protocol', '\x16\x03\x01\x00garbage\r\n\r\n', PARSER, 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', PARSER, 400],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', PARSER, 400],
  ['a method that is none', 'G@T / HTTP/1.1\r\nHost: x\r\n\r\n', PARSER, 400],
  ['OPTIONS of everything', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, PARSER, 400],
  ['a header without a colon', get('/', 'x', `broken\r\n${CLOSE}`), PARSER, 400],
  ['a header with a zero byte', get('/', 'x', `X: a\0b\r\n${CLOSE}`), PARSER, 400],
  ['a header of two lines', get('/', 'x', `X: a\r\n b\r\n${CLOSE}`), PARSER, 400],
  ['a length that is none', post('Content-Length: x\r\n'), PARSER, 400],
  ['a length below nothing', post('Content-Length: -1\r\n'), PARSER, 400],
  ['two lengths', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), PARSER, 400],
  ['a chunk that is none', post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n\r\n'), PARSER, 400],
  ['a coding that is none', post('Transfer-Encoding: gzip\r\n', 'abc'), PARSER, 400],
  ['a length beyond all disks', post('Content-Length: 99999999999\r\n', 'abc'), PARSER, 413],
  ['a header of 70 KB', get('/', 'x', `X: ${'a'.repeat(70_000)}\r\n${CLOSE}`), PARSER, 431],
  ['an address of 70 KB', get(`/${'a'.repeat(70_000)}`), PARSER, 431],
];

const HEADERS: [string, RegExp][] = [
  ['content-security-policy', /^default-src 'none';/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^(strict-origin-when-cross-origin|same-origin)$/],
  ['permissions-policy', /microphone/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^(same-origin|cross-origin)$/],
];
/** File names, stack traces and names of our runtime, which must not leak. */
const INSIDE =
  /secret-of-the-tests|node_modules|\.tsx?\b|\bat \w+ \(|\/(work|root|home|tmp|src)\/|Bun v|__bun/;

function expectOurs(answer: RawAnswer): void {
  for (const [name, value] of HEADERS) expect(answer.headers.get(name), name).toMatch(value);
  expect(answer.headers.has('x-powered-by')).toBe(false);
  if (answer.headers.get('content-type') === 'application/json' && Number(answer.status) >= 400)
    expect(JSON.parse(answer.body)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  expect(answer.body.replaceAll(/\/assets\/\S+/g, '')).not.toMatch(INSIDE);
}

describe.each(RUNTIMES)('on %s', (name, findCommands) => {
  const commands = findCommands();
  const reasonAgainst = async () => {
    const found = await commands;
    if (!('reason' in found)) return null;
    console.log(`${name} was not tried: ${found.reason}`);
    return found.reason;
  };

  describe('whatever is asked, the answer carries our headers and nothing of the inside', () => {
    let server: RunningServer | null = null;
    beforeAll(async () => {
      const found = await commands;
      if ('start' in found) {
        server = await startServer({ command: found.start, env: { WORKERS: 'fleet', LOG_LEVEL: 'error' } });
      }
    }, 120_000);
    afterAll(() => server?.dispose());

    test.each(REQUESTS)('%s', async (_, bytes, status, onNode) => {
      const reason = await reasonAgainst();
      if (!server || reason) return void console.log(reason);
      const answer = await rawRequest(Number(new URL(server.url).port), Buffer.from(bytes, 'latin1'));
      const expected = status === PARSER && name === 'Node' ? onNode : status;
      if (expected === PARSER) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect([...answer.headers.keys()].filter((header) => header !== 'connection')).toEqual([]);
        expect(answer.body).toBe('');
        return;
      }
      expect(answer.status).toBe(expected);
      expectOurs(answer);
      expect(server.output()).not.toContain('"level":"error"');
    });
  });

  describe('an app that fails says nothing of the inside either', () => {
    let child: ChildProcess | null = null;
    let port = 0;
    beforeAll(async () => {
      const found = await commands;
      if (!('run' in found)) return;
      const [program = '', ...args] = found.run;
      child = spawn(program, [...args, 'tests/wire/faulty-front.ts'], { stdio: ['ignore', 'pipe', 'pipe'] });
      port = await new Promise((resolve, reject) => {
        let heard = '';
        const hear = (text: Buffer) => {
          heard += text;
          const reported = heard.match(/listening on (\d+)/)?.[1];
          if (reported) resolve(Number(reported));
        };
        child?.stdout?.on('data', hear);
        child?.stderr?.on('data', hear);
        child?.once('exit', () => reject(new Error(heard)));
      });
    }, 30_000);
    afterAll(() => child?.kill());

    test.each([
      ['throws', get('/throws'), 500],
      ['rejects', get('/rejects'), 500],
      ['throws at a websocket', get('/throws', 'x', UPGRADE), 500],
      ['rejects a websocket', get('/rejects', 'x', UPGRADE), 500],
    ])('%s', async (_, bytes, status) => {
      if (await reasonAgainst()) return;
      const answer = await rawRequest(port, bytes);
      expect(answer.status).toBe(status);
      expectOurs(answer);
    });

    test.each(['/stream-at-once', '/stream-later'])('%s breaks off', async (path) => {
      if (await reasonAgainst()) return;
      const answer = await rawRequest(port, get(path));
      expect([200, 500, null]).toContain(answer.status);
      expect(answer.body).not.toMatch(INSIDE);
      expect((await rawRequest(port, get('/fine'))).status).toBe(200);
    });
  });
});
