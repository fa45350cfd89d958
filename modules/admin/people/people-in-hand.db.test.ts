import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import type { Visitor } from '../../../tests/program.ts';
import { readZip } from '../../../tests/read-zip.ts';
import { users } from '../../auth/tables.ts';
import { dreamPrompts, dreams } from '../../dreams/tables.ts';
import {
  type BoardGround,
  hide,
  idsOf,
  pageOf,
  type Someone,
  send,
  startBoardGround,
} from '../../dreams/testing/board-ground.ts';
import { newId } from '../../kit/ids.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { mailLog } from '../../mail/tables.ts';
import type { BlocksAnswer, PersonAnswer } from '../contract/people/person.ts';

let ground: BoardGround;
let admin: Someone;
beforeAll(async () => {
  ground = await startBoardGround();
  admin = await ground.someone('admin');
});
afterAll(() => ground.program.stop());

const emailOf = async ({ id }: { id: string }) => (await ground.program.accounts.findUser(id))?.email ?? '';

async function ask(path: string, body: object, who: Visitor = admin) {
  const answer = await who.postJson(`/api/admin/${path}`, body);
  return { status: answer.status, json: await answer.json() };
}
const personOf = async (userId: string): Promise<PersonAnswer> =>
  (await ask('person-data', { action: 'getPerson', userId })).json;

const askLink = (email: string, address: string = newId()) =>
  ground.program.visitor({}, address).postJson('/api/auth/email', { email });

/** tokens of opened links */
const opened = new Set<string>();

/** Opens the newest unopened link mailed to this address. */
async function signIn(email: string, address: string = newId()): Promise<[number, string, Visitor]> {
  const visitor = ground.program.visitor({}, address);
  const tokens = (await mailsTo(email)).flatMap((mail) => mail.match(/token=([\w-]+)/)?.[1] ?? []);
  const token = tokens.find((one) => !opened.has(one)) ?? '';
  opened.add(token);
  const answer = await visitor.openLink(`https://x.test/auth/link?token=${token}`);
  return [answer.status, await answer.text(), visitor];
}

const mailsTo = async (email: string) =>
  (await readOutbox(ground.program.dataDir)).filter((one) => one.includes(`To: ${email}`));

describe(`operators’ actions on people, on ${dialect}`, () => {
  testOnce(
    'a suspended person is signed out everywhere, can read why, and can return afterwards',
    async () => {
      const email = `${newId()}@example.com`;
      expect((await askLink(email)).status).toBe(202);
      const [entered, , person] = await signIn(email);
      expect(entered).toBe(303);
      const id = (await person.person())?.id ?? '';
      const dream = await ground.dreamOf({ ...person, id });
      const stranger = ground.program.visitor();
      expect((await stranger.get(`/api/d/${dream}`)).status).toBe(200);

      const until = new Date(Date.now() + 3600_000).toISOString();
      const suspend = (more: object) =>
        ask('person-data', { action: 'suspend', userId: id, reason: 'It was spam.', until, ...more });
      expect((await suspend({ reason: ' ' })).status).toBe(400);
      expect((await suspend({ until: '2020-01-01' })).status).toBe(400);
      expect((await suspend({ userId: newId() })).status).toBe(404);
      expect((await suspend({ userId: admin.id })).status).toBe(409);
      expect((await suspend({})).status).toBe(200);

      expect(await person.person()).toBeNull();
      for (const address of [`/api/d/${dream}`, `/api/d/${dream}.mp4`])
        expect((await stranger.get(address)).status).toBe(404);
      expect((await personOf(id)).user.suspended).toEqual({
        reason: 'It was spam.',
        until: until.slice(0, -1),
      });
      expect((await mailsTo(email)).join()).toMatch(/suspended your[\s\S]*Reason: It was spam\./);
      await askLink(email);
      const [status, page] = await signIn(email);
      expect(status).toBe(403);
      expect(page).toMatch(/This account is suspended until [^<]*UTC: It was spam\./);

      const lift = () => ask('person-data', { action: 'lift', userId: id, reason: 'A mistake.' });
      expect((await lift()).status).toBe(200);
      expect((await lift()).status).toBe(409);
      expect((await stranger.get(`/api/d/${dream}`)).status).toBe(200);
      await askLink(email);
      expect((await signIn(email))[0]).toBe(303);
      const { history } = await personOf(id);
      expect(history.map(({ what }) => what).filter((what) => /^Susp/.test(what))).toEqual([
        'Suspension lifted: A mistake.',
        expect.stringMatching(/^Suspended: until .*: It was spam\.$/),
      ]);
    },
  );

  test('a suspension ends automatically', async () => {
    const person = await ground.someone();
    await ask('person-data', { action: 'suspend', userId: person.id, reason: 'Slow down.' });
    await ground.program.db.orm
      .update(users)
      .set({ suspendedUntil: Date.now() - 1 })
      .where(eq(users.id, person.id));
    expect((await personOf(person.id)).user.suspended).toBeNull();
    await ground.signIn(person, person.id);
    expect((await person.person())?.id).toBe(person.id);
  });

  test.each([
    ['email', (email: string) => email.toUpperCase().replace('@', '+again@'), 'with this address'],
    ['domain', (email: string) => email.split('@')[1] ?? '', 'with this address'],
    ['network', () => '203.0.113.0/24', 'from this network'],
  ])('a person whose %s is blocked can’t sign in', async (kind, typed, words) => {
    const email = `someone@${newId().slice(0, 8)}.example.com`;
    const from = '203.0.113.77';
    expect((await askLink(email, from)).status).toBe(202);
    const block = (more: object) =>
      ask('block-data', { action: 'addBlock', kind, value: typed(email), reason: 'Abuse.', ...more });
    expect((await block({ value: 'no such thing' })).status).toBe(400);
    const { json } = await block({ ...(kind === 'domain' && { until: '2999-01-01T00:00:00Z' }) });
    const [row] = (json as BlocksAnswer).blocks;
    expect(row).toMatchObject({ kind, reason: 'Abuse.', by: await emailOf(admin) });
    // At most two years, even without a given end.
    const end = Math.round((Date.parse(`${row?.until}Z`) - ground.program.clock.now()) / 86_400_000);
    expect(end).toBe(730);
    const said = `Signing in ${words} is blocked until ${momentText(Date.parse(`${row?.until}Z`))}: Abuse.`;
    const refused = await askLink(email, from);
    // Anyone can type an address, so only its mailbox learns that it is blocked.
    expect([refused.status, await refused.json()]).toEqual(
      kind === 'network' ? [403, { error: said, code: 'blocked' }] : [202, { sent: true }],
    );
    const reasons = (await mailsTo(email)).filter((mail) => mail.includes(said));
    expect(reasons).toHaveLength(kind === 'network' ? 0 : 1);
    expect(reasons.join()).not.toContain('token=');
    // A link sent earlier opens nothing and creates no account.
    const [status, page] = await signIn(email, from);
    expect([status, page.includes(said)]).toEqual([403, true]);
    expect((await askLink(`else@${newId()}.example.org`)).status).toBe(202);
    expect((await ask('block-data', { action: 'removeBlock', id: row?.id })).json).toEqual({
      blocks: [],
      outliving: 0,
    });
    expect((await ask('block-data', { action: 'removeBlock', id: row?.id })).status).toBe(404);
    expect((await askLink(email, '198.51.100.9')).status).toBe(202);
  });

  test('operators can’t block themselves', async () => {
    const value = await emailOf(admin);
    expect((await ask('block-data', { action: 'addBlock', kind: 'email', value, reason: 'x' })).status).toBe(
      409,
    );
    expect(
      (await ask('block-data', { action: 'addBlock', kind: 'network', value: '192.0.2.0/24', reason: 'x' }))
        .status,
    ).toBe(200);
  });

  test('a person’s page has everything about them, including withheld notes', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person, { name: 'Whales' });
    const note = { action: 'addNote', userId: person.id, text: 'Asked for help by phone.' };
    expect((await ask('person-data', note)).status).toBe(200);
    expect((await ask('person-data', note, person)).status).toBe(403);
    ground.program.clock.advance(1);
    const withheld = { ...note, text: 'A neighbour complained.', withheld: true };
    expect((await ask('person-data', withheld)).status).toBe(200);
    expect(await personOf(person.id)).toMatchObject({
      user: { id: person.id, suspended: null, erasure_at: null, last_seen: expect.any(String) },
      plan: { used: 1, source: 'signed up', subscription: null, stripe_customer: null },
      dreams: { total: 1, newest: [{ session_id: id, dream_name: 'Whales', counted: true }] },
      reports: { made: 0, received: 0 },
      notes: [
        { text: 'A neighbour complained.', by: await emailOf(admin), withheld: true },
        { text: 'Asked for help by phone.', by: await emailOf(admin), withheld: false },
      ],
    });
  });

  test('a person’s data can be downloaded with a reason, corrected reversibly, and erased at once', async () => {
    const person = await ground.someone();
    const before = await emailOf(person);
    const file = `/api/admin/person-export/${person.id}`;
    expect((await admin.get(file)).status).toBe(409);
    const asked = { action: 'exportData', userId: person.id, reason: 'She asked by letter.' };
    expect((await ask('person-data', asked, person)).status).toBe(403);
    expect((await ask('person-data', { ...asked, reason: ' ' })).status).toBe(400);
    expect(await ask('person-data', asked)).toMatchObject({ status: 200, json: { url: file } });
    expect((await person.get(file)).status).toBe(403);
    const files = readZip(new Uint8Array(await (await admin.get(file)).arrayBuffer()));
    expect(new TextDecoder().decode(files.get('account.json'))).toContain(before);
    ground.program.clock.advance(11 * 60_000);
    expect((await admin.get(file)).status).toBe(409);

    const other = await emailOf(await ground.someone());
    const correct = { action: 'correct', userId: person.id, reason: 'A typing error.' };
    expect((await ask('person-data', { ...correct, name: 'Ada', email: other })).status).toBe(409);
    const email = `${newId()}@example.com`;
    expect((await ask('person-data', { ...correct, name: 'Ada', email })).status).toBe(200);
    expect(await ground.program.accounts.findUser(person.id)).toMatchObject({ name: 'Ada', email });
    ground.program.jobs.start();
    await expect.poll(async () => (await mailsTo(before)).join()).toContain('/auth/address?token=');
    expect((await mailsTo(email)).join()).toContain('A typing error.');

    const erase = { action: 'erase', userId: person.id, reason: 'A child’s account.' };
    expect((await ask('person-data', { ...erase, confirmation: 'no' })).status).toBe(400);
    expect(
      (await ask('person-data', { ...erase, userId: admin.id, confirmation: await emailOf(admin) })).status,
    ).toBe(409);
    expect((await ask('person-data', { ...erase, confirmation: email.toUpperCase() })).status).toBe(200);
    await expect.poll(() => ground.program.accounts.findUser(person.id)).toBeNull();
    expect(await person.person()).toBeNull();
    expect((await ask('person-data', { ...erase, confirmation: email })).status).toBe(404);
    const left = await new Response(ground.program.account.exportOf(person.id)).arrayBuffer();
    expect(
      [...readZip(new Uint8Array(left)).values()].map((one) => new TextDecoder().decode(one)).join(),
    ).not.toContain(email);
  });

  test('a request is due in thirty days, with reminders a week and a day before, and is answered once', async () => {
    const person = await ground.someone();
    const email = await emailOf(person);
    const request = { action: 'addRequest', kind: 'access', person: email, wish: 'All that you have.' };
    const remind = async () => {
      await ground.program.schedules
        .find(({ name }) => name === 'remind-requests')
        ?.run(new AbortController().signal);
      return (await mailsTo(await emailOf(admin))).filter((mail) => mail.includes('requests are due')).length;
    };
    expect((await ask('request-data', request, person)).status).toBe(403);
    for (const wrong of [{ kind: 'x' }, { person: ' ' }, { wish: '' }, { receivedAt: '2999-01-01' }])
      expect((await ask('request-data', { ...request, ...wrong })).status).toBe(400);
    const { json } = await ask('request-data', request);
    expect(json.open).toMatchObject([{ person: email, user_id: person.id, kind: 'access' }]);
    expect(await remind()).toBe(0);
    for (const [days, mails] of [
      [23, 1],
      [1, 1],
      [5.5, 2],
      [0.1, 2],
    ] as const) {
      ground.program.clock.advance(days * 24 * 3600_000);
      expect(await remind(), `after ${days} days more`).toBe(mails);
    }
    await admin.openLink(await ground.program.adminLink(await emailOf(admin)));
    const answered = { action: 'answerRequest', requestId: json.open[0].id, answer: 'Sent a copy.' };
    const answers = await Promise.all([1, 2].map(() => ask('request-data', answered)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const after = (await ask('request-data', { action: 'getRequests' })).json;
    expect(after).toMatchObject({ open: [], done: [{ answer: 'Sent a copy.', person: email }] });
  });

  test('dreams are found by words said in them, and the search is audited', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person, { name: 'Storm' });
    const words = `zanzibar ${newId()}`;
    await ground.program.db.orm.insert(dreamPrompts).values({
      dreamId: id,
      position: 9,
      clientId: 'c',
      text: `Over ${words.toUpperCase()} by night`,
      sentAt: 1,
    });
    const find = (typed: string, who: Visitor = admin) =>
      ask('dream-data', { action: 'findWords', words: typed }, who);
    expect((await find(words)).json.dreams).toMatchObject([{ session_id: id }]);
    expect((await find('nothing like %_it')).json.dreams).toEqual([]);
    expect((await find('ab')).status).toBe(400);
    expect((await find(words, person)).status).toBe(403);
    const { entries } = (await ask('audit-data', { action: 'getAudit', page: 1, limit: 5 })).json;
    expect(entries.map(({ what }: { what: string }) => what).join()).toContain(
      `Dreams searched by words: “${words}”`,
    );
  });

  test('a dream is found by any known detail and shows its history; its stream is given back once', async () => {
    const person = await ground.someone();
    const email = await emailOf(person);
    const worker = `gpu-${newId()}`;
    const id = await ground.dreamOf(person, {
      name: `Storm ${newId()}`,
      nameKey: 'a storm of its own',
      jobStatus: 'FAILED',
      workerId: worker,
      endReason: 'generator-failed',
      endText: 'The engine ran out of memory.',
      endDetail: 'CUDA out of memory: 512 MiB',
    });
    const [row] = await ground.program.db.orm.select().from(dreams).where(eq(dreams.id, id));
    const startedAt = row?.startedAt ?? 0;
    await ground.program.db.orm.insert(dreamPrompts).values({
      dreamId: id,
      position: 1,
      clientId: 'p1',
      text: 'a storm',
      sentAt: startedAt - 100,
      shownAt: startedAt + 1_900,
      frameId: 32,
    });
    for (const words of [id, row?.rpJobId, person.id, email, worker.toUpperCase(), 'A storm of its own']) {
      const { json } = await ask('dream-data', { action: 'findDreams', words });
      expect(
        json.dreams.map(({ session_id }: { session_id: string }) => session_id),
        words,
      ).toContain(id);
    }
    expect((await ask('dream-data', { action: 'findDreams', words: 'nothing' })).json).toEqual({
      dreams: [],
    });

    const life = () => ask('dream-data', { action: 'getDream', sessionId: id });
    const { json: before } = await life();
    expect(before).toMatchObject({
      user_email: email,
      counted: true,
      end: {
        reason: 'The engine failed',
        text: 'The engine ran out of memory.',
        detail: 'CUDA out of memory: 512 MiB',
      },
    });
    expect(before.life.map(({ what }: { what: string }) => what)).toEqual([
      'Requested',
      'Prompt sent',
      'First frame',
      'Ended: The engine failed',
      'Prompt visible after 2.0 s, from frame 32',
    ]);
    const giveBack = () =>
      ask('dream-data', { action: 'giveBack', sessionId: id, reason: 'Our engine failed.' });
    expect((await giveBack()).json).toEqual({ changed: true });
    expect((await giveBack()).json).toEqual({ changed: false });
    expect((await life()).json).toMatchObject({
      counted: false,
      counted_text: 'Given back by an operator: Our engine failed.',
    });
    expect((await personOf(person.id)).plan.used).toBe(0);
    const acts = (more: object) => ask('audit-data', { action: 'getAudit', ...more });
    for (const more of [
      { object: id },
      { act: 'give-back', object: id },
      { act: 'give-back', person: email },
    ])
      expect((await acts(more)).json.entries).toMatchObject([
        { what: 'Stream given back: Our engine failed.', dream: id, person: email },
      ]);
    expect((await acts({ act: 'stop', object: id })).json.totalCount).toBe(0);
    expect((await mailsTo(email)).join()).toMatch(/given you back the stream/);
    expect((await ask('dream-data', { action: 'giveBack', sessionId: id, reason: 'x' }, person)).status).toBe(
      403,
    );
    expect((await ask('dream-data', { action: 'getDream', sessionId: newId() })).status).toBe(404);
  });

  test('a removed dream disappears for its owner, too, and returns to its place', async () => {
    const person = await ground.someone();
    const [id, deleted] = [await ground.dreamOf(person), await ground.dreamOf(person)];
    const live = await ground.dreamOf(person, { jobStatus: 'RUNNING', serverStatus: null, endedAt: null });
    await hide(person, [deleted]);
    const decide = (action: string, sessionId: string) =>
      ask('report-data', { action, sessionId, reason: 'It shows a person who did not agree.' });
    const trash = async () => idsOf(await (await person.get('/api/trash')).json());
    const onBoard = async () => idsOf(await pageOf(person));

    expect((await decide('remove', live)).status).toBe(409);
    for (const one of [id, deleted]) expect((await decide('remove', one)).json).toEqual({ changed: true });
    expect((await decide('remove', id)).json).toEqual({ changed: false });
    for (const one of [id, deleted]) {
      expect((await person.get(`/api/sessions/${one}`)).status).toBe(404);
      expect((await person.get(`/api/sessions/${one}/thumbnail`)).status).toBe(404);
      expect((await ground.program.visitor().get(`/api/d/${one}`)).status).toBe(404);
    }
    expect([await onBoard(), await trash()]).toEqual([[], []]);
    await send(person, 'PATCH', '/api/sessions/restore', { session_ids: [id, deleted] });
    expect(await onBoard()).toEqual([]);
    expect((await mailsTo(await emailOf(person))).join()).toMatch(/have removed[\s\S]*did not agree/);

    for (const one of [id, deleted]) expect((await decide('restore', one)).json).toEqual({ changed: true });
    expect([await onBoard(), await trash()]).toEqual([[id], [deleted]]);
  });

  testOnce('opening another person’s dream is audited once an hour', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person, { name: 'My own' });
    await person.get(`/api/sessions/${id}`);
    for (const part of ['', '/video', '']) await admin.get(`/api/sessions/${id}${part}`);
    expect((await admin.get(`/session?session_id=${id}`)).status).toBe(200);
    const { history } = await personOf(person.id);
    expect(history.filter(({ what }) => /viewed/.test(what))).toMatchObject([
      { what: 'Dream viewed: “My own”', by: await emailOf(admin) },
    ]);
  });

  test('operators see each other, and who is viewing the same item', async () => {
    const other = await ground.someone('admin');
    const at = async (who: Visitor, view: string, item = '') =>
      (await ask('presence', { view, item }, who)).json.others;
    const mine = async () =>
      (await at(admin, 'users', 'someone')).filter(({ item }: { item: string }) => item === 'someone');
    expect(await mine()).toEqual([]);
    await at(other, 'users', 'someone');
    expect(await mine()).toEqual([{ name: 'Robin', view: 'users', item: 'someone' }]);
    await at(other, 'audit');
    expect(await mine()).toEqual([]);
    expect((await ask('presence', { view: 'nowhere', item: '' })).status).toBe(400);
    ground.program.clock.advance(60_000);
    expect(await at(admin, 'users')).toEqual([]);
  });

  test('lists of any length download as CSV files in parts, without formulas in any field', async () => {
    const word = newId().slice(0, 8);
    const { id } = await ground.program.accounts.createUser({
      name: '=HYPERLINK("x")',
      email: `${word}@example.com`,
      picture: null,
      role: 'user',
    });
    const at = 1_690_000_000_000;
    await ground.program.db.orm.insert(dreams).values(
      Array.from({ length: 450 }, (_, n) => ({
        id: `${word}-${n}`,
        userId: id,
        rpJobId: `local-${word}-${n}`,
        jobStatus: 'DONE' as const,
        // Many share a timestamp, so parts end in the middle of them.
        requestedAt: at + Math.floor(n / 150),
        limitSeconds: 300,
        seed: 1,
        workerId: `w-${word}`,
      })),
    );
    const csv = async (what: string, filter: object, who: Visitor = admin) => {
      const answer = await who.get(`/api/admin/export/${what}?filter=${JSON.stringify(filter)}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) expect(bytes.subarray(0, 3).toString('hex'), 'for Excel').toBe('efbbbf');
      return { status: answer.status, lines: bytes.toString().split('\r\n').slice(1, -1), answer };
    };
    const people = await csv('people', { email: word });
    expect(people.lines).toHaveLength(1);
    expect(people.lines[0]).toContain(`${id},"'=HYPERLINK(""x"")",${word}@example.com,user,`);
    expect(people.answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="people_[\d-]+\.csv"$/,
    );
    const { lines } = await csv('sessions', { workerId: `w-${word}` });
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(450);
    expect(lines).toHaveLength(450);
    const acts = await csv('audit', { kind: 'admin' });
    const { json } = await ask('audit-data', { action: 'getAudit', kind: 'admin' });
    expect(acts.lines).toHaveLength(json.totalCount);
    expect(acts.lines[0]).toContain('List downloaded');
    expect((await csv('people', {}, await ground.someone())).status).toBe(403);
    expect((await csv('people', { nonsense: 1 })).status).toBe(400);
    for (const what of ['secrets', 'constructor', '__proto__', 'toString'])
      expect((await csv(what, {})).status, what).toBe(404);
  });

  testOnce('a mail to a person can be read and sent again unless it contains a secret', async () => {
    const email = `${newId()}@example.com`;
    await askLink(email);
    const [, , person] = await signIn(email);
    const userId = (await person.person())?.id ?? '';
    await ask('send-email', { to: email, subject: 'Hello', html: '<p>Just so.</p>' });
    const again = (mailId: string | undefined) => ask('person-data', { action: 'sendMailAgain', mailId });
    const before = (await personOf(userId)).mails;
    const written = before.find(({ subject }) => subject === 'Hello');
    expect(written?.text).toContain('Just so.');
    expect((await again(written?.id)).status).toBe(200);
    const after = (await personOf(userId)).mails.filter(({ subject }) => subject === 'Hello');
    expect(after).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    const hellos = (await mailsTo(email)).filter((mail) => mail.includes('Just so.'));
    expect(new Set(hellos.map((mail) => /Message-ID: (\S+)/.exec(mail)?.[1])).size).toBe(2);
    const links = await ground.program.db.orm.select().from(mailLog).where(eq(mailLog.toAddress, email));
    const link = links.find(({ kind }) => kind === 'sign-in');
    expect([link?.text, link?.html, (await again(link?.id)).status]).toEqual([null, null, 404]);
  });

  testOnce('given streams add to those of the plan', async () => {
    const person = await ground.someone();
    const { plan } = await personOf(person.id);
    for (let n = 0; n < (plan.limit ?? 0); n += 1) await ground.dreamOf(person);
    const connect = async () => (await person.postJson('/api/stream/connect', {})).status;
    expect(await connect()).toBe(403);
    const give = (more: object = {}) =>
      ask('person-data', { action: 'giveStreams', userId: person.id, streams: 2, reason: 'Sorry.', ...more });
    expect([(await give({ streams: 0 })).status, (await give({ userId: admin.id })).status]).toEqual([
      400, 409,
    ]);
    expect((await give()).status).toBe(200);
    expect((await personOf(person.id)).plan).toMatchObject({
      limit: (plan.limit ?? 0) + 2,
      used: plan.limit,
    });
    expect(await connect()).toBe(200);
    expect((await mailsTo(await emailOf(person))).join()).toMatch(/2 more streams[\s\S]*Sorry\./);
    const take = (streams: number) => give({ action: 'takeStreams', streams, reason: 'Given by mistake.' });
    expect((await take(3)).status).toBe(409);
    const both = await Promise.all([take(2), take(2)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await personOf(person.id)).plan).toMatchObject({ limit: plan.limit, given_streams: 0 });
    expect((await mailsTo(await emailOf(person))).join()).toMatch(/taken 2 streams away[\s\S]*by mistake\./);
    expect((await personOf(person.id)).history[0]?.what).toBe('Streams taken away: 2: Given by mistake.');
  });

  test('a person’s last visit is known to the minute', async () => {
    const person = await ground.someone();
    const seen = async () => Date.parse(`${(await personOf(person.id)).user.last_seen}Z`);
    for (const minutes of [1, 5]) {
      ground.program.clock.advance(minutes * 60_000);
      await person.person();
      ground.program.clock.advance(20_000);
      await person.person();
      expect(ground.program.clock.now() - (await seen())).toBeLessThan(60_000);
    }
  });
});
