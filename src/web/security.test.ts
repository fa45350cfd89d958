import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { AppEnv } from './context.ts';
import { redirectAliases } from './security.ts';

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

test('who typed another loopback name is led to the one that cookies are bound to', async () => {
  const open = siteAt('http://localhost:3000');
  expect(await open('127.0.0.1:3000')).toBe('http://localhost:3000/settings?x=1');
  expect(await open('[::1]:3000')).toBe('http://localhost:3000/settings?x=1');
  expect(await open('localhost:3000')).toBeNull();
  expect(await open('192.168.1.5:3000')).toBeNull();
});

test('behind a proxy on this machine nobody goes round, whatever Host it sends on', async () => {
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
