import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  type IdentityProvider,
  OTHER_APP,
  startIdentityProvider,
} from '../../tests/identity-provider.ts';
import { ORIGIN, startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { PATH_FORMS } from './testing/path-forms.ts';

let idp: IdentityProvider;
let program: TestProgram;
const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };

beforeAll(async () => {
  idp = await startIdentityProvider();
  program = await startProgram(idp.env);
});
afterAll(async () => {
  await program.stop();
  await idp.stop();
});
beforeEach(() => {
  idp.people.clear();
  idp.tamperWithTokens(null);
});

/** Leaves for the provider, where everybody is signed in at once, and comes back with its answer. */
async function askProvider(visitor: Visitor, start = '/auth/provider'): Promise<URL> {
  const left = await visitor.get(start);
  expect(left.status).toBe(302);
  return idp.visit(left.headers.get('location') ?? '');
}

const come = (visitor: Visitor, answer: URL) => visitor.get(answer.pathname + answer.search);

test('a person signs in by redirect and lands where they wanted to go', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  const left = await visitor.get('/auth/signin?next=/settings');
  const address = new URL(left.headers.get('location') ?? '');
  expect(address.origin).toBe(idp.issuer);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    client_id: CLIENT.id,
    redirect_uri: `${ORIGIN}/auth/callback`,
    scope: 'openid email profile',
    nonce: expect.any(String),
    state: expect.any(String),
  });
  const back = await come(visitor, await idp.visit(address.href));
  expect(back.status).toBe(302);
  expect(back.headers.get('location')).toBe('/settings');
  expect(await visitor.person()).toMatchObject({ email: ada.email, role: 'user' });
  expect(visitor.jar.get('signed-in')).toBe('1');
});

test('where the provider is one of two ways, the page offers both', async () => {
  const both = await startProgram({ ...idp.env, AUTH_EMAIL_LINK: 'on' });
  const page = await both.visitor().get('/auth/signin?next=/settings');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('Continue with Google');
  expect(html).toContain('/auth/provider?next=%2Fsettings');
  expect(html).toContain('Your e-mail address');
  await both.stop();
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
])('nobody is led to %s after signing in', async (next) => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  const answer = await askProvider(visitor, `/auth/signin?next=${encodeURIComponent(next)}`);
  expect((await come(visitor, answer)).headers.get('location')).toBe('/dreamboard');
});

test('a way on that was slipped into the flow’s cookie leads nobody elsewhere', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  const answer = await askProvider(visitor);
  const flow = JSON.parse(Buffer.from(visitor.jar.get('signing-in') ?? '', 'base64url').toString());
  const tampered = JSON.stringify({ ...flow, next: '/x/..//evil.example' });
  visitor.jar.set('signing-in', Buffer.from(tampered).toString('base64url'));
  expect((await come(visitor, answer)).headers.get('location')).toBe('/dreamboard');
});

test('whoever is signed in already is led to paths of ours only', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  await come(visitor, await askProvider(visitor));
  for (const [next, path] of PATH_FORMS) {
    const answer = await visitor.get(`/auth/signin?next=${encodeURIComponent(next)}`);
    expect(answer.headers.get('location'), JSON.stringify(next)).toBe(path ?? '/dreamboard');
  }
});

test('a session that a browser had before ends with the new sign-in', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  await come(visitor, await askProvider(visitor));
  const old = program.visitor();
  for (const [name, value] of visitor.jar) old.jar.set(name, value);
  await come(visitor, await askProvider(visitor));
  expect(await visitor.person()).not.toBeNull();
  expect(await old.person()).toBeNull();
});

test('an issuer that answers the address at userinfo only works as well', async () => {
  const sparse = await startIdentityProvider({ emailInIdToken: false });
  const other = await startProgram(sparse.env);
  sparse.signInAs('ada', ada);
  const visitor = other.visitor();
  const left = await visitor.get('/auth/provider');
  await come(visitor, await sparse.visit(left.headers.get('location') ?? ''));
  expect(await visitor.person()).toMatchObject({ email: ada.email });
  await other.stop();
  await sparse.stop();
});

describe('refused', () => {
  async function expectRefused(visitor: Visitor, answer: Response, status = 401): Promise<void> {
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('role="alert"');
    expect(await visitor.person()).toBeNull();
  }

  test('another state', async () => {
    idp.signInAs('ada', ada);
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    answer.searchParams.set('state', 'forged');
    await expectRefused(visitor, await come(visitor, answer));
  });

  test('an answer that this browser did not ask for', async () => {
    idp.signInAs('ada', ada);
    const answer = await askProvider(program.visitor());
    const victim = program.visitor();
    await expectRefused(victim, await come(victim, answer), 400);
  });

  test('a code that was used already', async () => {
    idp.signInAs('ada', ada);
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    const cookies = new Map(visitor.jar);
    expect((await come(visitor, answer)).status).toBe(302);
    const again = program.visitor();
    for (const [name, value] of cookies) again.jar.set(name, value);
    await expectRefused(again, await come(again, answer));
  });

  test('another issuer’s answer', async () => {
    idp.signInAs('ada', ada);
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    answer.searchParams.set('iss', 'https://evil.example');
    await expectRefused(visitor, await come(visitor, answer));
  });

  test('an address that is not verified', async () => {
    idp.signInAs('mallory', { ...ada, email_verified: false });
    const visitor = program.visitor();
    await expectRefused(visitor, await come(visitor, await askProvider(visitor)));
  });

  test('a person who cancels there', async () => {
    const visitor = program.visitor();
    const left = await visitor.get('/auth/provider');
    const state = new URL(left.headers.get('location') ?? '').searchParams.get('state');
    await expectRefused(visitor, await visitor.get(`/auth/callback?error=access_denied&state=${state}`), 400);
  });

  const strangerKey = generateKeyPair('RS256', { extractable: true });
  const past = Math.floor(Date.now() / 1000) - 3600;
  test.each([
    ['for another app', { aud: OTHER_APP.id }],
    ['for several apps at once', { aud: [CLIENT.id, OTHER_APP.id] }],
    ['that another app asked for', { azp: OTHER_APP.id }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: past, iat: past - 60 }],
    ['with another nonce', { nonce: 'forged' }],
    ['that was made long ago', { iat: past }],
  ])('an id token %s', async (_, claims) => {
    await expectTokenRefused((usual) => idp.idToken({ ...usual, ...claims }));
  });

  test('an id token under a key that is not the provider’s', async () => {
    const { privateKey } = await strangerKey;
    await expectTokenRefused((usual) => idp.idToken(usual, privateKey));
  });

  test('an id token without a signature', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    await expectTokenRefused((usual) =>
      Promise.resolve(
        `${part({ alg: 'none' })}.${part({ ...usual, iss: idp.issuer, aud: CLIENT.id, iat: now, exp: now + 60 })}.`,
      ),
    );
  });

  test('the access token of another person beside the right id token, where the address comes from userinfo', async () => {
    idp.signInAs('ada', ada);
    idp.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    idp.tamperWithTokens(async (tokens) => ({
      access_token: await idp.accessToken('eve'),
      // Without an address, so that userinfo is asked.
      id_token: await idp.idToken({ sub: 'ada', nonce: nonceIn(tokens.id_token) }),
    }));
    await expectRefused(visitor, await come(visitor, answer));
  });

  test('but not a token that the tests forge as it should be', async () => {
    const answer = await comeWithToken(program.visitor(), (usual) => idp.idToken(usual));
    expect(answer.headers.get('location')).toBe('/dreamboard');
  });

  type Forge = (usual: Record<string, unknown>) => Promise<string>;

  async function comeWithToken(visitor: Visitor, forge: Forge): Promise<Response> {
    idp.signInAs('ada', ada);
    const answer = await askProvider(visitor);
    idp.tamperWithTokens(async (tokens) => ({
      ...tokens,
      id_token: await forge({ sub: 'ada', ...ada, nonce: nonceIn(tokens.id_token) }),
    }));
    return come(visitor, answer);
  }

  async function expectTokenRefused(forge: Forge): Promise<void> {
    const visitor = program.visitor();
    await expectRefused(visitor, await comeWithToken(visitor, forge));
  }

  const nonceIn = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).nonce;
});

test('a provider that is down gives a page that says so, and the next try works', async () => {
  const gone = await startIdentityProvider();
  const other = await startProgram(gone.env);
  await gone.stop();
  const answer = await other.visitor().get('/auth/signin');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('cannot be reached right now');
  expect(other.log()).not.toContain(CLIENT.secret);
  await other.stop();
});
