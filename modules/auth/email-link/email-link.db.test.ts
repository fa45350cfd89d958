import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testOnce } from '../../../tests/long-test.ts';
import { readMail, startMailServer } from '../../../tests/mail-server.ts';
import { ORIGIN, startProgram, type TestProgram } from '../../../tests/program.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;

beforeAll(async () => {
  smtp = await startMailServer();
});
afterAll(() => smtp.stop());

const ask = (email: string, next?: string) =>
  program.visitor().postJson('/api/auth/email', { email, ...(next === undefined ? {} : { next }) });

describe('over SMTP', () => {
  beforeAll(async () => {
    program = await startProgram({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Dreams <dreams@example.com>',
      ADMIN_EMAILS: 'boss@example.com',
      APP_NAME: 'Nocturne',
    });
    return () => program.stop();
  });

  test('a link arrives, signs in once and returns to the requested page', async () => {
    const answer = await ask('ada@example.com', '/settings');
    expect(answer.status).toBe(202);
    const mail = smtp.lastTo('ada@example.com');
    expect(mail?.subject).toBe('Sign in to Nocturne');
    expect(mail?.raw).toContain('From: Dreams <dreams@example.com>');
    expect(mail?.link).toMatch(new RegExp(`^${ORIGIN}/auth/link\\?token=[\\w-]{43}$`));

    const visitor = program.visitor();
    const used = await visitor.openLink(mail?.link ?? '');
    expect(used.status).toBe(303);
    expect(used.headers.get('location')).toBe('/settings');
    expect(await visitor.person()).toMatchObject({ email: 'ada@example.com', role: 'user' });

    const again = program.visitor();
    expect((await again.openLink(mail?.link ?? '')).status).toBe(410);
    expect(await again.person()).toBeNull();
  });

  test('a mail scanner that opens the link doesn’t use it up', async () => {
    await ask('careful@example.com');
    const link = new URL(smtp.lastTo('careful@example.com')?.link ?? '');
    for (let look = 0; look < 3; look += 1) {
      const page = await program.visitor().get(link.pathname + link.search);
      expect(page.status).toBe(200);
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.getSetCookie()).toEqual([]);
    }
    const visitor = program.visitor();
    await visitor.openLink(link.href);
    expect(await visitor.person()).toMatchObject({ email: 'careful@example.com' });
  });

  test('if two people press the button at once, one gets in', async () => {
    await ask('twins@example.com');
    const link = smtp.lastTo('twins@example.com')?.link ?? '';
    const answers = await Promise.all([1, 2, 3, 4].map(() => program.visitor().openLink(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
  });

  test('the link expires after 10 minutes', async () => {
    await ask('late@example.com');
    program.clock.advance(10 * 60_000 + 1);
    const visitor = program.visitor();
    expect((await visitor.openLink(smtp.lastTo('late@example.com')?.link ?? '')).status).toBe(410);
    expect(await visitor.person()).toBeNull();
  });

  test('mail and page say on which device it was requested, and when', async () => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1';
    const asking = program.visitor({ 'user-agent': phone }, '203.0.113.77');
    const before = program.clock.now();
    await asking.postForm('/auth/signin', { email: 'told@example.com' });
    const mail = smtp.lastTo('told@example.com');
    const requested =
      /It works once, for 10 minutes\. It was requested on (\w+ \d+, \d{4} at \d\d:\d\d UTC) \(Safari on iPhone\)\./;
    const moment = mail?.raw.match(requested)?.[1] ?? '';
    expect(Math.abs(Date.parse(moment.replace(' at', '')) - before)).toBeLessThan(61_000);
    expect(mail?.raw).not.toContain('203.0.113.77');
    const { pathname, search } = new URL(mail?.link ?? '');
    const html = await (await program.visitor().get(pathname + search)).text();
    const asked = html.match(/Requested from Safari on iPhone on <time dateTime="([^"]+)"/)?.[1] ?? '';
    expect(Math.abs(Date.parse(asked) - before)).toBeLessThan(5_000);
    expect(html).not.toContain('203.0.113.77');
  });

  test('requesting a new link invalidates older ones of the same mailbox, and no others', async () => {
    await ask('other@example.com');
    const links: string[] = [];
    for (const email of ['again@example.com', 'Again@Example.com', 'again@example.com']) {
      await ask(email);
      links.push(smtp.lastTo(email)?.link ?? '');
    }
    const statuses: number[] = [];
    for (const link of links) statuses.push((await program.visitor().openLink(link)).status);
    expect(statuses).toEqual([410, 410, 303]);
    expect((await program.visitor().openLink(smtp.lastTo('other@example.com')?.link ?? '')).status).toBe(303);
  });

  test('the response doesn’t reveal whether an address is known', async () => {
    const known = await ask('ada@example.com');
    const unknown = await ask('nobody@example.com');
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  test('an address in different case belongs to the same person', async () => {
    const first = program.visitor();
    await ask('grace@example.com');
    await first.openLink(smtp.lastTo('grace@example.com')?.link ?? '');
    await ask('Grace@Example.com');
    const second = program.visitor();
    await second.openLink(smtp.lastTo('Grace@Example.com')?.link ?? '');
    expect((await second.person())?.id).toBe((await first.person())?.id);
  });

  test('an address in ADMIN_EMAILS becomes admin, since only its owner reads the mail', async () => {
    await ask('boss@example.com');
    const visitor = program.visitor();
    await visitor.openLink(smtp.lastTo('boss@example.com')?.link ?? '');
    expect(await visitor.person()).toMatchObject({ role: 'admin' });
  });

  test('a rejection by the mail server is reported and recorded', async () => {
    smtp.refused.add('gone@example.com');
    const answer = await ask('gone@example.com');
    expect(answer.status).toBe(503);
    expect((await answer.json()).error).toMatch(/could not be sent: .* rejected this address/);
    expect(program.log()).not.toMatch(/token=/);
  });

  test('a deferred mail waits, and arrives later with its own link', async () => {
    program.jobs.start();
    /** Waits until the job has been deferred, so the clock can be advanced to its next attempt. */
    const putOff = () =>
      expect
        .poll(
          async () =>
            (await program.queue.figures()).counts.find(({ kind }) => kind === 'deferred-link')?.state,
        )
        .toBe('waiting');
    smtp.later.set('grey@example.com', 2);
    const answer = await ask('grey@example.com', '/settings');
    expect([answer.status, await answer.json()]).toEqual([202, { sent: false, waiting: true }]);
    program.clock.advance(61_000);
    program.jobs.wake();
    await expect.poll(() => smtp.later.get('grey@example.com')).toBe(0);
    await putOff();
    program.clock.advance(4 * 60_000);
    program.jobs.wake();
    await expect.poll(() => smtp.lastTo('grey@example.com')).toBeDefined();
    program.clock.advance(9 * 60_000);
    const visitor = program.visitor();
    const used = await visitor.openLink(smtp.lastTo('grey@example.com')?.link ?? '');
    expect([used.status, used.headers.get('location')]).toEqual([303, '/settings']);
    expect(await visitor.person()).toMatchObject({ email: 'grey@example.com' });
  });

  test('the page says so, and a newer link replaces a waiting one', async () => {
    smtp.later.set('grey.two@example.com', 1);
    const page = await program.visitor().postForm('/auth/signin', { email: 'grey.two@example.com' });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Your mail is waiting')]);
    await ask('grey.two@example.com');
    const { link } = smtp.lastTo('grey.two@example.com') ?? { link: '' };
    program.clock.advance(61_000);
    program.jobs.wake();
    await expect.poll(() => program.queue.nextDue(['deferred-link'])).toBeNull();
    expect(smtp.mails.filter(({ to }) => to === 'grey.two@example.com')).toHaveLength(1);
    const visitor = program.visitor();
    await visitor.openLink(link);
    expect(await visitor.person()).toMatchObject({ email: 'grey.two@example.com' });
  });

  test.each([
    'r&d@example.com',
    'a/b@example.com',
    "o'hara@mailhost",
    'ops@bücher.example',
    'jörg@bücher.example',
  ])('a person signs in as %s', async (email) => {
    expect((await ask(email)).status).toBe(202);
    const visitor = program.visitor();
    await visitor.openLink(smtp.mails.at(-1)?.link ?? '');
    expect(await visitor.person()).toMatchObject({ email });
  });

  test.each(['', 'ada', 'ada@', 'a b@example.com', `${'a'.repeat(300)}@example.com`])(
    'the address %j is refused, naming the field',
    async (email) => {
      const answer = await ask(email);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ field: 'email' });
    },
  );

  test('a line break in an address can’t inject mail headers', async () => {
    expect((await ask('ada@example.com\r\nBcc: eve@example.com')).status).toBe(400);
  });

  testOnce('an address gets at most ten links an hour', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await ask('flood@example.com')).status);
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
  });
});

describe('without SMTP', () => {
  beforeEach(async () => {
    program = await startProgram();
    return () => program.stop();
  });

  testOnce(
    'the mail is a file in the outbox with owner-only permissions, and the log has no token',
    async () => {
      await ask('ada@example.com');
      const [name = ''] = await readdir(join(program.dataDir, 'outbox'));
      const path = join(program.dataDir, 'outbox', name);
      expect((await stat(path)).mode & 0o077).toBe(0);
      const { link } = readMail(await readFile(path, 'utf8'), 'ada@example.com');
      expect(program.log()).toContain(name);
      expect(program.log()).not.toContain(link.split('token=')[1]);
      const visitor = program.visitor();
      await visitor.openLink(link);
      expect(await visitor.person()).toMatchObject({ email: 'ada@example.com' });
    },
  );

  test('the first-admin link signs in once as admin', async () => {
    const link = await program.adminLink('root@example.com');
    const visitor = program.visitor();
    expect((await visitor.openLink(link)).headers.get('location')).toBe('/dreamboard');
    expect(await visitor.person()).toMatchObject({ email: 'root@example.com', role: 'admin' });
    expect(await program.accounts.hasAdmin()).toBe(true);
    expect((await program.visitor().openLink(link)).status).toBe(410);
  });

  testOnce('guessing links is rate-limited', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 62; guess += 1)
      statuses.push((await program.visitor().send('POST', `/auth/link?token=guess-${guess}`)).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(410));
    expect(statuses.slice(60)).toEqual([429, 429]);
  });

  test('the form works without script and reports errors', async () => {
    const visitor = program.visitor();
    const wrong = await visitor.postForm('/auth/signin', { email: 'nope', next: '/settings' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toMatch(/role="alert"[^>]*>Please enter a valid e-mail address\./);
    const sent = await visitor.postForm('/auth/signin', { email: ' ada@example.com ', next: '/settings' });
    expect(await sent.text()).toContain('Check your e-mail');
  });
});

testOnce('no one gets a link when it is turned off', async () => {
  const off = await startProgram({ AUTH_EMAIL_LINK: 'off' });
  const answer = await off.visitor().postJson('/api/auth/email', { email: 'ada@example.com' });
  expect(answer.status).toBe(404);
  await off.stop();
});
