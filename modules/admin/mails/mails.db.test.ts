import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { startMailServer } from '../../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { until } from '../../../tests/wire/inbox.ts';
import type { MailsAnswer } from '../schemas/mails.ts';

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
  test('has every mail with what became of it; the failed ones of a mail to many are sent again', async () => {
    const people = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        program.accounts.createUser({ name, email: `${name}@example.com`, picture: null, role: 'user' }),
      ),
    );
    smtp.refused.add('two@example.com');
    await admin.postJson('/api/admin/mail-jobs', {
      kind: 'service',
      subject: 'We move',
      content: 'On Monday.',
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
    expect(smtp.mails.filter(({ to }) => to === 'one@example.com')).toHaveLength(1);
    expect(smtp.mails.filter(({ to }) => to === 'two@example.com')).toHaveLength(1);
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
});
