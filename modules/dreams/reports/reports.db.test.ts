import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import { adminActions } from '../../admin/tables.ts';
import { jobs as jobRows } from '../../jobs/tables.ts';
import { newId } from '../../kit/ids.ts';
import { contentLog } from '../../recordings/tables.ts';
import { dreamControls, dreamPrompts, dreamReports, dreams, reportEvidence } from '../tables.ts';
import { type BoardGround, hide, type Someone, startBoardGround } from '../testing/board-ground.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

let ground: BoardGround;
let admin: Someone;
beforeAll(async () => {
  ground = await startBoardGround({ ADMIN_EMAILS: 'keeper@example.com', HIDDEN_DAYS: '0' });
  admin = await ground.someone('admin');
  ground.program.jobs.start();
});
afterAll(() => ground.program.stop());

const report = (id: string, body: object) =>
  ground.program.visitor({}, newId()).postJson(`/api/d/${id}/report`, body);
const ask = async (body: object) => (await admin.postJson('/api/admin/report-data', body)).json();
const decide = (action: string, sessionId: string) => ask({ action, sessionId, reason: 'We looked.' });
const rowsOf = (id: string) =>
  ground.program.db.orm.select().from(dreamReports).where(eq(dreamReports.dreamId, id));
/** Mails with quoted-printable line breaks removed. */
const mailsTo = async (email: string) =>
  (await readOutbox(ground.program.dataDir))
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/\s+/g, ' '));

async function withFile(more: object = {}) {
  const person = await ground.someone();
  const id = await ground.dreamOf(person, { name: 'Fight night', ...more });
  await ground.program.storage.put(`dreams/${id}/video.mp4`, new Uint8Array([1, 2, 3]), 'video/mp4');
  const words = { dreamId: id, position: 1, clientId: 'p', text: 'two men fight', sentAt: Date.now() };
  await ground.program.db.orm.insert(dreamPrompts).values(words);
  return { person, id };
}

describe(`a report, on ${dialect}`, () => {
  test.each([
    ['takeDown', 'closed', /We have closed its link/],
    ['remove', 'removed', /We have removed it/],
    ['seen', 'kept', /left it as it is/],
  ] as const)(
    'gets a receipt and a decision, and is deleted with it: %s',
    async (action, decision, words) => {
      const { id } = await withFile();
      const contact = `${newId()}@example.com`;
      const given = { reason: 'consent', message: 'Buy <b>pills</b> at http://spam.test', contact };
      const answer = await report(id, given);
      const { number } = await answer.json();
      expect([answer.status, number]).toEqual([201, expect.stringMatching(/^[0-9A-F]{8}$/)]);
      await expect.poll(() => mailsTo(contact)).toHaveLength(1);
      const [receipt = ''] = await mailsTo(contact);
      expect(receipt).toMatch(new RegExp(`We have your report ${number}.*within 48 hours`));
      // Anyone can enter someone else's address, so the mail must not contain the reporter's text.
      expect(receipt).not.toMatch(/pills|spam|Fight night/);

      if (action === 'seen') await ask({ action, sessionId: id });
      else await decide(action, id);
      await expect.poll(() => mailsTo(contact)).toHaveLength(2);
      const decided = (await mailsTo(contact)).find((mail) => mail.includes('Decided'));
      expect(decided).toMatch(words);
      expect(decided).toMatch(/A person decided this.*within six months.*Article 21/);
      expect(await rowsOf(id)).toMatchObject([
        { reason: 'consent', decision, userId: null, reporter: null, contact: null, message: null },
      ]);
    },
  );

  test('the form does the same as the call, keeps its input after an error, and doesn’t appear for a closed link', async () => {
    const { id } = await withFile();
    const visitor = ground.program.visitor({}, newId());
    const post = (fields: Record<string, string>) => visitor.postForm(`/api/d/${id}/report`, fields);
    const wrong = await post({ reason: 'child', message: 'At "0:05" <here>', contact: 'no address' });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/<details class="report" open=""[\s\S]*At &quot;0:05&quot; &lt;here&gt;/),
    ]);
    expect((await post({})).status).toBe(400);
    const sent = await post({ reason: 'child', message: '', contact: '' });
    expect([sent.status, await sent.text()]).toEqual([201, expect.stringContaining('You left no address')]);
    await decide('takeDown', id);
    expect((await post({ reason: 'child' })).status).toBe(404);
  });

  testOnce('limits the receipts to one address', async () => {
    const { id } = await withFile();
    const contact = `${newId()}@example.com`;
    const states: number[] = [];
    for (let times = 0; times < 6; times += 1)
      states.push((await report(id, { reason: 'other', contact })).status);
    expect(states).toEqual([201, 201, 201, 201, 201, 429]);
  });

  testOnce('is queued by its deadline, and operators are reminded once at half time', async () => {
    const [early, late] = [(await withFile()).id, (await withFile()).id];
    const { clock } = ground.program;
    await report(early, { reason: 'illegal' });
    const due = clock.now() + 48 * HOUR;
    clock.advance(HOUR);
    await report(late, { reason: 'illegal' });
    await report(early, { reason: 'other' });
    const queue = async () =>
      (await ask({ action: 'getReports' })).dreams as { session_id: string; due_at: string }[];
    const place = async (id: string) => (await queue()).findIndex(({ session_id }) => session_id === id);
    expect(await place(early)).toBeLessThan(await place(late));
    const { due_at = '' } = (await queue())[await place(early)] ?? {};
    expect(Math.abs(Date.parse(`${due_at}Z`) - due)).toBeLessThan(60_000);

    await decide('takeDown', late);
    clock.advance(24 * HOUR);
    ground.program.jobs.wake();
    const reminders = async (id: string) =>
      (await mailsTo('keeper@example.com')).filter(
        (mail) => /must be decided by/.test(mail) && mail.includes(id),
      ).length;
    await expect.poll(() => reminders(early)).toBe(1);
    expect(await reminders(late)).toBe(0);
    expect(await place(late)).toBeGreaterThan(await place(early));
  });
});

test(`copies are found by file, watermark and start image, and removed with it on request, on ${dialect}`, async () => {
  const { orm } = ground.program.db;
  const [id, sameFile, sameMark, sameStart, other] = await Promise.all(
    Array.from({ length: 5 }, async () => (await withFile()).id),
  );
  const logged = { kind: 'video', bytes: 1, madeAt: 1, generator: null, ai: true } as const;
  const file = (dreamId: string | undefined, sha256: string, watermark: string) =>
    orm.insert(contentLog).values({ ...logged, dreamId: dreamId ?? null, sha256, watermark });
  const [hash, mark] = [newId(), newId()];
  await file(id, hash, mark);
  await file(sameFile, hash, newId());
  await file(sameMark, newId(), mark);
  await file(other, newId(), newId());
  for (const dreamId of [id, sameStart, other]) {
    const value = `picture:${dreamId === other ? newId() : hash}`;
    const control = { name: 'start', label: 'Start', value, changedAt: 1, position: 1 };
    await orm.insert(dreamControls).values({ dreamId: dreamId ?? '', ...control });
  }
  const cardOf = async () => (await ask({ action: 'getReports', sessionId: id })).dreams[0];
  await report(id ?? '', { reason: 'other' });
  expect((await cardOf()).copies).toEqual([]);
  await report(id ?? '', { reason: 'consent' });
  expect((await cardOf()).copies.toSorted()).toEqual([sameFile, sameMark, sameStart].toSorted());
  const { mail } = ground.program;
  const { deliver } = mail;
  // Copies are taken down even if the mail server rejects every mail.
  mail.deliver = () => Promise.reject(new Error('no such mailbox'));
  const asked = { action: 'takeDown', sessionId: id, reason: 'They asked.', ground: 'law', copies: true };
  expect(await ask(asked).finally(() => Object.assign(mail, { deliver }))).toMatchObject({
    error: expect.stringContaining('the mail about it couldn’t be sent'),
  });
  const states = await Promise.all(
    [id, sameFile, sameMark, sameStart, other].map(
      async (one) => (await ground.program.visitor().get(`/api/d/${one}`)).status,
    ),
  );
  expect(states).toEqual([404, 404, 404, 404, 200]);
});

test(`concurrent reports are all stored, on ${dialect}`, async () => {
  const { id } = await withFile();
  const sent = Array.from({ length: 40 }, () =>
    report(id, { reason: 'other', contact: `${newId()}@example.com` }),
  );
  const states = (await Promise.all(sent)).map(({ status }) => status);
  expect(states).toEqual(Array(40).fill(201));
  expect(await rowsOf(id)).toHaveLength(40);
  const { queue } = ground.program;
  const open = async () => (await queue.figures()).counts.filter(({ kind }) => kind === 'mail');
  await expect.poll(open).toEqual([]);
});

describe(`evidence, on ${dialect}`, () => {
  const kept = async (id: string) =>
    (await ground.program.db.orm.select().from(reportEvidence).where(eq(reportEvidence.id, id)))[0];
  const fileOf = (id: string) => ground.program.storage.stat(`evidence/${id}/video.mp4`);
  const daily = (name: string) =>
    ground.program.schedules.find((one) => one.name === name)?.run(new AbortController().signal);

  test.each([
    ['closed for another reason', 'sexual', 'takeDown'],
    ['found to be nothing', 'child', 'seen'],
  ])('isn’t kept of a dream that was %s', async (_, reason, action) => {
    const { id } = await withFile();
    await report(id, { reason });
    await (action === 'seen' ? ask({ action, sessionId: id }) : decide(action, id));
    expect(await kept(id)).toBeUndefined();
  });

  test('is kept if the owner deletes the dream before a decision, and the reporter is notified', async () => {
    const { person, id } = await withFile();
    const contact = `${newId()}@example.com`;
    await report(id, { reason: 'illegal', contact });
    await hide(person, [id]);
    await daily('purge-hidden');
    expect(await kept(id)).toMatchObject({ facts: { decision: null, prompts: [{ text: 'two men fight' }] } });
    expect(await fileOf(id)).not.toBeNull();
    await expect.poll(() => mailsTo(contact)).toHaveLength(2);
    expect((await mailsTo(contact)).join()).toContain('It was deleted before we decided');
  });

  test('of a live dream has all its prompts in the end, and its video', async () => {
    const { id } = await withFile({ jobStatus: 'RUNNING', serverStatus: null });
    await report(id, { reason: 'child' });
    await decide('takeDown', id);
    expect(await kept(id)).toMatchObject({ facts: { prompts: [{}] }, filesAt: null });
    const { db, jobs, clock } = ground.program;
    const waiting = and(eq(jobRows.key, id), eq(jobRows.kind, 'keep-evidence'), isNotNull(jobRows.lastError));
    await expect.poll(() => db.orm.$count(jobRows, waiting)).toBe(1);
    const late = { dreamId: id, position: 2, clientId: 'q', text: 'one falls', sentAt: Date.now() };
    await db.orm.insert(dreamPrompts).values(late);
    await db.orm.update(dreams).set({ jobStatus: 'DONE', serverStatus: 'READY' }).where(eq(dreams.id, id));
    clock.advance(60_000);
    jobs.wake();
    await expect.poll(() => fileOf(id)).not.toBeNull();
    expect(await kept(id)).toMatchObject({
      facts: { decision: 'closed', prompts: [{ text: 'two men fight' }, { text: 'one falls' }] },
    });
  });

  // Runs last, because a year later the outbox is cleaned up.
  test('of child abuse outlives removal and purge, is only opened by operators, and is erased after a year', async () => {
    const { person, id } = await withFile();
    await report(id, { reason: 'child', message: 'At 0:05', contact: 'witness@example.com' });
    await decide('remove', id);
    await expect.poll(() => fileOf(id)).not.toBeNull();
    await daily('purge-hidden');
    expect(await ground.program.storage.list(`dreams/${id}/`)).toEqual([]);
    for (const who of [person, ground.program.visitor()])
      expect((await who.get(`/api/admin/evidence/${id}`)).status).toBeGreaterThanOrEqual(401);
    const opened = await (await admin.get(`/api/admin/evidence/${id}`)).json();
    expect(opened).toMatchObject({
      ...{ dream: id, name: 'Fight night', decision: 'removed', owner: { id: person.id } },
      prompts: [{ text: 'two men fight' }],
      reports: [{ reason: 'child', message: 'At 0:05', contact: 'witness@example.com' }],
      files: [`/api/admin/evidence/${id}/video.mp4`],
    });
    const file = await admin.get(opened.files[0]);
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3]);
    expect((await admin.get(`/api/admin/evidence/${id}/..%2F..%2Freverie.sqlite`)).status).toBe(404);
    // Only records who opened it: the removal's entry lost the dream at the purge.
    const line = eq(adminActions.targetId, id);
    const named = await ground.program.db.orm.select().from(adminActions).where(line);
    expect(named.map(({ action }) => action)).toEqual(['evidence']);

    ground.program.clock.advance(364 * DAY);
    await daily('erase-evidence');
    expect(await kept(id)).toBeDefined();
    ground.program.clock.advance(2 * DAY);
    await daily('erase-evidence');
    expect([await kept(id), await fileOf(id)]).toEqual([undefined, null]);
  });
});
