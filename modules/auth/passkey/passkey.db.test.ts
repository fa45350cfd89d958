import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../tests/authenticator.ts';
import { describeOnce, testOnce } from '../../../tests/long-test.ts';
import { ORIGIN, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { type MailServer, signInByMail, startWithMail } from '../../../tests/program-with-mail.ts';
import { loginSessions } from '../tables.ts';
import { knowsPasskeys } from './passkey.ts';

const BOSS = 'boss@example.com';
let smtp: MailServer;
let program: TestProgram;

startWithMail({ ADMIN_EMAILS: BOSS }, (...started) => {
  [program, smtp] = started;
});

function signIn(email = BOSS): Promise<Visitor> {
  return signInByMail(program.visitor(), smtp, email);
}

type Key = ReturnType<typeof createAuthenticator>;
const optionsOf = async (visitor: Visitor, path: string) =>
  (await visitor.postJson(`${path}/options`)).json();

async function register(visitor: Visitor, key: Key, twist = {}): Promise<Response> {
  const options = await optionsOf(visitor, '/api/passkeys');
  return visitor.postJson('/api/passkeys', { name: 'My key', response: key.create(options, twist) });
}

async function present(visitor: Visitor, key: Key, twist = {}): Promise<Response> {
  const options = await optionsOf(visitor, '/api/auth/passkey');
  return visitor.postJson('/api/auth/passkey', { response: key.get(options, twist) });
}

describe('an operator with a passkey', () => {
  const key = () => createAuthenticator(ORIGIN);

  testOnce('is signed in only after presenting it', async () => {
    const boss = await signIn();
    const mine = key();
    expect((await register(boss, mine)).status).toBe(201);
    expect(await boss.person()).toMatchObject({ role: 'admin' });

    const later = await signIn();
    expect(await later.person()).toBeNull();
    const page = await later.get('/admin?view=users');
    expect(page.headers.get('location')).toBe('/auth/passkey?next=%2Fadmin%3Fview%3Dusers');
    expect(await (await later.get('/auth/passkey')).text()).toContain('Now your passkey');
    expect((await present(later, mine)).status).toBe(200);
    expect(await later.person()).toMatchObject({ email: BOSS, role: 'admin' });
    expect((await later.get('/admin?view=users')).status).toBe(200);
  });

  test('may be asked for it in two tabs, each of which accepts its own response once', async () => {
    const mine = key();
    await register(await signIn(), mine);
    const half = await signIn();
    const tabs = [await optionsOf(half, '/api/auth/passkey'), await optionsOf(half, '/api/auth/passkey')];
    const present = (options: (typeof tabs)[0]) =>
      half.postJson('/api/auth/passkey', { response: mine.get(options) });
    for (const status of [200, 403]) for (const tab of tabs) expect((await present(tab)).status).toBe(status);
  });

  testOnce('can only sign out before that', async () => {
    const boss = await signIn();
    await register(boss, key());
    const half = await signIn();
    const statuses = await Promise.all([
      half.postJson('/api/admin/user-data', { action: 'getAllUsers' }),
      half.postJson('/api/stream/connect'),
      half.postJson('/api/passkeys/options'),
      half.get('/api/sessions', { accept: 'application/json' }),
      half.get('/api/account/data', { accept: 'application/json' }),
      half.get('/api/auth/proof', { accept: 'application/json' }),
    ]).then((answers) => answers.map(({ status }) => status));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    for (const path of ['/settings/close', '/settings/sign-out', '/auth/confirm'])
      expect((await half.postForm(path, { confirmation: BOSS })).headers.get('location')).toBe('/');
    expect(await boss.person()).not.toBeNull();
    await half.postJson('/api/auth/logout');
    expect((await half.postJson('/api/auth/passkey/options')).status).toBe(401);
  });

  testOnce('also needs it in earlier sessions, but not in the one that registered it', async () => {
    const boss = await signIn();
    const before = await signIn();
    expect(await before.person()).not.toBeNull();
    await register(boss, key());
    expect(await before.person()).toBeNull();
    expect(await boss.person()).not.toBeNull();
  });

  testOnce('can sign in with the console’s link, remove the lost key, and no longer needs one', async () => {
    await register(await signIn(), key());
    const recovered = program.visitor();
    await recovered.openLink(await program.adminLink(BOSS));
    expect(await recovered.person()).toMatchObject({ email: BOSS });
    const html = await (await recovered.get('/settings')).text();
    const id = html.match(/data-remove-passkey="([^"]+)"/)?.[1] ?? '';
    expect((await recovered.send('DELETE', `/api/passkeys/${id}`)).status).toBe(200);
    expect(await (await signIn()).person()).not.toBeNull();
  });

  testOnce('uses it to confirm their identity, above all before adding or removing a passkey', async () => {
    const boss = await signIn();
    const mine = key();
    await register(boss, mine);
    await program.db.orm.update(loginSessions).set({ provenAt: program.clock.now() - 10 * 60_000 });
    for (const refused of [
      await boss.postJson('/api/passkeys/options'),
      await boss.postJson('/api/passkeys', {}),
      await boss.send('DELETE', '/api/passkeys/x', { headers: { accept: 'application/json' } }),
    ])
      expect(await refused.json()).toMatchObject({ reauthenticate: true });
    const stolen = program.visitor();
    for (const [name, value] of boss.jar) stolen.jar.set(name, value);
    expect((await present(boss, mine)).status).toBe(200);
    expect(await stolen.person()).toBeNull();
    expect((await register(boss, key())).status).toBe(201);
  });

  test('is the only one who can see or remove it; it is erased with the account', async () => {
    const boss = await signIn();
    await register(boss, key());
    const [{ id } = { id: '' }] = await program.accounts.listPasskeys((await boss.person())?.id ?? '');
    const other = await signIn('ada@example.com');
    expect((await other.send('DELETE', `/api/passkeys/${id}`)).status).toBe(404);
    expect((await other.postJson('/api/passkeys/options')).status).toBe(403);
  });
});

describeOnce('refused is', () => {
  const mine = createAuthenticator(ORIGIN);
  let boss: Visitor;
  let half: Visitor;
  beforeEach(async () => {
    boss = await signIn();
    await register(boss, mine);
    half = await signIn();
  });

  test.each([
    ['an answer given on another site', { origin: 'https://evil.example' }],
    ['one for another site’s key', { site: 'evil.example' }],
    ['one to another question', { challenge: 'AAAA' }],
    ['one without finger or PIN', { unverified: true }],
    ['one of a copy, which counts from the start', { counter: 1 }],
  ])('%s', async (_, twist) => {
    await present(half, mine, { counter: 1000 });
    const again = await signIn();
    expect((await present(again, mine, twist)).status).toBe(403);
    expect(await again.person()).toBeNull();
  });

  test('a different key', async () => {
    expect((await present(half, createAuthenticator(ORIGIN))).status).toBe(403);
    expect(await half.person()).toBeNull();
  });

  test('a response that was already used, or arrives after five minutes', async () => {
    const options = await optionsOf(half, '/api/auth/passkey');
    const answer = { response: mine.get(options, { counter: 2000 }) };
    program.clock.advance(5 * 60_000);
    expect((await half.postJson('/api/auth/passkey', answer)).status).toBe(403);
    const fresh = { response: mine.get(await optionsOf(half, '/api/auth/passkey'), { counter: 2001 }) };
    const answers = await Promise.all([1, 2, 3].map(() => half.postJson('/api/auth/passkey', fresh)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a challenge from another session', async () => {
    const options = await optionsOf(boss, '/api/auth/passkey');
    const answer = { response: mine.get(options, { counter: 3000 }) };
    expect((await half.postJson('/api/auth/passkey', answer)).status).toBe(403);
  });

  test('a key that is already registered, from another site, or without user verification', async () => {
    expect((await register(boss, mine)).status).toBe(403);
    for (const twist of [{ origin: 'https://evil.example' }, { site: 'evil.example' }, { unverified: true }])
      expect((await register(boss, createAuthenticator(ORIGIN), twist)).status).toBe(403);
    expect(await program.accounts.listPasskeys((await boss.person())?.id ?? '')).toHaveLength(1);
  });
});

test.each([
  ['https://dreams.example', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.4', false],
  ['http://box.local:3000', false],
])('browsers know passkeys at %s: %s', (origin, known) => expect(knowsPasskeys(origin)).toBe(known));
