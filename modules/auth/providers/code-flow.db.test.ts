import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  type IdentityProvider,
  OTHER_APP,
  startIdentityProvider,
} from '../../../tests/identity-provider.ts';
import { describeOnce, testOnce } from '../../../tests/long-test.ts';
import { ORIGIN, startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { PATH_FORMS } from '../testing/path-forms.ts';

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

/** Goes to the provider, which signs everyone in immediately, and returns with its answer. */
async function askProvider(visitor: Visitor, start = '/auth/provider'): Promise<URL> {
  const left = await visitor.get(start);
  expect(left.status).toBe(302);
  return idp.visit(left.headers.get('location') ?? '');
}

let newcomers = 0;
/** A visitor with their own IP address, and so their own rate limits. */
const newcomer = (at = program) => at.visitor({}, `198.51.100.${++newcomers}`);

const nonceIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).nonce;

const come = (visitor: Visitor, answer: URL) => visitor.get(answer.pathname + answer.search);

test('a person signs in by redirect and returns to the requested page', async () => {
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

  // No page of ours was shown before the sign-in, so the dreamboard asks about news until it gets an answer.
  const question = 'Shall we mail you news now and then?';
  expect(await (await visitor.get('/dreamboard')).text()).toContain(question);
  const answered = await visitor.postForm('/settings/news', { wanted: 'no', back: 'board' });
  expect(answered.headers.get('location')).toBe('/dreamboard');
  expect(await (await visitor.get('/dreamboard')).text()).not.toContain(question);
});

testOnce('the page offers both ways if there are two', async () => {
  const both = await startProgram({ ...idp.env, AUTH_EMAIL_LINK: 'on' });
  const page = await both.visitor().get('/auth/signin?next=/settings');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('Continue with Google');
  expect(html).toContain('/auth/provider?next=%2Fsettings');
  expect(html).toContain('Your e-mail address');
  await both.stop();
});

testOnce('words of the home page survive the sign-in, whose first page is ours', async () => {
  // The network has used its guests.
  const visitor = program.visitor({}, '2001:db8:77::1');
  for (let n = 0; n < 6; n += 1) await program.visitor({}, '2001:db8:77::2').postJson('/api/guest');
  const posted = await visitor.postForm('/stream', { words: 'A fox in the snow' });
  expect(posted.headers.get('location')).toBe('/auth/signin?next=/stream');
  const page = await visitor.get('/auth/signin?next=/stream');
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('A fox in the snow')]);
  const arabic = { headers: { 'accept-language': 'ar' } };
  // As on the button that sent it.
  expect(await (await visitor.send('GET', '/auth/signin?next=/stream', arabic)).text()).toContain('ثعلب');
  idp.signInAs('words', { ...ada, email: 'words@example.com' });
  const back = await come(visitor, await askProvider(visitor, '/auth/provider?next=/stream'));
  expect(back.headers.get('location')).toBe('/stream');
  expect(await (await visitor.get('/stream')).text()).toContain('"words":"A fox in the snow"');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
])('no one is redirected to %s after sign-in', async (next) => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  const answer = await askProvider(visitor, `/auth/signin?next=${encodeURIComponent(next)}`);
  expect((await come(visitor, answer)).headers.get('location')).toBe('/dreamboard');
});

testOnce('a redirect injected into the flow’s cookie is ignored', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  const answer = await askProvider(visitor);
  const [name = '', value = ''] = [...visitor.jar].find(([one]) => one.startsWith('signing-in')) ?? [];
  const flow = JSON.parse(Buffer.from(value, 'base64url').toString());
  const tampered = JSON.stringify({ ...flow, next: '/x/..//evil.example' });
  visitor.jar.set(name, Buffer.from(tampered).toString('base64url'));
  expect((await come(visitor, answer)).headers.get('location')).toBe('/dreamboard');
});

test('people who are already signed in are only redirected within this site', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  await come(visitor, await askProvider(visitor));
  for (const [next, path] of PATH_FORMS) {
    const answer = await visitor.get(`/auth/signin?next=${encodeURIComponent(next)}`);
    expect(answer.headers.get('location'), JSON.stringify(next)).toBe(path ?? '/dreamboard');
  }
});

test('a new sign-in ends the browser’s previous session', async () => {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  await come(visitor, await askProvider(visitor));
  const old = program.visitor();
  for (const [name, value] of visitor.jar) old.jar.set(name, value);
  await come(visitor, await askProvider(visitor));
  expect(await visitor.person()).not.toBeNull();
  expect(await old.person()).toBeNull();
});

testOnce('an issuer that returns the address only from userinfo works, too', async () => {
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

describe('two tabs that sign in side by side', () => {
  test('both succeed, in either order, and cancelling one doesn’t affect the other', async () => {
    idp.signInAs('ada', ada);
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const visitor = newcomer();
      const answers = [
        await askProvider(visitor, '/auth/provider?next=/settings'),
        await askProvider(visitor),
      ];
      const places = [];
      for (const tab of order) {
        const back = await come(visitor, answers[tab] as URL);
        expect(back.status).toBe(302);
        places[tab] = back.headers.get('location');
      }
      expect(places).toEqual(['/settings', '/dreamboard']);
      expect(await visitor.person()).toMatchObject({ email: ada.email });
    }
    const visitor = newcomer();
    const [first, second] = [await askProvider(visitor), await askProvider(visitor)];
    const state = first.searchParams.get('state');
    expect((await visitor.get(`/auth/callback?error=access_denied&state=${state}`)).status).toBe(400);
    expect((await come(visitor, second)).status).toBe(302);
  });

  test('of very many, the newest succeed, and the browser keeps only a few cookies', async () => {
    idp.signInAs('ada', ada);
    const visitor = newcomer();
    const answers: URL[] = [];
    for (let tab = 0; tab < 12; tab += 1) answers.push(await askProvider(visitor));
    expect([...visitor.jar.keys()].filter((name) => name.startsWith('signing-in'))).toHaveLength(8);
    expect((await come(visitor, answers[0] as URL)).status).toBe(401);
    for (const answer of answers.slice(-8)) expect((await come(visitor, answer)).status).toBe(302);
  });
});

test('other programs’ cookies with our names neither sign people out nor lock them out', async () => {
  idp.signInAs('ada', ada);
  const visitor = newcomer();
  const answer = await askProvider(visitor);
  const withForeign = async (path: string) => {
    const all = [...visitor.jar].flatMap(([name, value]) => [
      `${name}=foreign`,
      `${name}=${value}`,
      `${name}=%`,
    ]);
    const cookie = [
      'sid=foreign',
      'theme=dracula',
      'dreamboard-sort=oldest-first',
      'x=%E0%A4%A',
      ...all,
    ].join('; ');
    return program.visitor({ cookie }).get(path, { accept: '*/*' });
  };
  await come(visitor, answer);
  expect([...visitor.jar.keys()]).toContain('reverie-sid');
  expect(await (await withForeign('/api/session')).json()).toMatchObject({ user: { email: ada.email } });
  expect((await withForeign('/dreamboard')).status).toBe(200);
  // A session started by an earlier version, under a cookie name that other programs also use.
  visitor.jar.set('sid', visitor.jar.get('reverie-sid') ?? '');
  visitor.jar.set('reverie-sid', 'foreign');
  expect(await visitor.person()).toMatchObject({ email: ada.email });
});

describeOnce('providers as they are', () => {
  let trusting: TestProgram;
  beforeAll(async () => {
    trusting = await startProgram({ ...idp.env, OIDC_TRUST_EMAIL: 'on' });
  });
  afterAll(() => trusting.stop());

  interface Trial {
    /** default: the shared program */
    at?: TestProgram;
    /** userinfo claims */
    person?: Record<string, unknown>;
  }

  /** Signs in with an id token that has these claims; null for the provider's own. */
  async function signIn(claims: object | null, { at = program, person = ada }: Trial = {}) {
    const visitor = newcomer(at);
    const before = at.log().length;
    idp.signInAs('ada', person as typeof ada);
    const back = await askProvider(visitor);
    if (claims)
      idp.tamperWithTokens(async (tokens) => ({
        ...tokens,
        id_token: await idp.idToken({ sub: 'ada', nonce: nonceIn(tokens.id_token), ...claims }),
      }));
    const answer = await come(visitor, back);
    idp.tamperWithTokens(null);
    const text = answer.status === 302 ? '' : await answer.text();
    return { status: answer.status, text, person: await visitor.person(), log: at.log().slice(before) };
  }

  /** As above, with changes to the discovery document. */
  async function signInAt(document: object, claims: object) {
    idp.tamperWithDocument(async (usual) => ({ ...usual, ...document }));
    const at = await startProgram(idp.env);
    const found = await signIn(claims, { at });
    idp.tamperWithDocument(null);
    await at.stop();
    return found;
  }

  const { email_verified: _, ...silent } = ada;

  test('one that doesn’t report verification is trusted if the operator vouches for it', async () => {
    const refused = await signIn(silent, { person: silent });
    expect(refused).toMatchObject({ status: 401, person: null });
    expect(refused.text).toContain('does not say whether your e-mail address is verified');
    expect(refused.log).toMatch(/claim email_verified: absent.*OIDC_TRUST_EMAIL=on/);
    expect((await signIn(silent, { person: silent, at: trusting })).person).toMatchObject({
      email: ada.email,
    });
  });

  test('one that calls every address unverified, too', async () => {
    const unverified = { ...ada, email_verified: false };
    const refused = await signIn(unverified, { person: unverified });
    expect(refused.log).toMatch(/claim email_verified: false.*OIDC_TRUST_EMAIL=on/);
    expect(refused.text).toContain('not verified there yet');
    expect((await signIn(unverified, { person: unverified, at: trusting })).person).not.toBeNull();
  });

  test('missing id token claims are read from userinfo, for the same person and address only', async () => {
    expect((await signIn(silent)).person).toMatchObject({ email: ada.email });
    expect((await signIn({}, {})).person).toMatchObject({ email: ada.email, name: ada.name });
    expect((await signIn({ ...silent, email: 'boss@example.com' })).person).toBeNull();
  });

  test('one without userinfo, or whose userinfo is down, signs people in by id token', async () => {
    const without = { userinfo_endpoint: undefined };
    expect((await signInAt(without, ada)).person).toMatchObject({ email: ada.email });
    const { name: __, ...nameless } = ada;
    const away = { userinfo_endpoint: 'http://127.0.0.1:9/userinfo' };
    expect((await signInAt(away, nameless)).person).toMatchObject({ email: ada.email });
    const none = await signInAt(without, {});
    expect([none.status, none.text]).toEqual([401, expect.stringContaining('has no e-mail address')]);
    expect(none.log).toContain('claim email: absent');
  });

  test.each([
    [{ name: null, picture: { data: { url: 'x' } }, email_verified: 'True' }],
    [{ name: ['Ada'], picture: 7, email_verified: '1' }],
    [{ name: '\u0000', picture: 'x'.repeat(5000), email_verified: 1, locale: {}, groups: null }],
    [{ name: 'x'.repeat(5000), picture: '', email: ' ada@example.com ' }],
  ])('claims in another format refuse no one: %j', async (odd) => {
    expect((await signIn({ ...ada, ...odd })).person).toMatchObject({ email: ada.email });
  });

  test('a clock that is a minute ahead is tolerated', async () => {
    const iat = Math.floor(Date.now() / 1000) + 60;
    expect((await signIn({ ...ada, iat, nbf: iat, exp: iat + 60 })).person).not.toBeNull();
  });

  const now = Math.floor(Date.now() / 1000);
  test.each([
    ['algorithm', { alg: 'HS256' }, /algorithm: the id token is signed by ."HS256."; choose one of RS256/],
    ['audience', { aud: OTHER_APP.id }, /audience: the id token is for ."other-app.", not for reverie/],
    ['authorised party', { azp: OTHER_APP.id }, /audience: azp of the id token is ."other-app."/],
    [
      'clock',
      { iat: now + 600, exp: now + 1200 },
      /clock: iat of the id token is \d+ s ahead of the clock here/,
    ],
    ['expiry', { iat: now - 900, exp: now - 600 }, /clock: exp of the id token is \d+ s behind/],
    ['issuer', { iss: 'https://evil.example' }, /claim iss: the id token is of ."https:\/\/evil.example."/],
    ['nonce', { nonce: 'forged' }, /claim nonce: not the one of this sign-in/],
    ['subject', { sub: undefined }, /claim sub: missing/],
  ])(
    'the log says that a refused token’s %s is wrong, and never contains the token',
    async (_name, claims, why) => {
      let token = '';
      const { alg, ...rest } = { alg: undefined, ...claims } as Record<string, unknown>;
      idp.signInAs('ada', ada);
      const visitor = newcomer();
      const answer = await askProvider(visitor);
      idp.tamperWithTokens(async (tokens) => {
        const nonce = nonceIn(tokens.id_token);
        const all = {
          iss: idp.issuer,
          aud: CLIENT.id,
          iat: now,
          exp: now + 60,
          sub: 'ada',
          ...ada,
          nonce,
          ...rest,
        };
        token = alg
          ? await new SignJWT(all).setProtectedHeader({ alg: String(alg) }).sign(Buffer.alloc(32, 1))
          : await idp.idToken(all);
        return { ...tokens, id_token: token };
      });
      const before = program.log().length;
      expect((await come(visitor, answer)).status).toBe(401);
      const logged = program.log().slice(before);
      expect(logged).toMatch(why);
      for (const part of token.split('.')) expect(logged).not.toContain(part);
      expect(logged).not.toContain(answer.searchParams.get('code') ?? 'none');
    },
  );

  test('the log says that the client secret is wrong, and what the provider returned instead of a code', async () => {
    const at = await startProgram({ ...idp.env, OIDC_CLIENT_SECRET: 'not-that-one' });
    const wrong = await signIn(null, { at });
    await at.stop();
    expect(wrong.log).toMatch(
      /the token address refused: invalid_client \(.*client authentication failed.*\)\. Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
    );
    expect(wrong.log).not.toContain('not-that-one');
    const visitor = newcomer();
    const state = (await askProvider(visitor)).searchParams.get('state');
    await visitor.get(`/auth/callback?error=invalid_scope&error_description=x&state=${state}`);
    expect(program.log()).toContain('the provider answered invalid_scope');
  });
});

describeOnce('a provider that supports only one client authentication method', () => {
  const ODD_SECRET = 'a:secret with%41+signs/of=all kinds';
  test.each([
    ['client_secret_post', undefined],
    ['client_secret_basic', ['client_secret_post']],
    ['client_secret_basic', undefined],
  ] as const)('%s, whatever its document says (%j), signs people in', async (clientAuth, supported) => {
    const strict = await startIdentityProvider({ clientAuth, clientSecret: ODD_SECRET });
    strict.tamperWithDocument(async (usual) => ({
      ...usual,
      token_endpoint_auth_methods_supported: supported,
    }));
    const other = await startProgram(strict.env);
    strict.signInAs('ada', ada);
    const costs: number[] = [];
    for (let time = 1; time <= 2; time += 1) {
      const visitor = newcomer(other);
      const left = await visitor.get('/auth/provider');
      const answer = await strict.visit(left.headers.get('location') ?? '');
      const before = strict.requests();
      expect((await come(visitor, answer)).status, other.log()).toBe(302);
      costs.push(strict.requests() - before);
    }
    // Later sign-ins start with the method that worked; the first one also fetched the keys.
    expect(costs[1]).toBe(1);
    expect(other.log()).not.toContain('a:secret');
    await other.stop();
    await strict.stop();
  });
});

testOnce('a provider that returns with a new key under the old id signs people in', async () => {
  const before = await startIdentityProvider();
  const other = await startProgram(before.env);
  const signIn = async (at: IdentityProvider) => {
    at.signInAs('ada', ada);
    const visitor = newcomer(other);
    const left = await visitor.get('/auth/provider');
    return (await come(visitor, await at.visit(left.headers.get('location') ?? ''))).status;
  };
  expect(await signIn(before)).toBe(302);
  await before.stop();
  const after = await startIdentityProvider({ port: before.port });
  expect(await signIn(after)).toBe(302);
  // A forged signature makes us fetch the keys again once, not every time.
  const requests = after.requests();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  after.tamperWithTokens(async (tokens) => ({
    ...tokens,
    id_token: await after.idToken({ sub: 'ada', ...ada, nonce: nonceIn(tokens.id_token) }, privateKey),
  }));
  expect([await signIn(after), await signIn(after)]).toEqual([401, 401]);
  expect(other.log()).toContain('signature: the id token fits none of the keys at jwks_uri');
  expect(after.requests() - requests).toBeLessThan(12);
  await other.stop();
  await after.stop();
});

describeOnce('refused', () => {
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

  test('a response that this browser didn’t request', async () => {
    idp.signInAs('ada', ada);
    const answer = await askProvider(program.visitor());
    const victim = program.visitor();
    await expectRefused(victim, await come(victim, answer), 400);
  });

  test('a code that was already used', async () => {
    idp.signInAs('ada', ada);
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    const cookies = new Map(visitor.jar);
    expect((await come(visitor, answer)).status).toBe(302);
    const again = program.visitor();
    for (const [name, value] of cookies) again.jar.set(name, value);
    await expectRefused(again, await come(again, answer));
  });

  test('a response from another issuer', async () => {
    idp.signInAs('ada', ada);
    const visitor = program.visitor();
    const answer = await askProvider(visitor);
    answer.searchParams.set('iss', 'https://evil.example');
    await expectRefused(visitor, await come(visitor, answer));
  });

  test('an unverified address', async () => {
    idp.signInAs('mallory', { ...ada, email_verified: false });
    const visitor = program.visitor();
    await expectRefused(visitor, await come(visitor, await askProvider(visitor)));
  });

  test('a cancelled sign-in', async () => {
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
      // Without an address, so userinfo is requested.
      id_token: await idp.idToken({ sub: 'ada', nonce: nonceIn(tokens.id_token) }),
    }));
    await expectRefused(visitor, await come(visitor, answer));
  });

  test('but not a correctly forged test token', async () => {
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
});

testOnce('a provider that is down shows an error page, and the next try works', async () => {
  const gone = await startIdentityProvider();
  const other = await startProgram(gone.env);
  await gone.stop();
  const answer = await other.visitor().get('/auth/signin');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('cannot be reached right now');
  expect(other.log()).not.toContain(CLIENT.secret);
  await other.stop();
});
