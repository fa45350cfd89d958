import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../../tests/identity-provider.ts';
import { describeOnce, inBothDatabases, testOnce } from '../../../tests/long-test.ts';
import { startMailServer } from '../../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { loginSessions, users } from '../tables.ts';

const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let idp: IdentityProvider;
let program: TestProgram;

beforeAll(async () => {
  [smtp, idp] = await Promise.all([startMailServer(), startIdentityProvider()]);
});
afterAll(() => Promise.all([smtp.stop(), idp.stop()]));
beforeEach(async () => {
  idp.tamperWithTokens(null);
  program = await startProgram({ ...idp.env, SMTP_URL: smtp.url, AUTH_EMAIL_LINK: 'on' });
  return () => program.stop();
});

async function signInByMail(email = ada.email): Promise<Visitor> {
  const visitor = program.visitor();
  await visitor.postForm('/auth/signin', { email });
  await visitor.openLink(smtp.lastTo(email)?.link ?? '');
  return visitor;
}

async function goToProvider(visitor: Visitor, start: string): Promise<Response> {
  const left = await visitor.get(start);
  const answer = await idp.visit(left.headers.get('location') ?? '');
  return visitor.get(answer.pathname + answer.search);
}

async function signInByProvider(): Promise<Visitor> {
  idp.signInAs('ada', ada);
  const visitor = program.visitor();
  await goToProvider(visitor, '/auth/provider');
  return visitor;
}

/** The provider uses the machine's clock, so move the proof back instead of the clock forward. */
const letProofsAge = async () => {
  await program.db.orm.update(loginSessions).set({ provenAt: program.clock.now() - 10 * 60_000 });
};

const askProof = (visitor: Visitor) => visitor.get('/api/auth/proof', { accept: 'application/json' });
const closes = async (visitor: Visitor) => {
  await visitor.postForm('/settings/close', { confirmation: ada.email });
  const [user] = await program.db.orm.select().from(users);
  return user?.erasureAt != null;
};

describeOnce('without a fresh proof', () => {
  test('a call is refused with its own error, except within ten minutes of sign-in', async () => {
    const visitor = await signInByMail();
    expect((await askProof(visitor)).status).toBe(200);
    program.clock.advance(10 * 60_000);
    const refused = await askProof(visitor);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      error: 'Please confirm first that it is you.',
      code: 'reauthenticate',
      reauthenticate: true,
    });
  });

  test('closing an account, ending a session and connecting a sign-in all lead through the proof and back', async () => {
    const visitor = await signInByMail();
    const other = await signInByMail();
    const html = await (await visitor.get('/settings')).text();
    const session = html.match(/name="session" value="([^"]+)"/)?.[1] ?? '';
    await letProofsAge();

    const refusals = [
      await visitor.postForm('/settings/close', { confirmation: ada.email }),
      await visitor.postForm('/settings/sign-out', { session }),
      await visitor.postForm('/settings/sign-out'),
      await visitor.get('/auth/provider?connect'),
    ];
    expect(refusals.map(({ headers }) => headers.get('location'))).toEqual(
      [
        '/settings?resume=close',
        `/settings?resume=sign-out-${session}`,
        '/settings?resume=sign-out-all',
        '/auth/provider?connect',
      ].map((next) => `/auth/confirm?next=${encodeURIComponent(next)}`),
    );
    expect(await other.person()).not.toBeNull();
    expect(await visitor.person()).not.toBeNull();
    const call = await visitor.send('POST', '/settings/close', { headers: { accept: 'application/json' } });
    expect([call.status, await call.json()]).toEqual([
      403,
      expect.objectContaining({ reauthenticate: true }),
    ]);
    expect(await closes(visitor)).toBe(false);
  });

  test('an identity that waits to be connected keeps waiting', async () => {
    const visitor = await signInByMail();
    idp.signInAs('ada', ada);
    await goToProvider(visitor, '/auth/provider?connect');
    await letProofsAge();
    const answer = await visitor.postForm('/auth/connect', { choice: 'connect' });
    expect(answer.headers.get('location')).toBe('/auth/confirm?next=%2Fauth%2Fconnect');
    expect(await program.accounts.findIdentity(idp.issuer, 'ada')).toBeNull();
  });
});

describe('a mailed link', () => {
  async function askForLink(visitor: Visitor): Promise<string> {
    await letProofsAge();
    const sent = await visitor.postForm('/auth/confirm', { next: '/settings?resume=close' });
    expect(await sent.text()).toContain('Check your e-mail');
    return smtp.lastTo(ada.email)?.link ?? '';
  }

  testOnce('works once in the requesting browser, leads back, and renews the session’s token', async () => {
    const visitor = await signInByMail();
    const thief = program.visitor();
    const link = await askForLink(visitor);
    for (const [name, value] of visitor.jar) thief.jar.set(name, value);
    const { pathname, search } = new URL(link);
    expect(await (await visitor.get(pathname + search)).text()).toContain('Is this you?');

    const back = await visitor.openLink(link);
    expect(back.headers.get('location')).toBe('/settings?resume=close');
    expect(await (await visitor.get('/settings?resume=close')).text()).toContain(
      '<details class="danger-zone" open',
    );
    expect((await askProof(visitor)).status).toBe(200);
    expect(await thief.person()).toBeNull();
    expect((await visitor.openLink(link)).status).toBe(410);
    expect(await closes(visitor)).toBe(true);
  });

  testOnce(
    'can be requested however many strangers and thieves’ sessions request links for the address',
    async () => {
      const owner = await signInByMail();
      const thief = await signInByMail();
      await letProofsAge();
      for (let asker = 1; asker <= 45; asker += 1) {
        const stranger = program.visitor({}, `198.51.100.${asker}`);
        await stranger.postJson('/api/auth/email', { email: ada.email });
      }
      for (let ask = 0; ask < 12; ask += 1) await thief.postForm('/auth/confirm', { next: '/settings' });
      const link = await askForLink(owner);
      await thief.postForm('/auth/confirm', { next: '/settings' });
      await owner.openLink(link);
      await owner.postForm('/settings/sign-out');
      expect(await thief.person()).toBeNull();
    },
  );

  testOnce(
    'a stranger who keeps requesting links doesn’t block anyone else from signing in by mail',
    async () => {
      const ask = (address: string) =>
        program.visitor({}, address).postJson('/api/auth/email', { email: 'bea@example.com' });
      const statuses = new Set<number>();
      for (let n = 0; n < 12; n += 1) statuses.add((await ask('203.0.113.66')).status);
      expect(statuses).toEqual(new Set([202, 429]));
      expect((await ask('203.0.113.7')).status).toBe(202);
    },
  );

  testOnce('does nothing in another browser, signed in to the same account or not', async () => {
    const visitor = await signInByMail();
    const phone = await signInByMail();
    const link = await askForLink(visitor);
    for (const other of [phone, program.visitor()]) {
      const answer = await other.openLink(link);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('Another browser');
      expect((await askProof(visitor)).status).toBe(403);
    }
    expect((await askProof(phone)).status).toBe(403);
    await visitor.openLink(link);
    expect((await askProof(visitor)).status).toBe(200);
  });

  test('leads to no other site', async () => {
    const visitor = await signInByMail();
    await letProofsAge();
    await visitor.postForm('/auth/confirm', { next: '/.//evil.example' });
    const back = await visitor.openLink(smtp.lastTo(ada.email)?.link ?? '');
    expect(back.headers.get('location')).toBe('/settings');
  });
});

describe('the identity provider', () => {
  const CONFIRM = '/auth/provider?confirm&next=/settings?resume=close';

  testOnce('is asked to authenticate again, after which the person continues', async () => {
    const visitor = await signInByProvider();
    await letProofsAge();
    expect(await (await visitor.get('/auth/confirm?next=/settings')).text()).toContain(
      'Continue with Google',
    );
    const left = new URL((await visitor.get(CONFIRM)).headers.get('location') ?? '');
    expect(Object.fromEntries(left.searchParams)).toMatchObject({ prompt: 'login', max_age: '600' });
    const back = await goToProvider(visitor, CONFIRM);
    expect(back.headers.get('location')).toBe('/settings?resume=close');
    expect(await closes(visitor)).toBe(true);
  });

  const TIMES = [
    ['long ago', { auth_time: Math.floor(Date.now() / 1000) - 3600 }],
    ['who knows when', {}],
    ['in the future', { auth_time: Math.floor(Date.now() / 1000) + 3600 }],
  ] as const;
  test.each(inBothDatabases(TIMES, ([when]) => when === 'long ago'))(
    'that authenticated %s proves nothing, not even at sign-in',
    async (_, claims) => {
      const changeTime = (nonce: string | null) =>
        idp.tamperWithTokens(async (answer) => ({
          ...answer,
          id_token: await idp.idToken({ sub: 'ada', nonce: nonce ?? '', ...ada, ...claims }),
        }));
      idp.signInAs('ada', ada);
      const visitor = program.visitor();
      const leave = async (start: string) => {
        const left = new URL((await visitor.get(start)).headers.get('location') ?? '');
        changeTime(left.searchParams.get('nonce'));
        const answer = await idp.visit(left.href);
        return visitor.get(answer.pathname + answer.search);
      };
      await leave('/auth/provider');
      expect(await visitor.person()).not.toBeNull();
      expect((await askProof(visitor)).status).toBe(403);
      const back = await leave(CONFIRM);
      expect(back.status).toBe(403);
      expect(await back.text()).toContain('did not ask you');
      expect((await askProof(visitor)).status).toBe(403);
    },
  );

  testOnce('proves nothing about another person or for another session', async () => {
    const visitor = await signInByProvider();
    await letProofsAge();
    idp.signInAs('bob', { ...ada, email: 'bob@example.com' });
    expect((await goToProvider(visitor, CONFIRM)).status).toBe(403);
    expect(await visitor.person()).toMatchObject({ email: ada.email });

    const left = await visitor.get(CONFIRM);
    idp.signInAs('ada', ada);
    const other = await signInByProvider();
    await letProofsAge();
    const [name = '', flow = ''] = [...visitor.jar].find(([one]) => one.startsWith('signing-in')) ?? [];
    other.jar.set(name, flow);
    const answer = await idp.visit(left.headers.get('location') ?? '');
    expect((await other.get(answer.pathname + answer.search)).status).toBe(401);
    expect((await askProof(other)).status).toBe(403);
  });
});
