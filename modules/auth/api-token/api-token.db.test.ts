import { describe, expect, test } from 'vitest';
import { ROWS } from '../../../tests/authorisation-table.ts';
import { testOnce } from '../../../tests/long-test.ts';
import type { TestProgram, Visitor } from '../../../tests/program.ts';
import { type MailServer, signInByMail, startWithMail } from '../../../tests/program-with-mail.ts';
import { securityEvents } from '../../security-log/tables.ts';
import type { Scope } from '../../web/contract/person.ts';
import { apiTokens } from '../tables.ts';

const BOSS = 'boss@example.com';
const HOUR = 3600_000;
let smtp: MailServer;
let program: TestProgram;

startWithMail({ ADMIN_EMAILS: BOSS }, (...started) => {
  [program, smtp] = started;
});

function signIn(email: string): Promise<Visitor> {
  return signInByMail(program.visitor(), smtp, email);
}

const create = async (owner: Visitor, scopes: Scope[], more: object = {}) =>
  (await owner.postJson('/api/tokens', { name: 'My script', scopes, days: 30, ...more })).json() as Promise<{
    id: string;
    token: string;
  }>;

/** A program's call: no cookie, no Origin. */
const call = (token: string, method: string, path: string, init: RequestInit & { json?: unknown } = {}) =>
  program.app.request(
    `http://dreams.test${path}`,
    {
      method,
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string>),
      },
    },
    { address: '192.0.2.9' },
  ) as Promise<Response>;
const statusOf = async (...[token, method, path, init]: Parameters<typeof call>) =>
  (await call(token, method, path, init)).status;
const codeOf = async (...asked: Parameters<typeof call>) => (await (await call(...asked)).json()).code;

const ALL: Scope[] = ['dreams:read', 'dreams:write', 'stream', 'admin:read'];

describe('a token', () => {
  test('makes the calls of its scopes, without a cookie or an Origin, until it is revoked', async () => {
    const ada = await signIn('ada@example.com');
    const { id, token } = await create(ada, ['dreams:read', 'stream']);
    expect(token).toMatch(/^rvt_[\w-]{43}$/);
    expect(await statusOf(token, 'GET', '/api/sessions')).toBe(200);
    expect(await statusOf(token, 'HEAD', '/api/sessions')).toBe(200);
    expect(await statusOf(token, 'POST', '/api/stream/connect')).toBe(200);
    expect(await codeOf(token, 'PATCH', '/api/sessions/hide', { json: { session_ids: ['x'] } })).toBe(
      'scope',
    );

    const { tokens } = await (await ada.get('/api/tokens')).json();
    expect(tokens).toMatchObject([{ id, name: 'My script', scopes: ['dreams:read', 'stream'] }]);
    expect(tokens[0].last_used_at).not.toBeNull();
    expect(JSON.stringify(tokens)).not.toContain(token.slice(4));
    expect((await ada.send('DELETE', `/api/tokens/${id}`)).status).toBe(200);
    expect(await codeOf(token, 'GET', '/api/sessions')).toBe('token');
  });

  test('reaches no page and no call outside its scopes, whatever it may do', async () => {
    const boss = await signIn(BOSS);
    const { token } = await create(boss, ALL);
    const open: string[] = [];
    for (const { route, path } of ROWS) {
      const [method = '', registered = ''] = route.split(' ');
      const { status } = await call(token, method, path ?? registered);
      if (status !== 403 && status !== 415) open.push(route);
    }
    const taboo =
      /auth|tokens|passkeys|account|session$|stripe|checkout|settings|webhook|guest|DELETE .*trash/;
    expect(open.filter((route) => taboo.test(route))).toEqual([]);
    expect(open.filter((route) => /^(?!GET )\S+ (?!\/api\/)/.test(route))).toEqual([]);
    // Registered before anyone is identified, or open to everyone.
    const pages = open.filter((route) => route.startsWith('GET ') && !route.startsWith('GET /api/'));
    expect(pages.sort()).toEqual(['GET /healthz', 'GET /metrics', 'GET /readyz']);
  });

  test('with admin:read reads as an operator, and changes nothing', async () => {
    const boss = await signIn(BOSS);
    const { token } = await create(boss, ['admin:read']);
    const userId = (await boss.person())?.id;
    const list = { action: 'getAllUsers', page: 1, limit: 20 };
    expect(await statusOf(token, 'POST', '/api/admin/user-data', { json: list })).toBe(200);
    const change = { action: 'updateUserRole', userId, role: 'user' };
    expect(await codeOf(token, 'POST', '/api/admin/user-data', { json: change })).toBe('no-scope');
    for (const action of [['getAllUsers'], { toString: 'getAllUsers' }, null])
      expect(await codeOf(token, 'POST', '/api/admin/user-data', { json: { ...change, action } })).toBe(
        'no-scope',
      );
    expect(await codeOf(token, 'GET', '/api/sessions')).toBe('scope');
    const ada = await signIn('ada@example.com');
    expect((await ada.postJson('/api/tokens', { name: 'x', scopes: ['admin:read'], days: 1 })).status).toBe(
      403,
    );
  });

  testOnce('of an operator reaches no one else’s dream, except in the dashboard’s calls', async () => {
    const boss = await signIn(BOSS);
    const ada = await signIn('ada@example.com');
    const { sessionId } = await (await ada.postJson('/api/stream/connect')).json();
    const path = `/api/sessions/${sessionId}`;
    expect((await boss.get(path)).status).toBe(200);
    const { token } = await create(boss, ALL);
    expect(await statusOf(token, 'GET', path)).toBe(404);
    const asked = { action: 'getDream', sessionId };
    expect(await statusOf(token, 'POST', '/api/admin/dream-data', { json: asked })).toBe(200);
    const watch = { action: 'watch', sessionId, reason: 'a test' };
    expect(await codeOf(token, 'POST', '/api/admin/dream-data', { json: watch })).toBe('no-scope');
  });

  test('stops with its expiry, a suspension, a demotion and the end of the account', async () => {
    const boss = await signIn(BOSS);
    const second = await signIn('second@example.com');
    const secondId = (await second.person())?.id;
    const role = async (to: string) =>
      boss.postJson('/api/admin/user-data', { action: 'updateUserRole', userId: secondId, role: to });
    await role('admin');
    const { token: demoted } = await create(second, ['dreams:read', 'admin:read']);
    expect(await statusOf(demoted, 'GET', '/api/sessions')).toBe(200);
    await role('user');
    expect(await statusOf(demoted, 'GET', '/api/sessions')).toBe(401);

    const { token: suspended } = await create(second, ['dreams:read']);
    await boss.postJson('/api/admin/person-data', { action: 'suspend', userId: secondId, reason: 'a test' });
    expect(await statusOf(suspended, 'GET', '/api/sessions')).toBe(401);
    expect(await program.db.orm.select().from(apiTokens)).toEqual([]);

    const ada = await signIn('ada@example.com');
    const { token: short } = await create(ada, ['dreams:read'], { days: 1 });
    const { token: long } = await create(ada, ['dreams:read'], { days: 365 });
    program.clock.advance(25 * HOUR);
    expect(await statusOf(short, 'GET', '/api/sessions')).toBe(401);
    expect(await statusOf(long, 'GET', '/api/sessions')).toBe(200);
    const again = await signIn('ada@example.com');
    await again.postForm('/settings/close', { confirmation: 'ada@example.com' });
    expect(await statusOf(long, 'GET', '/api/sessions')).toBe(401);
  });

  testOnce('is seen and revoked by an operator', async () => {
    const boss = await signIn(BOSS);
    const ada = await signIn('ada@example.com');
    const userId = (await ada.person())?.id;
    const { token } = await create(ada, ['dreams:read']);
    const ask = async (body: object) =>
      (await boss.postJson('/api/admin/person-data', { userId, ...body })).json();
    expect(await ask({ action: 'getPerson' })).toMatchObject({ tokens: [{ name: 'My script' }] });
    await ask({ action: 'revokeTokens', reason: 'a leak' });
    expect(await statusOf(token, 'GET', '/api/sessions')).toBe(401);
    expect(await ask({ action: 'getPerson' })).toMatchObject({ tokens: [] });
  });

  testOnce('counts before the cookie of the same request, which it can’t widen', async () => {
    const ada = await signIn('ada@example.com');
    const { token } = await create(ada, ['dreams:read']);
    const cookie = [...ada.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: 'https://evil.example' };
    expect(await codeOf(token, 'POST', '/api/stream/connect', { headers })).toBe('scope');
    for (const wrong of ['rvt_guess', `${token} more`, `\t${token}`, token.toUpperCase()])
      expect(await codeOf(wrong, 'POST', '/api/stream/connect', { headers }), wrong).toBe('token');
    expect(await codeOf(token, 'POST', '/api/tokens', { headers, json: {} })).toBe('no-scope');
    const other = await ada.send('POST', '/api/stream/connect', {
      headers: { authorization: 'Basic x', origin: 'https://evil.example' },
    });
    expect((await other.json()).code).toBe('foreign-origin');
  });

  testOnce('is asked for again in no other place, and in no log', async () => {
    const ada = await signIn('ada@example.com');
    const { token } = await create(ada, ['dreams:read'], { name: 'Log\u2060book <b>' });
    const visitor = program.visitor();
    for (const path of [`/api/sessions?token=${token}`, `/api/sessions?access_token=${token}`])
      expect((await visitor.get(path, { accept: 'application/json' })).status).toBe(401);
    await visitor.get(`/api/sessions/${token}`, { accept: 'application/json' });
    await visitor.send('POST', `/api/tokens/${token}`, { headers: { origin: 'https://evil.example' } });
    await call(`${token}x`, 'GET', '/api/sessions');
    await program.security.flush();
    expect(program.log()).not.toContain(token);
    const stored = await program.db.orm.select().from(apiTokens);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(await program.db.orm.select().from(securityEvents))).not.toContain(token);
  });

  testOnce('notes its use at most once an hour', async () => {
    const ada = await signIn('ada@example.com');
    const { token } = await create(ada, ['dreams:read']);
    const used = async () => (await program.db.orm.select().from(apiTokens))[0]?.lastUsedAt;
    await call(token, 'GET', '/api/sessions');
    const first = await used();
    program.clock.advance(HOUR / 2);
    await call(token, 'GET', '/api/sessions');
    expect(await used()).toBe(first);
    program.clock.advance(HOUR);
    await call(token, 'GET', '/api/sessions');
    expect(await used()).toBeGreaterThan(first ?? 0);
  });
});

describe('creating tokens', () => {
  testOnce('needs a fresh proof, since a token outlives a stolen session', async () => {
    const ada = await signIn('ada@example.com');
    program.clock.advance(11 * 60_000);
    const answer = await ada.postJson('/api/tokens', { name: 'x', scopes: ['stream'], days: 1 });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ reauthenticate: true });
  });

  test('stops at twenty, even at once', async () => {
    const ada = await signIn('ada@example.com');
    const asked = { name: 'x', scopes: ['stream'], days: 1 };
    const made = await Promise.all(Array.from({ length: 24 }, () => ada.postJson('/api/tokens', asked)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  testOnce('refuses odd names, scopes and durations', async () => {
    const ada = await signIn('ada@example.com');
    const good = { name: 'x', scopes: ['stream'], days: 1 };
    const BAD = [
      { name: '' },
      { name: '\u200b' },
      { name: 'a\u0000b' },
      { name: 'a\u202eb' },
      { name: 'x'.repeat(61) },
      { scopes: [] },
      { scopes: ['everything'] },
      { scopes: 'stream' },
      { days: 0 },
      { days: 366 },
      { days: 1.5 },
      { more: true },
    ];
    for (const bad of BAD)
      expect((await ada.postJson('/api/tokens', { ...good, ...bad })).status, JSON.stringify(bad)).toBe(400);
  });

  testOnce('and revoking are entries of the security log, in its reader’s language', async () => {
    const ada = await signIn('ada@example.com');
    const created = await ada.send('POST', '/api/tokens', {
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': 'ar' },
      body: JSON.stringify({ name: 'My script', scopes: ['stream', 'dreams:read'], days: 30 }),
    });
    const { id } = await created.json();
    await ada.send('DELETE', `/api/tokens/${id}`);
    expect(program.log()).toContain('API token My script created: stream, dreams:read');
    expect(program.log()).toContain('API token My script revoked');
  });
});
