import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { startMailServer } from '../../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { until } from '../../../tests/wire/inbox.ts';
import { users } from '../../auth/tables.ts';
import type { MailsAnswer } from '../contract/mails.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;
let admin: Visitor;
beforeAll(async () => {
  smtp = await startMailServer();
  program = await startProgram({ SMTP_URL: smtp.url });
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
