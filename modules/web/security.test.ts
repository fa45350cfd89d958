import { hostname, networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { AppEnv } from './context.ts';
import { mailOrigin, redirectAliases, securityHeaders } from './security.ts';

function siteAt(PUBLIC_URL: string) {
  const app = new Hono<AppEnv>();
  const config = readConfig({ PUBLIC_URL });
  app.use(async (c, next) => {
    c.set('config', config);
    await next();
  });
  app.use(redirectAliases());
  app.get('*', (c) => c.text('here'));
  return async (host: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(`http://${host}/settings?x=1`, { headers: { host, ...headers } });
    return answer.headers.get('location');
  };
}

test('another loopback name is redirected to the one that cookies are bound to', async () => {
  const open = siteAt('http://localhost:3000');
  expect(await open('127.0.0.1:3000')).toBe('http://localhost:3000/settings?x=1');
  expect(await open('[::1]:3000')).toBe('http://localhost:3000/settings?x=1');
  expect(await open('localhost:3000')).toBeNull();
  expect(await open('192.168.1.5:3000')).toBeNull();
});

test('never redirects in a loop behind a proxy on this machine, whatever Host it forwards', async () => {
  const open = siteAt('http://localhost:8080');
  for (const host of [
    'localhost:8080',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:3000',
    'localhost:3000',
    '[::1]:3000',
  ])
    expect(await open(host), host).toBeNull();
  for (const header of ['x-forwarded-for', 'x-real-ip', 'via', 'forwarded'])
    expect(await open('127.0.0.1:8080', { [header]: 'x' })).toBeNull();
  const safe = siteAt('https://localhost');
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000']) expect(await safe(host)).toBeNull();
});

test('mailed links only point to this machine, whatever the request’s Host', () => {
  const config = readConfig({ PORT: '3000' });
  const origin = (host: string) => mailOrigin(config, new Request('http://x/', { headers: { host } }));
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const hosts = own.map(({ address, family }) =>
    family === 'IPv6' ? `[${address.split('%')[0]}]` : address,
  );
  for (const name of ['localhost', '127.0.0.1', hostname().toLowerCase(), ...hosts])
    expect(origin(`${name}:3000`)).toBe(`http://${name}:3000`);
  expect(origin('localhost')).toBe('http://localhost');
  for (const host of [
    ...['192.168.77.66:3000', '10.66.66.66', '172.16.66.66:3000', 'evil.local:3000', 'evil.example'],
    ...[
      'localhost:4000',
      'localhost.evil.example:3000',
      'localhost:3000@evil.example',
      'localhost:3000/x',
      '',
    ],
  ])
    expect(origin(host), host).toBe('http://localhost:3000');
  const set = readConfig({ PUBLIC_URL: 'https://dreams.example' });
  expect(mailOrigin(set, new Request('http://x/', { headers: { host: 'localhost:3000' } }))).toBe(
    'https://dreams.example',
  );
});

test('other sites may frame players only, and the live one runs our script alone', async () => {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(readConfig({})));
  app.get('*', (c) => c.text('here'));
  const policyOf = async (path: string) =>
    (await app.request(path)).headers.get('content-security-policy') ?? '';
  const live = await policyOf('/embed/live/abc');
  expect(live).toMatch(/script-src 'nonce-[^' ]+'; worker-src 'self';/);
  expect(live).toContain('frame-ancestors *');
  expect(await policyOf('/embed/abc')).toMatch(/^(?!.*script-src).*frame-ancestors \*/);
  for (const path of ['/watch/abc', '/embed/live/abc/more', '/embed/abc/more'])
    expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
});

test('only the live page may use a camera or share the screen', async () => {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(readConfig({})));
  app.get('*', (c) => c.text('here'));
  const policyOf = async (path: string) => (await app.request(path)).headers.get('permissions-policy') ?? '';
  expect(await policyOf('/stream')).toMatch(/camera=\(self\).*display-capture=\(self\)/);
  for (const path of ['/', '/watch/abc', '/embed/abc', '/draw'])
    expect(await policyOf(path), path).toMatch(/camera=\(\)/);
  expect(await policyOf('/watch/abc')).toMatch(/display-capture=\(\)/);
});
