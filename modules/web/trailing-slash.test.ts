import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './context.ts';
import { redirectTrailingSlashes } from './trailing-slash.ts';

const app = new Hono<AppEnv>();
app.use(redirectTrailingSlashes());
const visit = async (path: string, method = 'GET') => {
  const { status, headers } = await app.request(`http://reverie.example${path}`, { method });
  return { status, location: headers.get('location') };
};

test.each([
  ['/settings/', '/settings'],
  ['/settings///', '/settings'],
  ['/session/?session_id=a%2Fb&x=', '/session?session_id=a%2Fb&x='],
  ['/a%2520b/', '/a%2520b'],
])('%s redirects to %s', async (path, location) => {
  expect(await visit(path)).toEqual({ status: 302, location });
  expect(await visit(path, 'HEAD')).toEqual({ status: 302, location });
});

test.each(['/', '/settings', '/api/session/', '//evil.example/', '/\\evil.example/', '/%5Cevil.example/'])(
  '%s doesn’t redirect',
  async (path) => {
    expect((await visit(path)).location).toBeNull();
  },
);

test('a posted form isn’t redirected', async () => {
  expect((await visit('/checkout/', 'POST')).location).toBeNull();
});
