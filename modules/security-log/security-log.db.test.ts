import { asc } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../tests/authenticator.ts';
import { testOnce } from '../../tests/long-test.ts';
import { ORIGIN, type TestProgram, type Visitor } from '../../tests/program.ts';
import { type MailServer, signInByMail, startWithMail } from '../../tests/program-with-mail.ts';
import { createSecurityPersonalData } from './personal-data.ts';
import { securityEvents } from './tables.ts';

const BOSS = 'boss@example.com';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
let smtp: MailServer;
let program: TestProgram;

startWithMail({ ADMIN_EMAILS: BOSS }, (...started) => {
  [program, smtp] = started;
});

async function events() {
  await program.security.flush();
  return program.db.orm.select().from(securityEvents).orderBy(asc(securityEvents.at));
}
const lines = async () => (await events()).map(({ kind, detail }) => `${kind}: ${detail}`);

function signIn(email: string): Promise<Visitor> {
  return signInByMail(program.visitor({ 'user-agent': FIREFOX }, '203.0.113.7'), smtp, email);
}

describe('people’s actions', () => {
  test('are logged with account, address and device, in the security log and the server’s log', async () => {
    const boss = await signIn(BOSS);
    const id = (await boss.person())?.id;
    const options = await (await boss.postJson('/api/passkeys/options')).json();
    const key = createAuthenticator(ORIGIN);
    // Events of the same millisecond have no order.
    program.clock.advance(1);
    await boss.postJson('/api/passkeys', { name: 'My key', response: key.create(options) });
    const asked = await (await boss.postJson('/api/auth/passkey/options')).json();
    program.clock.advance(1);
    await boss.postJson('/api/auth/passkey', { response: key.get(asked) });
    const [passkey] = await program.accounts.listPasskeys(id ?? '');
    program.clock.advance(1);
    await boss.send('DELETE', `/api/passkeys/${passkey?.id}`);
    program.clock.advance(1);
    await boss.postForm('/settings/sign-out');
    expect(await lines()).toEqual([
      'sign-in: mailed link',
      'passkey: added My key',
      'proof: passkey',
      'passkey: removed My key',
      'session-end: all sessions ended',
    ]);
    for (const { userId, address, device, count } of await events())
      expect({ userId, address, device, count }).toEqual({
        userId: id,
        address: '203.0.113.7',
        device: 'Firefox on Linux',
        count: 1,
      });
    const logged = program
      .log()
      .split('\n')
      .filter((line) => line.includes('"event":"security"'));
    expect(logged[0]).toContain('"kind":"sign-in"');
    expect(logged[0]).toContain('203.0.113.7');
  });

  testOnce('are counted rather than logged beyond sixty per account and hour', async () => {
    const note = (detail: string) =>
      program.security.note({ kind: 'proof', userId: 'u', address: '203.0.113.7', device: 'd', detail });
    for (let n = 1; n <= 200; n += 1) await note(`number ${n}`);
    const rows = await events();
    expect(rows).toHaveLength(61);
    expect(rows.find(({ count }) => count > 1)).toMatchObject({
      userId: 'u',
      count: 140,
      detail: 'number 200',
    });
    program.clock.advance(3600_000);
    await note('later');
    expect(await events()).toHaveLength(62);
  });

  testOnce('include how a person signed in and how the session ended', async () => {
    const ada = await signIn('ada@example.com');
    program.clock.advance(1);
    await ada.postJson('/api/auth/logout');
    program.clock.advance(1);
    await program.visitor().openLink(await program.adminLink());
    expect(await lines()).toEqual([
      'sign-in: mailed link',
      'session-end: signed out',
      'sign-in: link from the console',
    ]);
  });
});

describe('refusals', () => {
  test('are one line per address, kind and hour, with a count and the last reason', async () => {
    const eve = program.visitor({}, '198.51.100.9');
    for (let guess = 0; guess < 62; guess += 1) await eve.send('POST', `/auth/link?token=secret-${guess}`);
    for (let n = 0; n < 7; n += 1) await eve.get('/api/sessions', { accept: 'application/json' });
    await program.visitor({}, '198.51.100.10').postJson('/api/admin/user-data', {});
    await eve.postJson('/api/auth/google', { token: 'x' });
    await eve.send('POST', '/api/sessions', { headers: { origin: 'https://evil.example' } });
    const rows = (await events()).map(({ kind, address, count, detail }) => [kind, address, count, detail]);
    expect(rows.sort()).toEqual(
      [
        ['sign-in-refused', '198.51.100.9', 60, 'mailed link used, too old or unknown'],
        ['limited', '198.51.100.9', 3, 'rate, POST /api/auth/google'],
        ['unauthorized', '198.51.100.9', 7, 'signed-out, GET /api/sessions'],
        ['unauthorized', '198.51.100.10', 1, 'signed-out, POST /api/admin/user-data'],
        ['forbidden', '198.51.100.9', 1, 'foreign-origin, POST /api/sessions'],
      ].sort(),
    );
    expect(JSON.stringify(await events())).not.toContain('secret-');
    expect(program.log()).not.toContain('secret-');

    await eve.get('/api/sessions', { accept: 'application/json' });
    program.clock.advance(3600_000);
    await eve.get('/api/sessions', { accept: 'application/json' });
    const mine = (await events()).filter(
      ({ kind, address }) => kind === 'unauthorized' && address === '198.51.100.9',
    );
    expect(mine.map(({ count }) => count)).toEqual([8, 1]);
  });

  testOnce('for missing rights name the reason; the session call doesn’t count', async () => {
    const ada = await signIn('ada@example.com');
    await ada.postJson('/api/admin/user-data', {});
    await program.visitor().get('/api/session', { accept: 'application/json' });
    expect(await lines()).toEqual([
      'sign-in: mailed link',
      'forbidden: forbidden, POST /api/admin/user-data',
    ]);
  });

  testOnce('of workers are counted, too', async () => {
    const request = new Request(`${ORIGIN}/worker`, {
      headers: { upgrade: 'websocket', authorization: 'Bearer guess' },
    });
    for (let guess = 0; guess < 5; guess += 1) await program.stream.upgrade(request, '198.51.100.11');
    expect(await events()).toMatchObject([
      { kind: 'worker-refused', address: '198.51.100.11', count: 5, detail: 'wrong worker token' },
    ]);
    expect(JSON.stringify(await events())).not.toContain('guess');
  });

  test('of one IPv6 network are one line, however many addresses it has', async () => {
    for (let n = 0; n < 50; n += 1) program.security.refused('forbidden', `2001:db8::${n.toString(16)}`, 'x');
    expect(await events()).toMatchObject([{ count: 50 }]);
  });

  test('a distributed flood causes a bounded number of rows, statements and lines', async () => {
    for (let n = 0; n < 20_000; n += 1)
      program.security.refused('unauthorized', `2001:db8:0:${n.toString(16)}::1`, `signed-out, GET /${n}`);
    const rows = await events();
    expect(rows).toHaveLength(101);
    expect(rows.find(({ address }) => address === 'other addresses')).toMatchObject({ count: 19_900 });
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
    expect(program.log().split('\n').length).toBeLessThan(120);
  });
});

test('is kept for ninety days, and swept daily', async () => {
  await signIn('ada@example.com');
  program.security.refused('forbidden', '198.51.100.12', 'x');
  await program.security.flush();
  program.clock.advance(89 * 24 * 3600_000);
  for (const daily of program.security.schedules) await daily.run(new AbortController().signal);
  expect(await events()).toHaveLength(2);
  program.clock.advance(2 * 24 * 3600_000);
  program.jobs.start();
  await vi.waitFor(async () => expect(await events()).toEqual([]), { timeout: 20_000 });
});

test('erasing an account erases the refusals of its networks, and no others', async () => {
  const ada = await signIn('ada@example.com');
  const id = (await ada.person())?.id ?? '';
  for (const network of ['203.0.113.7', '198.51.100.9'])
    program.security.refused('sign-in-refused', network, 'mailed link used, too old or unknown');
  expect((await events()).map(({ address }) => address).toSorted()).toEqual([
    '198.51.100.9',
    '203.0.113.7',
    '203.0.113.7',
  ]);
  await createSecurityPersonalData(program.db).erase(id);
  expect((await events()).map(({ address }) => address)).toEqual(['198.51.100.9']);
});
