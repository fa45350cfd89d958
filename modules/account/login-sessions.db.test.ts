import { describe, expect, test } from 'vitest';
import { testOnce } from '../../tests/long-test.ts';
import type { TestProgram, Visitor } from '../../tests/program.ts';
import { type MailServer, signInByMail, startWithMail } from '../../tests/program-with-mail.ts';
import * as authTables from '../auth/tables.ts';

const DAY = 24 * 3600_000;
let smtp: MailServer;
let program: TestProgram;

startWithMail({}, (...started) => {
  [program, smtp] = started;
});

function signIn(
  email: string,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
): Promise<Visitor> {
  return signInByMail(program.visitor({ 'user-agent': userAgent }), smtp, email);
}

describe('login sessions', () => {
  testOnce('are stored as hashes; the cookie’s token is stored nowhere', async () => {
    const visitor = await signIn('ada@example.com');
    const rows = JSON.stringify(await program.db.orm.select().from(authTables.loginSessions));
    expect(rows).not.toContain(visitor.jar.get('reverie-sid'));
  });

  testOnce('expire thirty days after their last use', async () => {
    const visitor = await signIn('ada@example.com');
    program.clock.advance(29 * DAY);
    expect(await visitor.person()).not.toBeNull();
    program.clock.advance(30 * DAY + 1);
    expect(await visitor.person()).toBeNull();
  });

  testOnce('end ninety days after sign-in, however much they are used', async () => {
    const visitor = await signIn('ada@example.com');
    for (let day = 1; day < 90; day += 1) {
      program.clock.advance(DAY);
      expect(await visitor.person()).not.toBeNull();
    }
    program.clock.advance(DAY);
    expect(await visitor.person()).toBeNull();
  });

  testOnce('of an admin end after seven, including those from before the role', async () => {
    const admin = program.visitor();
    await admin.openLink(await program.adminLink());
    const promoted = await signIn('ada@example.com');
    for (let day = 1; day < 7; day += 1) {
      program.clock.advance(DAY);
      expect(await admin.person()).not.toBeNull();
    }
    program.clock.advance(DAY);
    expect(await admin.person()).toBeNull();
    const user = await program.accounts.findUser((await promoted.person())?.id ?? '');
    if (!user) throw new Error('no such person');
    const why = { source: 'admin', actorId: null, reason: null } as const;
    await program.accounts.changeAccount(user, { role: 'admin', tier: null }, why);
    expect(await promoted.person()).toBeNull();
  });

  testOnce('renew their cookie, at most once an hour', async () => {
    const visitor = await signIn('ada@example.com');
    const renewed = async () =>
      (await visitor.get('/terms')).headers.getSetCookie().find((line) => line.startsWith('reverie-sid='));
    expect(await renewed()).toBeUndefined();
    program.clock.advance(2 * 3600_000);
    expect(await renewed()).toMatch(/Max-Age=2592000.*HttpOnly/);
    expect(await renewed()).toBeUndefined();
  });

  test('are listed with device and last use, and can be ended one by one or all at once', async () => {
    const here = await signIn('ada@example.com');
    const phone = await signIn(
      'ada@example.com',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1',
    );
    const laptop = await signIn(
      'ada@example.com',
      'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0',
    );
    const stranger = await signIn('eve@example.com');
    const html = await (await here.get('/settings')).text();
    for (const device of ['Firefox on Linux', 'Safari on iPhone', 'Edge on Windows'])
      expect(html).toContain(device);
    expect(html.match(/This device/g)).toHaveLength(1);

    const session =
      html.match(/value="([^"]+)"\/><button[^>]*aria-label="Sign out Safari on iPhone"/)?.[1] ?? '';
    await stranger.postForm('/settings/sign-out', { session });
    expect(await phone.person()).not.toBeNull();
    await here.postForm('/settings/sign-out', { session });
    expect(await phone.person()).toBeNull();
    expect(await laptop.person()).not.toBeNull();

    const out = await here.postForm('/settings/sign-out');
    expect(out.headers.get('location')).toBe('/');
    expect(await here.person()).toBeNull();
    expect(await laptop.person()).toBeNull();
    expect(await stranger.person()).not.toBeNull();
  });

  testOnce('are deleted on the server after sign-out', async () => {
    const visitor = await signIn('ada@example.com');
    const copy = program.visitor();
    for (const [name, value] of visitor.jar) copy.jar.set(name, value);
    const left = await visitor.postJson('/api/auth/logout');
    expect(left.headers.get('clear-site-data')).toBe('"cache"');
    expect(await copy.person()).toBeNull();
  });
});
