import { expect, test } from 'vitest';
import { badRequest } from '../modules/kit/errors.ts';
import { createLog } from '../modules/kit/log.ts';
import { readConfig } from './config.ts';
import { createFront } from './front.ts';

const SITE = 'https://dreams.example';

function frontOf(env: Record<string, string>, lines: string[] = []) {
  const app = { fetch: () => new Response('inside') };
  const log = createLog('warn', (line) => lines.push(line));
  return createFront({ config: readConfig({ PUBLIC_URL: SITE, ...env }), log, app, upgrade: () => null });
}

async function ask(
  { fetch }: ReturnType<typeof frontOf>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const request = new Request(`http://dreams.example${path}`, {
    method,
    headers: { host: 'dreams.example', ...headers },
  });
  return await fetch(request, '192.0.2.1');
}

const PLAIN = { 'x-forwarded-proto': 'http' };

test('behind a proxy that is trusted, plain http is led to https', async () => {
  const front = frontOf({ TRUST_PROXY: 'on' });
  for (const path of ['/', '/session?session_id=x', '//evil.example/..', '/api/d/x.mp4']) {
    const answer = await ask(front, path, PLAIN);
    expect(answer.status).toBe(308);
    const to = new URL(answer.headers.get('location') ?? '');
    expect(to.origin).toBe(SITE);
    expect(to.href).toBe(
      SITE + new URL(`http://dreams.example${path}`).href.slice('http://dreams.example'.length),
    );
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const posted = await ask(front, '/api/auth/email', PLAIN, 'POST');
  expect([posted.status, await posted.json()]).toEqual([
    403,
    { error: expect.stringContaining('https'), code: 'https-only' },
  ]);
});

test('a websocket over plain http is refused', async () => {
  const front = frontOf({ TRUST_PROXY: 'on' });
  const headers = { host: 'dreams.example', upgrade: 'websocket', ...PLAIN };
  const refused = await front.upgrade(new Request('http://dreams.example/worker', { headers }), '192.0.2.1');
  expect(refused).toMatchObject({ status: 403 });
  const own = { host: '127.0.0.1:3000', upgrade: 'websocket' };
  expect(
    front.upgrade(new Request('http://127.0.0.1:3000/worker', { headers: own }), '127.0.0.1'),
  ).toBeNull();
});

test.each([
  ['https at the proxy', { 'x-forwarded-proto': 'https' }, '/'],
  ['a call past the proxy', {}, '/'],
  [
    'a browser that says its end was https: another redirect would go round',
    { ...PLAIN, 'sec-fetch-site': 'none' },
    '/',
  ],
  ['https at the last of two proxies', { 'x-forwarded-proto': 'http, https' }, '/'],
  ['a health check', PLAIN, '/healthz'],
  ['a readiness check', PLAIN, '/readyz'],
  ['metrics', PLAIN, '/metrics'],
])('not led elsewhere: %s', async (_, headers, path) => {
  expect((await ask(frontOf({ TRUST_PROXY: 'on' }), path, headers as Record<string, string>)).status).toBe(
    200,
  );
});

test('of several proxies one that saw https is enough', async () => {
  const front = (TRUST_PROXY: string) => frontOf({ TRUST_PROXY });
  const status = async (proxies: string, scheme: string, path = '/', method = 'GET') =>
    (await ask(front(proxies), path, { 'x-forwarded-proto': scheme }, method)).status;
  for (const proxies of ['on', '2', '10.0.0.0/8']) {
    for (const scheme of ['https,http', 'https, http', 'http, https', 'HTTPS , http', 'wss', ' https'])
      expect(await status(proxies, scheme, '/api/stripe/webhook', 'POST'), `${proxies}: ${scheme}`).toBe(200);
    for (const scheme of ['http', 'http,http', ' HTTP , http,'])
      expect(await status(proxies, scheme)).toBe(308);
    for (const scheme of ['', ',', ' , ']) expect(await status(proxies, scheme)).toBe(200);
  }
});

test('a proxy that a browser contradicts is logged once', async () => {
  const lines: string[] = [];
  const front = frontOf({ TRUST_PROXY: 'on' }, lines);
  for (let time = 1; time <= 3; time += 1)
    expect((await ask(front, '/', { ...PLAIN, 'sec-fetch-site': 'none' })).status).toBe(200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('X-Forwarded-Proto');
});

test('nobody but a trusted proxy decides, and a site on http stays there', async () => {
  expect((await ask(frontOf({}), '/', PLAIN)).status).toBe(200);
  expect(
    (await ask(frontOf({ TRUST_PROXY: 'on', PUBLIC_URL: 'http://dreams.example' }), '/', PLAIN)).status,
  ).toBe(200);
});

test.each([
  [{}, 'max-age=31536000'],
  [{ HSTS_PRELOAD: 'on' }, 'max-age=63072000; includeSubDomains; preload'],
  [{ PUBLIC_URL: 'http://dreams.example' }, null],
])('%j keeps browsers on https by %j', async (env, header) => {
  const answer = await frontOf(env as Record<string, string>).refuse(badRequest('x'));
  expect(answer.headers.get('strict-transport-security')).toBe(header);
});
