import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { startMailServer } from '../../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { until } from '../../../tests/wire/inbox.ts';
import { users } from '../../auth/tables.ts';
import { newId } from '../../kit/ids.ts';
import { createBulkStore } from '../../mail/bulk-store.ts';
import { mailLog } from '../../mail/tables.ts';
import type { MailsAnswer } from '../contract/mails.ts';
import type { Audit } from '../operator.ts';
import { createAdminStore } from '../store.ts';
import { sendEmail } from './send-mail.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;
let admin: Visitor;
beforeAll(async () => {
  smtp = await startMailServer();
  program = await startProgram({ SMTP_URL: smtp.url, MAIL_FROM: 'Reverie <hello@dreams.test>' });
  program.jobs.start();
  admin = program.visitor();
  await admin.openLink(await program.adminLink());
});
afterAll(async () => {
  await program.stop();
  await smtp.stop();
});

const mails = async (filter: object = {}): Promise<MailsAnswer> =>
  (
    await admin.postJson('/api/admin/mail-data', { action: 'getMails', page: 1, limit: 50, ...filter })
  ).json();

describe(`the list of mails on ${dialect}`, () => {
  test('has every mail with its outcome; failed ones of a bulk mail are sent again, in their language', async () => {
    const people = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        program.accounts.createUser({ name, email: `${name}@example.com`, picture: null, role: 'user' }),
      ),
    );
    await program.db.orm
      .update(users)
      .set({ locale: 'de' })
      .where(eq(users.id, people[1]?.id ?? ''));
    smtp.refused.add('two@example.com');
    const german = { locale: 'de', subject: 'Wir ziehen um', content: 'Am Montag, {name}.' };
    await admin.postJson('/api/admin/mail-jobs', {
      kind: 'service',
      subject: 'We move',
      content: 'On Monday.',
      translations: [german, { locale: 'fr', subject: 'Nous déménageons', content: 'Lundi.' }],
      userIds: people.map(({ id }) => id),
    });
    const finished = (sent: number, failed: number) =>
      until('the mail to many', async () => {
        const answer = await mails();
        const [job] = answer.jobs;
        return job?.state === 'completed' && job.sent === sent && job.failed === failed && answer;
      });
    const { jobs } = await finished(2, 1);
    expect(jobs[0]).toMatchObject({ subject: 'We move', kind: 'service', audience: 'selected', total: 3 });
    const failed = await mails({ state: 'failed' });
    expect(failed).toMatchObject({
      totalCount: 1,
      mails: [{ to: 'two@example.com', user_id: people[1]?.id }],
    });
    expect(failed.mails[0]?.error).toContain('no such mailbox');
    expect((await mails({ to: 'one@example.com' })).mails.map(({ state }) => state)).toEqual(['sent']);

    smtp.refused.clear();
    const retry = (jobId = jobs[0]?.id) =>
      admin.postJson('/api/admin/mail-data', { action: 'retryFailed', jobId });
    expect((await retry()).status).toBe(200);
    const again = await finished(1, 0);
    expect(again.jobs.map(({ subject, total }) => [subject, total])).toEqual([
      ['We move', 1],
      ['We move', 3],
    ]);
    const sentTo = (address: string) =>
      smtp.mails.filter(({ to }) => to === address).map(({ subject, raw }) => [subject, raw]);
    expect(sentTo('one@example.com')).toEqual([['We move', expect.stringContaining('On Monday.')]]);
    expect(sentTo('two@example.com')).toEqual([
      ['Wir ziehen um', expect.stringContaining('Am Montag, two.')],
    ]);
    expect((await retry(again.jobs[0]?.id)).status).toBe(409);
    expect((await retry('nobody')).status).toBe(409);
    const { entries } = await (
      await admin.postJson('/api/admin/audit-data', {
        action: 'getAudit',
        page: 1,
        limit: 20,
        act: 'bulk-mail',
      })
    ).json();
    expect(entries[0].what).toContain('“We move” again to the 1 that failed');
  });

  const people = (names: string[], domain: string) =>
    Promise.all(
      names.map((name) =>
        program.accounts.createUser({ name, email: `${name}@${domain}`, picture: null, role: 'user' }),
      ),
    );
  const start = async (whom: object, subject = 'News'): Promise<string> => {
    const letter = { kind: 'service', subject, content: 'Hello {name}' };
    const answer = await admin.postJson('/api/admin/mail-jobs', { ...letter, ...whom });
    expect(answer.status).toBe(200);
    return (await answer.json()).id;
  };
  const jobOf = async (id: string) => (await mails()).jobs.find((job) => job.id === id);
  const audited = async () => {
    const asked = { action: 'getAudit', page: 1, limit: 5 };
    return (await (await admin.postJson('/api/admin/audit-data', asked)).json()).entries.map(
      ({ what }: { what: string }) => what,
    );
  };
  const arrived = (domain: string) =>
    smtp.mails
      .map(({ to }) => to)
      .filter((to) => to.endsWith(domain))
      .toSorted();

  test('a mail to all filtered people reaches only them, and list and audit name the filter', async () => {
    const [, , closed] = await people(['ann', 'ben', 'closed'], 'filter.example');
    await program.db.orm
      .update(users)
      .set({ erasureAt: program.clock.now() + 1e9 })
      .where(eq(users.id, closed?.id ?? ''));
    const filter = { role: 'user', email: '@FILTER.example' };
    const listed = { action: 'getAllUsers', ...filter, mailable: true };
    const answer = await (await admin.postJson('/api/admin/user-data', listed)).json();
    expect(answer).toMatchObject({ totalCount: 2 });
    const id = await start({ filter });
    await until('its end', async () => (await jobOf(id))?.state === 'completed');
    expect(arrived('filter.example')).toEqual(['ann@filter.example', 'ben@filter.example']);
    const whom = 'role user, address with “@FILTER.example”';
    expect(await jobOf(id)).toMatchObject({ audience: whom, total: 2, sent: 2 });
    expect(await audited()).toContain(`Bulk mail: “News” to 2 (${whom})`);
    const both = { filter, audience: 'all' };
    for (const wrong of [{ filter: { role: 'king' } }, { filter: { nobody: 1 } }, both, {}]) {
      const refused = { kind: 'service', subject: 'Hi', content: 'Hi', ...wrong };
      expect((await admin.postJson('/api/admin/mail-jobs', refused)).status).toBe(400);
    }
  });

  test('a bulk mail can be tested on the operator or a given address, exactly as everyone will get it', async () => {
    const letter = { kind: 'marketing', subject: 'News, {name}', content: '<p>Hello {name}</p>' };
    const trial = async (more: object = {}) => {
      const answer = await admin.postJson('/api/admin/mail-data', { action: 'sendTest', ...letter, ...more });
      return { status: answer.status, json: await answer.json() };
    };
    expect(await trial()).toEqual({ status: 200, json: { to: 'admin@example.com' } });
    expect(await trial({ to: 'me@test.example' })).toEqual({
      status: 200,
      json: { to: 'me@test.example' },
    });
    const mail = smtp.lastTo('me@test.example');
    expect(mail?.raw).toMatch(/^Subject: \[Test\] News, /m);
    expect(mail?.raw).toMatch(/List-Unsubscribe:/i);
    expect(mail?.raw).not.toContain('{name}');
    expect((await audited())[0]).toBe('Mail: “News, {name}”, a test');
    smtp.refused.add('me@test.example');
    expect(await trial({ to: 'me@test.example' })).toMatchObject({
      status: 502,
      json: { error: expect.stringContaining('no such mailbox') },
    });
    smtp.refused.clear();
    for (const to of ['nobody', 'a@b.example\r\nBcc: c@d.example'])
      expect((await trial({ to })).status).toBe(400);
  });

  test('a stopped mail resumes for the rest, once each, even if several operators resume it', async () => {
    const all = await people(
      Array.from({ length: 7 }, (_, index) => `r${index}`),
      'rest.example',
    );
    const rest = (id: string) => admin.postJson('/api/admin/mail-data', { action: 'sendRest', jobId: id });
    // The job is stopped while a mail is being sent, and resumed before the mail server answers.
    const second = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    smtp.hooks.onStage = async (stage) => {
      if (stage !== 'end' || arrived('rest.example').length !== 2) return;
      second.resolve();
      await asked.promise;
    };
    const id = await start({ userIds: all.map((one) => one.id) });
    expect((await rest(id)).status).toBe(409);
    await second.promise;
    await admin.postJson(`/api/admin/mail-jobs/${id}/cancel`, {});
    expect(await jobOf(id)).toMatchObject({ state: 'cancelled', left: 5 });
    const answers = await Promise.all([rest(id), rest(id), rest(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    asked.resolve();
    smtp.hooks.onStage = () => {};
    await until('its end', async () => (await jobOf(id))?.state === 'completed');
    expect(arrived('rest.example')).toEqual(all.map(({ email }) => email).toSorted());
    expect(await jobOf(id)).toMatchObject({ sent: 7, failed: 0, left: 0 });
    expect((await rest(id)).status).toBe(409);
    expect(await audited()).toContain('Bulk mail: “News” continues, to the 5 that were left');
  });
});

describe(`mail on ${dialect}`, () => {
  const person = (name: string) =>
    program.accounts.createUser({ name, email: `${newId()}@example.com`, picture: null, role: 'user' });
  async function post<T>(path: string, body: unknown): Promise<{ status: number; json: T }> {
    const answer = await admin.postJson(`/api/admin/${path}`, body);
    return { status: answer.status, json: await answer.json() };
  }
  interface Job {
    id: string;
    state: string;
    sent: number;
    failed: number;
    skipped: number;
    total: number;
    results: { failed: { email: string; error: string }[] };
    unreached: string[];
  }
  const start = (userIds: string[], content = 'Hello {name}, 1 < 2', kind = 'service') =>
    post<Job>('mail-jobs', { kind, subject: 'News for {name}', content, userIds });
  const read = async (id: string): Promise<Job> => (await admin.get(`/api/admin/mail-jobs/${id}`)).json();
  const finished = (id: string) => expect.poll(() => read(id).then(({ state }) => state)).toBe('completed');

  test('with news goes to subscribers by name, skips a rejected address, and can be unsubscribed from', async () => {
    const people = [await person('<b>Ann</b>'), await person('Ben'), await person('Cleo')];
    for (const { id } of people) await program.accounts.setNews(id, 'yes');
    const unasked = await person('Dan');
    smtp.refused.add(people[1]?.email ?? '');
    const { json } = await start(
      [unasked, ...people].map(({ id }) => id),
      '<p>Hello {name}</p>',
      'marketing',
    );
    await finished(json.id);
    expect(await read(json.id)).toMatchObject({
      total: 3,
      sent: 2,
      failed: 1,
      results: { failed: [{ email: people[1]?.email, error: expect.stringContaining('no such mailbox') }] },
    });
    const [first] = smtp.mails.filter(({ to }) => to === people[0]?.email);
    expect(first?.raw).toContain('&lt;b&gt;Ann&lt;/b&gt;');
    expect(first?.raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i);
    expect(first?.raw).toMatch(
      /Content-Type: text\/plain[\s\S]+Hello <b>Ann<\/b>[\s\S]+Content-Type: text\/html/,
    );
    expect(first?.raw).toMatch(/<!doctype html><html lang="en" dir="ltr"><head>/);
    const address = first?.raw.match(/List-Unsubscribe:\s*<([^>]+)>/i)?.[1] ?? '';
    const { pathname } = new URL(address);
    const oneClick = program.visitor();
    expect((await oneClick.postForm(pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    const toAll = (kind: string) =>
      start(
        [unasked, ...people].map(({ id }) => id),
        'Hello',
        kind,
      );
    const again = await toAll('marketing');
    // Meanwhile, the others get their mail.
    await program.accounts.setNews(people[2]?.id ?? '', 'no');
    await finished(again.json.id);
    expect(await read(again.json.id)).toMatchObject({ total: 2, sent: 0, skipped: 1, failed: 1 });
    const service = await toAll('service');
    await finished(service.json.id);
    expect(await read(service.json.id)).toMatchObject({ total: 4, sent: 3, skipped: 0, failed: 1 });
    for (const { email } of [unasked, people[0] ?? unasked])
      expect(smtp.lastTo(email)?.raw).not.toMatch(/List-Unsubscribe|unsubscribe/i);
    expect(await start([unasked.id], 'Hello', 'marketing')).toMatchObject({
      status: 400,
      json: { error: 'None of them has asked for news.' },
    });
  });

  test('is retried if the mail server says “later”, and shown as waiting until then', async () => {
    const [grey, dead, fine] = [await person('Grey'), await person('Dead'), await person('Fine')];
    smtp.later.set(grey.email, 2).set(dead.email, 1000);
    const { json } = await start([grey, dead, fine].map(({ id }) => id));
    const put = (email: string) => ({ email, error: expect.stringContaining('greylisted') });
    await expect
      .poll(() => read(json.id))
      .toMatchObject({
        state: 'running',
        sent: 1,
        failed: 0,
        waiting: 2,
        unreached: [],
        results: { successful: [fine.email], failed: [], waiting: [put(grey.email), put(dead.email)] },
      });
    const later = async (minutes: number) => {
      // Once the job is postponed, its time can come.
      await expect
        .poll(
          async () => (await program.queue.figures()).counts.find(({ kind }) => kind === 'bulk-mail')?.state,
        )
        .toBe('waiting');
      program.clock.advance(minutes * 60_000);
      program.jobs.wake();
    };
    await later(1.1);
    await expect.poll(() => smtp.later.get(grey.email)).toBe(0);
    await expect.poll(() => read(json.id)).toMatchObject({ waiting: 2 });
    await later(5);
    await expect.poll(() => read(json.id)).toMatchObject({ sent: 2, waiting: 1 });
    expect(smtp.mails.filter(({ to }) => to === grey.email)).toHaveLength(1);
    await later(25 * 60);
    await finished(json.id);
    expect(await read(json.id)).toMatchObject({
      sent: 2,
      results: { failed: [put(dead.email)], waiting: [] },
    });
  });

  test('waits as a whole for up to a day while no mail server answers', async () => {
    const away = await startProgram({ SMTP_URL: 'smtp://127.0.0.1:1' });
    away.jobs.start();
    const make = (name: string) =>
      away.accounts.createUser({ name, email: `${name}@example.com`, picture: null, role: 'user' });
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => make(`w${index}`)));
    const mailing = {
      kind: 'service' as const,
      subject: 'Hi',
      content: 'Hello',
      translations: null,
      audience: 'all',
      origin: '',
    };
    const id = await away.mail.bulk.start(
      { ...mailing, people, createdBy: people[0]?.id ?? '' },
      async () => {},
    );
    await expect.poll(() => away.mail.bulk.progressOf(id)).toMatchObject({ waiting: 12, failed: 0 });
    const tried = await away.db.orm.select().from(mailLog);
    expect(tried.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    await expect
      .poll(async () => (await away.queue.figures()).counts.find(({ kind }) => kind === 'bulk-mail')?.state)
      .toBe('waiting');
    away.clock.advance(25 * 3600_000);
    away.jobs.wake();
    await expect.poll(() => away.mail.bulk.progressOf(id)).toMatchObject({ state: 'completed', failed: 12 });
    await away.stop();
  });

  /** Starts a mail's attempt, using the store of its job. */
  async function beginMail(id: string, to: Awaited<ReturnType<typeof person>>) {
    const root = await admin.person();
    const bulk = createBulkStore(program.db, program.clock, program.kit.traceOf);
    const job = {
      kind: 'service' as const,
      subject: 'Hi',
      content: 'Hello',
      translations: null,
      audience: 'selected',
      createdBy: root?.id ?? '',
    };
    await bulk.transact(() => bulk.addJob({ id, ...job }, [to]));
    const recipient = await bulk.nextRecipient(id);
    if (!recipient) throw new Error('nobody is next');
    return { bulk, recipient };
  }

  test('that was interrupted goes out under the same id', async () => {
    const one = await person('Cut');
    const { bulk, recipient } = await beginMail('cut', one);
    await bulk.intend(recipient, 'known-before', 'en');
    await program.jobs.enqueue({ kind: 'bulk-mail', key: 'cut', payload: { jobId: 'cut', origin: '' } });
    await finished('cut');
    expect(smtp.lastTo(one.email)?.raw).toContain('Message-ID: <known-before@dreams.test>');
  });

  test('that was interrupted at the mail server isn’t sent again, and its result says so', async () => {
    const one = await person('Uncertain');
    const { bulk, recipient } = await beginMail('handed', one);
    await bulk.intend(recipient, 'handed-before', 'en');
    expect(await bulk.handOver(recipient)).toBe(true);
    expect(await bulk.handOver(recipient)).toBe(false);
    await program.jobs.enqueue({
      kind: 'bulk-mail',
      key: 'handed',
      payload: { jobId: 'handed', origin: '' },
    });
    await finished('handed');
    expect(smtp.lastTo(one.email)).toBeUndefined();
    expect((await read('handed')).results.failed).toEqual([
      { email: one.email, error: expect.stringContaining('may have arrived') },
    ]);
  });

  test('can be cancelled, lists the people it didn’t reach, and stays available', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, (_, index) => person(`P${index}`)));
    const { json } = await start(people.map(({ id }) => id));
    await expect.poll(() => read(json.id).then(({ sent }) => sent)).toBeGreaterThan(0);
    expect((await post<Job>(`mail-jobs/${json.id}/cancel`, {})).json.state).toBe('cancelled');
    await expect
      .poll(async () => {
        const { sent, unreached } = await read(json.id);
        return sent + unreached.length;
      })
      .toBe(40);
    const { unreached } = await read(json.id);
    expect(unreached.at(-1)).toBe(people.at(-1)?.email);
    expect(smtp.mails.some(({ to }) => unreached.includes(to))).toBe(false);
    const recent = async () => (await admin.get('/api/admin/mail-jobs')).json();
    expect(await recent()).toEqual({
      job: { ...(await read(json.id)), results: undefined, unreached: undefined },
    });
    const bulk = createBulkStore(program.db, program.clock, program.kit.traceOf);
    expect(await bulk.findRecentJob(program.clock.now() + 1)).toBeNull();
  });

  testOnce('to one person returns the mail server’s message if rejected', async () => {
    const one = await person('Single');
    const send = () => post('send-email', { to: one.email, subject: 'Hi', html: '<p>Hello</p>' });
    const history = async () => {
      const { json } = await post<{ history: { what: string }[] }>('user-data', {
        action: 'getUserHistory',
        userId: one.id,
      });
      return json.history.map(({ what }) => what).slice(0, -1);
    };
    expect(await send()).toMatchObject({ status: 200, json: { ok: true } });
    expect(await history()).toEqual(['Mail sent: “Hi”']);
    smtp.refused.add(one.email);
    expect(await send()).toMatchObject({
      status: 502,
      json: { error: 'Failed to send email', details: '550 no such mailbox' },
    });
    expect((await history()).toSorted()).toEqual(['Mail not sent: “Hi”', 'Mail sent: “Hi”']);

    const root = await admin.person();
    const store = createAdminStore(program.db, program.clock);
    const audit: Audit = (line) => store.recordAction({ ...line, actorId: root?.id ?? '', address: null });
    const mail = { ...program.mail, deliver: () => Promise.reject(new Error('cut off')) };
    // The queue may have tried it before the history is read.
    smtp.refused.delete(one.email);
    smtp.later.set(one.email, 9);
    const letter = { to: one.email, subject: 'Cut', html: 'Hello' };
    await expect(sendEmail({ store, mail, transact: program.db.transact }, audit, letter)).rejects.toThrow();
    expect(await history()).toContain('Mail waiting: “Cut”');
  });

  test('to one person is retried if the mail server says “later”', async () => {
    const one = await person('Greyone');
    smtp.later.set(one.email, 1);
    const sent = await post('send-email', { to: one.email, subject: 'Hi {name}', html: '<p>Hello</p>' });
    expect(sent).toMatchObject({ status: 200, json: { ok: true, waiting: true } });
    const logged = () => program.db.orm.select().from(mailLog).where(eq(mailLog.toAddress, one.email));
    expect(await logged()).toMatchObject([{ state: 'waiting', subject: 'Hi {name}', userId: one.id }]);
    program.clock.advance(61_000);
    program.jobs.wake();
    await expect
      .poll(logged)
      .toMatchObject([{ state: 'sent', html: expect.stringContaining('<p>Hello</p>') }]);
    expect(smtp.lastTo(one.email)?.raw).not.toMatch(/List-Unsubscribe:/i);
  });
});
