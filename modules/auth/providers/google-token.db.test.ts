import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, OTHER_APP, startIdentityProvider } from '../../../tests/identity-provider.ts';
import { startProgram, type TestProgram } from '../../../tests/program.ts';

let idp: IdentityProvider;
let program: TestProgram;
const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };

beforeAll(async () => {
  idp = await startIdentityProvider();
  program = await startProgram({ ...idp.env, ADMIN_EMAILS: 'boss@example.com' });
});
afterAll(async () => {
  await program.stop();
  await idp.stop();
});
beforeEach(() => idp.people.clear());

const send = (token: unknown) => program.visitor().postJson('/api/auth/google', { token });

test('an access token issued for us signs in and returns the person, nothing else', async () => {
  idp.people.set('ada', ada);
  const visitor = program.visitor();
  const answer = await visitor.postJson('/api/auth/google', { token: await idp.accessToken('ada') });
  expect(answer.status).toBe(200);
  const { user } = await answer.json();
  expect(user).toEqual({
    id: expect.any(String),
    name: ada.name,
    email: ada.email,
    picture: null,
    role: 'user',
  });
  expect(await visitor.person()).toEqual(user);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('reverie-sid='));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
});

test('the same person returns to the same account', async () => {
  idp.people.set('ada', ada);
  const first = await (await send(await idp.accessToken('ada'))).json();
  idp.people.set('ada', { ...ada, email: 'ada.king@example.com' });
  const second = await (await send(await idp.accessToken('ada'))).json();
  expect(second.user.id).toBe(first.user.id);
  expect(second.user.email).toBe('ada.king@example.com');
});

test.each([
  ['made for another app', () => idp.accessToken('eve', { clientId: OTHER_APP.id })],
  ['that has expired', () => idp.accessToken('eve', { expiresIn: -10 })],
  ['without the right to the address', () => idp.accessToken('eve', { scope: 'openid profile' })],
  ['nobody made', () => Promise.resolve('made-up')],
  [
    'that is an id token for us',
    () => idp.idToken({ sub: 'eve', email: 'eve@example.com', email_verified: true }),
  ],
])('a token %s is refused', async (_, mint) => {
  idp.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
  const visitor = program.visitor();
  const answer = await visitor.postJson('/api/auth/google', { token: await mint() });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({
    error: 'This sign-in was not accepted. Please try again.',
    code: 'token',
  });
  expect(await visitor.person()).toBeNull();
});

test('an unverified address is refused', async () => {
  idp.people.set('mallory', { email: 'ada@example.com', email_verified: false, name: 'Ada' });
  const answer = await send(await idp.accessToken('mallory'));
  expect(answer.status).toBe(401);
});

test('a reassigned address with a new subject gets its own account and none of the old rights', async () => {
  idp.people.set('boss', { email: 'boss@example.com', email_verified: true, name: 'Boss' });
  const { user: boss } = await (await send(await idp.accessToken('boss'))).json();
  expect(boss.role).toBe('admin');
  idp.people.set('new-hire', { email: 'boss@example.com', email_verified: true, name: 'New Hire' });
  const { user: hire } = await (await send(await idp.accessToken('new-hire'))).json();
  expect(hire.id).not.toBe(boss.id);
  expect(hire.role).toBe('user');
});

test.each([[{}], [{ token: '' }], [{ token: 7 }], [{ token: 'x', more: 1 }]])(
  'a body like %j is refused',
  async (body) => {
    const answer = await program.visitor().postJson('/api/auth/google', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('error');
  },
);

test('another site’s page can’t sign anyone in', async () => {
  const answer = await program
    .visitor({ origin: 'https://evil.example' })
    .postJson('/api/auth/google', { token: 'x' });
  expect(answer.status).toBe(403);
});

test('guessing tokens is rate-limited', async () => {
  const patient = await startProgram(idp.env);
  const statuses = new Set<number>();
  for (let guess = 0; guess < 70; guess += 1) {
    statuses.add((await patient.visitor().postJson('/api/auth/google', { token: ' ' })).status);
  }
  const last = await patient.visitor().postJson('/api/auth/google', { token: ' ' });
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(statuses).toEqual(new Set([401, 429]));
  await patient.stop();
});
