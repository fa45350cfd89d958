import { createHmac, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { describeOnce, testOnce } from '../../tests/long-test.ts';
import { readOutbox } from '../../tests/outbox.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { readZip } from '../../tests/read-zip.ts';
import { adminActions } from '../admin/tables.ts';
import { suspensionTraces, users } from '../auth/tables.ts';
import { dreams, trialTraces } from '../dreams/tables.ts';
import { NEWS } from '../mail/contract/mail-kinds.ts';
import { mailJobs, mailLog, mailOptOuts, mailRecipients } from '../mail/tables.ts';

const DAY = 24 * 3600_000;
const TIMEOUTS = { timeout: 20_000, interval: 20 };
let program: TestProgram;
let admin: Visitor;

beforeEach(async () => {
  program = await startProgram({ ADMIN_EMAILS: 'admin@example.com' });
  admin = program.visitor();
  await admin.openLink(await program.adminLink());
  return () => program.stop();
});

const opened = new Set<string>();

/** Signs in with a mailed link; returns the status and the page's text. */
async function signIn(
  email: string,
  fields: Record<string, string> = {},
): Promise<{ status: number; page: string; text: string; visitor: Visitor }> {
  const visitor = program.visitor({}, `192.0.2.${opened.size + 10}`);
  expect((await visitor.postJson('/api/auth/email', { email })).status).toBe(202);
  const tokens = (await readOutbox(program.dataDir)).join().matchAll(/token=([\w-]{20,})/g);
  const token = [...tokens].map(([, found = '']) => found).find((one) => !opened.has(one)) ?? '';
  opened.add(token);
  const link = `/auth/link?token=${token}`;
  const page = await (await visitor.get(link)).text();
  const answer = await visitor.postForm(link, fields);
  return { status: answer.status, page, text: await answer.text(), visitor };
}

const ask = async (path: string, body: object) => {
  const answer = await admin.postJson(`/api/admin/${path}`, body);
  return { status: answer.status, json: await answer.json() };
};
const act = async (action: string, userId: string, more: object = {}) => {
  const { status } = await ask('person-data', { action, userId, reason: 'Spam in shared links.', ...more });
  expect(status).toBe(200);
};

async function erase(userId: string): Promise<void> {
  await act('closeAccount', userId);
  program.clock.advance(14 * DAY + 1000);
  program.jobs.start();
  program.jobs.wake();
  await vi.waitFor(async () => expect(await program.accounts.findUser(userId)).toBeNull(), TIMEOUTS);
  // Signs in again, because an operator's login expires after seven days.
  await admin.openLink(await program.adminLink());
}

async function account(email: string): Promise<string> {
  const { visitor, status } = await signIn(email);
  expect(status).toBe(303);
  return (await visitor.person())?.id ?? '';
}

function dreamOf(userId: string, id: string): typeof dreams.$inferInsert {
  const now = program.clock.now();
  return {
    ...{ id, userId, rpJobId: `local-${id}`, jobStatus: 'DONE', limitSeconds: 300, seed: 1 },
    ...{ requestedAt: now, startedAt: now, endedAt: now, chargedAt: now },
  };
}

describe(`a suspension, on ${dialect}`, () => {
  test('outlives its account until it ends, for every spelling of its mailbox, without naming anyone', async () => {
    const id = await account('eve@example.com');
    const until = new Date(program.clock.now() + 60 * DAY).toISOString();
    await act('suspend', id, { until });
    await erase(id);
    const rows = await program.db.orm.select().from(suspensionTraces);
    expect(rows.map(({ userId }) => userId)).toEqual(rows.map(() => null));
    expect(JSON.stringify(rows)).not.toMatch(/eve|example/);
    const spellings = [
      'eve@example.com',
      'EVE+more@Example.com',
      'eve@ＥＸＡＭＰＬＥ.com',
      'ｅve@exam\u00adple。com',
    ];
    for (const email of spellings) {
      const { status, text } = await signIn(email);
      expect(status, email).toBe(403);
      expect(text).toMatch(/This account is suspended until [^<]*UTC\. It has been closed in the meantime\./);
      expect(text).not.toContain('Spam in shared links');
    }
    expect(await program.db.orm.select().from(users)).toHaveLength(2);
    expect((await signIn('adam@example.com')).status).toBe(303);
    program.clock.advance(46 * DAY);
    expect((await signIn('eve@example.com')).status).toBe(303);
  });

  testOnce('still lets the person, and only them, download their data and close the account', async () => {
    const id = await account('eve@example.com');
    await act('suspend', id);
    const { status, text, visitor } = await signIn('eve@example.com');
    expect(status).toBe(403);
    expect(text).toContain('Spam in shared links.');
    expect(await visitor.person()).toBeNull();
    const token = text.match(/name="token" value="([^"]+)"/)?.[1] ?? '';
    const data = await visitor.postForm('/auth/suspended/data', { token });
    const files = readZip(new Uint8Array(await data.arrayBuffer()));
    expect(new TextDecoder().decode(files.get('account.json'))).toContain('Spam in shared links.');
    for (const wrong of ['', 'x', id])
      expect((await visitor.postForm('/auth/suspended/data', { token: wrong })).status).toBe(410);
    expect(await (await visitor.postForm('/auth/suspended/close', { token })).text()).toContain(
      'It will be deleted in 14 days.',
    );
    expect((await program.accounts.findUser(id))?.erasureAt).not.toBeNull();
    expect((await signIn('eve@example.com')).text).toContain('Keep my account');
    await visitor.postForm('/auth/suspended/keep', { token });
    expect((await program.accounts.findUser(id))?.erasureAt).toBeNull();
    program.clock.advance(3600_000);
    expect((await visitor.postForm('/auth/suspended/close', { token })).status).toBe(410);
    // An old token does nothing once the suspension is lifted.
    const later = (await signIn('eve@example.com')).text.match(/name="token" value="([^"]+)"/)?.[1] ?? '';
    await admin.openLink(await program.adminLink());
    await act('lift', id);
    expect((await visitor.postForm('/auth/suspended/close', { token: later })).status).toBe(410);
  });

  test('without an end can be lifted by address after the account is erased', async () => {
    const id = await account('eve@example.com');
    await act('suspend', id);
    await erase(id);
    expect((await ask('block-data', { action: 'getBlocks' })).json.outliving).toBe(1);
    program.clock.advance(400 * DAY);
    expect((await signIn('eve@example.com')).status).toBe(403);
    await admin.openLink(await program.adminLink());
    const lift = (email: string) => ask('block-data', { action: 'liftOutliving', email });
    expect((await lift('adam@example.com')).status).toBe(404);
    expect(await lift('eve+again@example.com')).toMatchObject({ status: 200, json: { outliving: 0 } });
    expect((await signIn('eve@example.com')).status).toBe(303);
  });

  testOnce(
    'applies to other accounts of the same mailbox, except an operator’s, and ends when lifted',
    async () => {
      const id = await account('eve@example.com');
      const second = await account('eve+second@example.com');
      await act('suspend', id);
      for (const email of ['eve+second@example.com', 'eve+third@example.com'])
        expect((await signIn(email)).text).toContain('Spam in shared links.');
      await act('lift', id);
      expect(await account('eve+second@example.com')).toBe(second);

      await act('suspend', await account('admin+tries@example.com'));
      expect((await signIn('admin@example.com')).status).toBe(303);
      expect((await signIn('admin+tries@example.com')).status).toBe(403);
    },
  );

  testOnce('made by an earlier version outlives its account, too', async () => {
    const id = await account('eve@example.com');
    await program.accounts.suspend(id, { reason: 'Spam.', until: null }, []);
    await erase(id);
    expect((await signIn('eve@example.com')).status).toBe(403);
  });
});

describe(`traces of other people’s actions, on ${dialect}`, () => {
  const block = (value: string, reason: string) =>
    ask('block-data', { action: 'addBlock', kind: 'email', value, reason });

  test('name no erased person in the audit, even for blocks older than the account', async () => {
    const early = await block('eve@example.com', 'Spam of eve.');
    await ask('block-data', { action: 'removeBlock', id: early.json.blocks[0].id });
    const id = await account('eve+more@example.com');
    await program.db.orm.insert(dreams).values(dreamOf(id, 'd1'));
    const taken = { action: 'takeDown', sessionId: 'd1', reason: 'Spam of eve.' };
    expect((await ask('report-data', taken)).status).toBe(200);
    await block('eve@example.com', 'Spam of eve.');
    await block('eve@example.community', 'Another one.');
    await erase(id);
    const rows = await program.db.orm.select().from(adminActions).orderBy(adminActions.at);
    expect(JSON.stringify(rows)).not.toMatch(/of eve|eve@example.com\b|"d1"/);
    expect(rows.map(({ action, detail }) => [action, detail === null])).toEqual([
      ...['block', 'unblock', 'take-down', 'block'].map((action) => [action, true]),
      ['block', false],
      ['close', true],
    ]);
  });

  test('expire in the mail log: strangers’ after 90 days, people’s after a year', async () => {
    const id = await account('ada@example.com');
    await program.db.orm.insert(dreams).values(dreamOf(id, 'd1'));
    const report = { reason: 'other', contact: 'reporter@example.org' };
    expect((await program.visitor().postJson('/api/d/d1/report', report)).status).toBe(201);
    const job = { id: 'j', subject: 'News', content: 'x', audience: 'all', createdBy: id };
    const finishedAt = program.clock.now();
    await program.db.orm
      .insert(mailJobs)
      .values({ ...job, kind: NEWS, state: 'completed', createdAt: finishedAt, finishedAt });
    const state = 'sent' as const;
    const to = { jobId: 'j', position: 1, userId: id, email: 'ada@example.com', name: 'Ada' };
    await program.db.orm.insert(mailRecipients).values({ ...to, state });
    const kept = { id: 'm', toAddress: 'ada@example.com', userId: id, subject: 'Hello' };
    await program.db.orm.insert(mailLog).values({ ...kept, kind: 'admin', state, createdAt: finishedAt });
    const sweep = () =>
      program.schedules.find(({ name }) => name === 'forget-mails')?.run(new AbortController().signal);
    const log = async () => (await program.db.orm.select().from(mailLog)).map((row) => row.toAddress);
    program.jobs.start();
    const receipt = async () =>
      (await program.db.orm.select().from(mailLog)).find((row) => row.toAddress === 'reporter@example.org');
    await vi.waitFor(async () => expect((await receipt())?.state).toBe('sent'), TIMEOUTS);
    program.clock.advance(91 * DAY);
    await sweep();
    expect(await log()).toEqual(['ada@example.com']);
    program.clock.advance(275 * DAY);
    await sweep();
    expect(await log()).toEqual([]);
    expect(JSON.stringify(await program.db.orm.select().from(mailRecipients))).not.toMatch(/ada@|"Ada"/);
  });
});

describeOnce(`used trials of an erased account, on ${dialect}`, () => {
  const used = async (visitor: Visitor) =>
    (await (await visitor.get('/api/stream/check-access')).json()).used;

  test('count for twelve months, under codes that need the key stored next to the database', async () => {
    const id = await account('ada@example.com');
    await program.db.orm.insert(dreams).values(dreamOf(id, 'd1'));
    await erase(id);
    const codes = (await program.db.orm.select().from(trialTraces)).map((row) => row.identityHash);
    expect(codes).toHaveLength(2);
    const key = readFileSync(join(program.dataDir, 'trace-key'), 'utf8').trim();
    const text = 'trial\naddress\nada@example.com';
    expect(codes).toContain(createHmac('sha256', key).update(text).digest('base64url'));
    for (const known of ['', 'trial trace', 'trial'])
      expect(codes).not.toContain(scryptSync('address\nada@example.com', known, 32).toString('base64url'));

    program.clock.advance(300 * DAY);
    expect(await used((await signIn('ada@example.com')).visitor)).toBe(1);
    program.clock.advance(66 * DAY);
    const sweep = program.schedules.find(({ name }) => name === 'forget-trials');
    await sweep?.run(new AbortController().signal);
    expect(await program.db.orm.select().from(trialTraces)).toEqual([]);
  });
});

describe(`consent to news, on ${dialect}`, () => {
  const newsOf = async (email: string) =>
    (await program.db.orm.select().from(users)).find((user) => user.email === email)?.news;
  const optOuts = () => program.db.orm.select().from(mailOptOuts);
  const BOX = /<input type="checkbox" name="news" value="yes"\/>/;
  async function mailNews(kind = 'marketing'): Promise<number> {
    const { json, status } = await ask('mail-jobs', {
      kind,
      subject: 'News',
      content: 'Hello',
      audience: 'user',
    });
    if (status === 400) return 0;
    program.jobs.start();
    const read = async () => (await admin.get(`/api/admin/mail-jobs/${json.id}`)).json();
    await vi.waitFor(async () => expect((await read()).state).toBe('completed'), TIMEOUTS);
    return (await read()).sent;
  }

  test('is given by checkbox at the first sign-in or in Settings, and is off by default', async () => {
    const first = await signIn('eve@example.com');
    expect(first.page).toMatch(BOX);
    expect([await newsOf('eve@example.com'), await mailNews(), await mailNews('service')]).toEqual([
      'no',
      0,
      1,
    ]);
    expect((await signIn('eve@example.com')).page).not.toMatch(BOX);
    const ada = await signIn('ada@example.com', { news: 'yes' });
    expect([await newsOf('ada@example.com'), await mailNews()]).toEqual(['yes', 1]);
    const isOn = async () =>
      /role="switch" aria-checked="true" aria-labelledby="news-label"/.test(
        await (await ada.visitor.get('/settings')).text(),
      );
    expect(await isOn()).toBe(true);
    await ada.visitor.postForm('/settings/news', { wanted: 'no' });
    expect([await isOn(), await mailNews()]).toEqual([false, 0]);
    await ada.visitor.postForm('/settings/news', { wanted: 'yes' });
    expect([await isOn(), await mailNews(), await optOuts()]).toEqual([true, 1, []]);
  });

  test('once withdrawn, is remembered as a code after the account is erased, until it is given again', async () => {
    const { visitor } = await signIn('ada@example.com', { news: 'yes' });
    await visitor.postForm('/settings/news', { wanted: 'no' });
    await erase((await visitor.person())?.id ?? '');
    expect(JSON.stringify(await optOuts())).not.toMatch(/ada@|example/);
    expect(await optOuts()).toHaveLength(1);
    const again = (await signIn('ADA@example.com')).visitor;
    // As after an import or a restored backup.
    await program.accounts.setNews((await again.person())?.id ?? '', 'yes');
    expect(await mailNews()).toBe(0);
    await again.postForm('/settings/news', { wanted: 'yes' });
    expect([await mailNews(), await optOuts()]).toEqual([1, []]);
  });
});
