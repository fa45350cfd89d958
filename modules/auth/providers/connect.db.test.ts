import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../../tests/identity-provider.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';

let idp: IdentityProvider;
let program: TestProgram;

beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());
beforeEach(async () => {
  program = await startProgram({ ...idp.env, AUTH_EMAIL_LINK: 'on' });
  return () => program.stop();
});

async function signInByMail(visitor: Visitor, email: string): Promise<Response> {
  await visitor.postForm('/auth/signin', { email, next: '/auth/connect' });
  const mail = (await readOutbox(program.dataDir)).find((mail) => mail.includes(`To: ${email}`));
  await rm(join(program.dataDir, 'outbox'), { recursive: true });
  return visitor.openLink(mail?.match(/http\S+token=\S+/)?.[0] ?? '');
}

async function signInByProvider(visitor: Visitor, start = '/auth/provider'): Promise<Response> {
  const left = await visitor.get(start);
  const answer = await idp.visit(left.headers.get('location') ?? '');
  return visitor.get(answer.pathname + answer.search);
}

test('a person connects the provider from Settings after confirming, and signs in with it afterwards', async () => {
  const visitor = program.visitor();
  await signInByMail(visitor, 'ada@example.com');
  const ada = await visitor.person();
  expect(await (await visitor.get('/settings')).text()).toContain('Connect Google');

  idp.signInAs('ada-1', { email: 'Ada@Example.com', email_verified: true, name: 'Ada' });
  const back = await signInByProvider(visitor, '/auth/provider?connect');
  expect(back.headers.get('location')).toBe('/auth/connect');
  expect(await (await visitor.get('/auth/connect')).text()).toContain('Connect Google?');
  expect((await visitor.postForm('/auth/connect', { choice: 'connect' })).headers.get('location')).toBe(
    '/settings',
  );

  const elsewhere = program.visitor();
  expect((await signInByProvider(elsewhere)).headers.get('location')).toBe('/dreamboard');
  expect(await elsewhere.person()).toMatchObject({ id: ada?.id });
});

testOnce('nothing is connected before the person confirms', async () => {
  const visitor = program.visitor();
  await signInByMail(visitor, 'ada@example.com');
  idp.signInAs('ada-2', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
  await signInByProvider(visitor, '/auth/provider?connect');
  await visitor.get('/auth/connect');
  await visitor.postForm('/auth/connect', { choice: 'leave' });
  const elsewhere = program.visitor();
  const back = await signInByProvider(elsewhere);
  expect(back.headers.get('location')).toBe('/auth/connect');
  expect(await elsewhere.person()).toBeNull();
});

test('a provider sign-in with a mail account’s address is asked, confirmed by mail, and connected', async () => {
  const before = program.visitor();
  await signInByMail(before, 'ada@example.com');
  const ada = await before.person();

  const visitor = program.visitor();
  idp.signInAs('ada-3', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
  expect((await signInByProvider(visitor)).headers.get('location')).toBe('/auth/connect');
  expect(await (await visitor.get('/auth/connect')).text()).toContain('Have you been here before?');
  // Without a proof the button only asks for one.
  expect((await visitor.postForm('/auth/connect', { choice: 'connect' })).headers.get('location')).toBe(
    '/auth/signin?next=/auth/connect',
  );
  expect(await visitor.person()).toBeNull();
  expect((await signInByMail(visitor, 'ada@example.com')).headers.get('location')).toBe('/auth/connect');
  await visitor.postForm('/auth/connect', { choice: 'connect' });

  const elsewhere = program.visitor();
  await signInByProvider(elsewhere);
  expect(await elsewhere.person()).toMatchObject({ id: ada?.id });
});

testOnce('or starts with a separate account that shares nothing with the other', async () => {
  const before = program.visitor();
  await signInByMail(before, 'ada@example.com');
  const visitor = program.visitor();
  idp.signInAs('ada-4', { email: 'ada@example.com', email_verified: true, name: 'Another Ada' });
  await signInByProvider(visitor);
  const started = await visitor.postForm('/auth/connect', { choice: 'separate' });
  expect(started.headers.get('location')).toBe('/dreamboard');
  const person = await visitor.person();
  expect(person).toMatchObject({ name: 'Another Ada', role: 'user' });
  expect(person?.id).not.toBe((await before.person())?.id);
});

testOnce(
  'another address, another account’s identity and an unverified address cannot be connected',
  async () => {
    const visitor = program.visitor();
    await signInByMail(visitor, 'ada@example.com');

    idp.signInAs('bob', { email: 'bob@example.com', email_verified: true, name: 'Bob' });
    await signInByProvider(visitor, '/auth/provider?connect');
    expect(await (await visitor.get('/auth/connect')).text()).toContain('A different address');
    expect((await visitor.postForm('/auth/connect', { choice: 'connect' })).status).toBe(409);

    await signInByProvider(program.visitor());
    await signInByProvider(visitor, '/auth/provider?connect');
    expect(await (await visitor.get('/auth/connect')).text()).toContain('Already in use');
    expect((await visitor.postForm('/auth/connect', { choice: 'connect' })).status).toBe(409);

    idp.signInAs('mallory', { email: 'ada@example.com', email_verified: false, name: 'Ada' });
    expect((await signInByProvider(visitor, '/auth/provider?connect')).status).toBe(401);
  },
);

testOnce(
  'a reassigned address with a new subject at the same issuer gets its own account without a question',
  async () => {
    idp.signInAs('first-holder', { email: 'desk@example.com', email_verified: true, name: 'First' });
    const first = program.visitor();
    await signInByProvider(first);
    idp.signInAs('second-holder', { email: 'desk@example.com', email_verified: true, name: 'Second' });
    const second = program.visitor();
    expect((await signInByProvider(second)).headers.get('location')).toBe('/dreamboard');
    expect((await second.person())?.id).not.toBe((await first.person())?.id);
  },
);

test('two tabs that connect at the same time each do what they show', async () => {
  const visitor = program.visitor();
  await signInByMail(visitor, 'ada@example.com');
  const ada = await visitor.person();
  const pages: string[] = [];
  for (const [subject, email] of [
    ['ada-5', 'ada@example.com'],
    ['bob-5', 'bob@example.com'],
  ] as const) {
    idp.signInAs(subject, { email, email_verified: true, name: subject });
    const back = await signInByProvider(visitor, '/auth/provider?connect');
    pages.push(await (await visitor.get(back.headers.get('location') ?? '')).text());
  }
  expect(pages).toEqual([
    expect.stringContaining('Connect Google?'),
    expect.stringContaining('A different address'),
  ]);
  const flow = pages[0]?.match(/name="flow" value="([^"]+)"/)?.[1] ?? '';
  const pressed = await visitor.postForm('/auth/connect', { choice: 'connect', flow });
  expect(pressed.headers.get('location')).toBe('/settings');
  idp.signInAs('ada-5', { email: 'ada@example.com', email_verified: true, name: 'ada-5' });
  const elsewhere = program.visitor();
  await signInByProvider(elsewhere);
  expect((await elsewhere.person())?.id).toBe(ada?.id);
});
