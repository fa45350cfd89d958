import { existsSync } from 'node:fs';
import { eq, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { testOnce } from '../../tests/long-test.ts';
import type { TestProgram, Visitor } from '../../tests/program.ts';
import { type MailServer, signInByMail, startWithMail } from '../../tests/program-with-mail.ts';
import { readZip } from '../../tests/read-zip.ts';
import * as adminTables from '../admin/tables.ts';
import * as authTables from '../auth/tables.ts';
import * as billingTables from '../billing/tables.ts';
import * as dreamTables from '../dreams/tables.ts';
import * as helpTables from '../help/tables.ts';
import * as jobTables from '../jobs/tables.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createMailPersonalData } from '../mail/personal-data.ts';
import * as mailTables from '../mail/tables.ts';
import * as profileTables from '../profiles/tables.ts';
import * as recordingTables from '../recordings/tables.ts';
import * as securityTables from '../security-log/tables.ts';
import * as streamTables from '../stream/tables.ts';
import { watermarkFrom } from '../watermark/contract/watermark-id.ts';
import { ERASE_JOB } from './close-account.ts';

const DAY = 24 * 3600_000;
let smtp: MailServer;
let program: TestProgram;

startWithMail({}, (...started) => {
  [program, smtp] = started;
});

function signIn(email: string): Promise<Visitor> {
  return signInByMail(program.visitor(), smtp, email);
}

async function idOf(visitor: Visitor): Promise<string> {
  return (await visitor.person())?.id ?? '';
}

/** A dream with a row in every table that can refer to one. */
async function dream(userId: string, id: string): Promise<void> {
  const { orm } = program.db;
  const now = program.clock.now();
  await orm.insert(dreamTables.dreams).values({
    id,
    userId,
    rpJobId: `local-${id}`,
    name: `Secret garden ${id}`,
    jobStatus: 'DONE',
    serverStatus: 'READY',
    requestedAt: now,
    startedAt: now,
    endedAt: now,
    chargedAt: now,
    limitSeconds: 300,
    seed: 1,
    videoKey: `dreams/${id}/video.mp4`,
    voiceKey: `voices/${id}.wav`,
  });
  await orm
    .insert(dreamTables.dreamPrompts)
    .values({ dreamId: id, position: 1, clientId: 'c', text: 'my secret garden', sentAt: now });
  await orm
    .insert(dreamTables.dreamAudiences)
    .values({ dreamId: id, watchId: `watch-${id}`, signedIn: false, named: true, openedAt: now });
  await orm.insert(dreamTables.dreamControls).values({
    dreamId: id,
    position: 1,
    name: 'motion',
    label: 'Motion',
    value: 0.5,
    changedAt: now,
  });
  await orm
    .insert(dreamTables.dreamSounds)
    .values({ dreamId: id, position: 1, text: 'rain, wind', heardAt: now });
  await orm
    .insert(dreamTables.conversationMessages)
    .values({ dreamId: id, id: 'm', text: 'hello garden', isUser: true, at: now });
  await orm
    .insert(dreamTables.feedback)
    .values({ dreamId: id, userId, stars: 5, message: 'lovely', createdAt: now });
  await orm.insert(dreamTables.bookmarks).values({ dreamId: id, userId, createdAt: now });
  const collectionId = `of ${id}`;
  const named = { name: `garden ${id}`, nameKey: `garden ${id}` };
  await orm.insert(dreamTables.collections).values({ id: collectionId, userId, ...named, createdAt: now });
  await orm
    .insert(dreamTables.collectionDreams)
    .values({ collectionId, dreamId: id, position: 1, addedAt: now });
  const handle = `garden_${id}`;
  await orm.insert(profileTables.handles).values({ key: handle, userId, takenAt: now });
  await orm
    .insert(profileTables.profiles)
    .values({ userId, handle, collectionId, open: true, changedAt: now })
    .onConflictDoNothing();
  await orm.insert(recordingTables.contentLog).values({
    sha256: `hash of ${id}`,
    watermark: watermarkFrom(id),
    kind: 'video',
    bytes: 1,
    madeAt: now,
    generator: 'demo',
    ai: false,
    dreamId: id,
  });
  await program.storage.put(`voices/${id}.wav`, new TextEncoder().encode('a voice'), 'audio/wav');
  await program.storage.put(
    `dreams/${id}/video.mp4`,
    new TextEncoder().encode(`video of ${id}`),
    'video/mp4',
  );
}

test('the download contains the account, the dreams with their videos, the mails and the bills', async () => {
  const visitor = await signIn('ada@example.com');
  await dream(await idOf(visitor), 'd1');
  await dream(await idOf(await signIn('eve@example.com')), 'd2');
  const answer = await visitor.get('/api/account/data');
  expect(answer.headers.get('content-disposition')).toMatch(
    /attachment; filename="reverie-data-\d{4}-\d\d-\d\d\.zip"/,
  );
  const files = readZip(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(files.get(name));
  expect([...files.keys()].sort()).toEqual(
    [
      'account.json',
      'billing.json',
      'dreams.json',
      'dreams/d1/video.mp4',
      'files.json',
      'mails.json',
      'operators.json',
      'profile.json',
      'security.json',
      'voices/d1.wav',
    ].sort(),
  );
  expect(text('dreams/d1/video.mp4')).toBe('video of d1');
  expect(JSON.parse(text('dreams.json')).dreams).toMatchObject([
    {
      name: 'Secret garden d1',
      prompts: [{ text: 'my secret garden' }],
      controls: [{ label: 'Motion', value: 0.5 }],
      sounds: [{ text: 'rain, wind' }],
      conversation: [{ text: 'hello garden' }],
      rating: { stars: 5, message: 'lovely' },
    },
  ]);
  expect(JSON.parse(text('account.json'))).toMatchObject({
    email: 'ada@example.com',
    waysToSignIn: [{ subject: 'ada@example.com' }],
  });
  expect(text('mails.json')).toContain('Sign in to Reverie');
  expect([...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join()).not.toContain('eve@');
});

testOnce('new dreams start with an open link, or a closed one if so chosen in Settings', async () => {
  const visitor = await signIn('ada@example.com');
  const start = async () => {
    const { sessionId } = await (await visitor.postJson('/api/stream/connect')).json();
    await visitor.postJson('/api/stream/end', { sessionId });
    const [dream] = await program.db.orm
      .select()
      .from(dreamTables.dreams)
      .where(eq(dreamTables.dreams.id, sessionId));
    return dream?.shared;
  };
  const choose = (closed: string) => visitor.postForm('/settings/sharing', { closed });
  const isOn = async () =>
    /aria-checked="true"[^>]*aria-labelledby="sharing-label"/.test(
      await (await visitor.get('/settings')).text(),
    );
  expect([await start(), await isOn()]).toEqual([true, false]);
  expect((await choose('yes')).headers.get('location')).toBe('/settings');
  expect([await start(), await isOn()]).toEqual([false, true]);
  await choose('no');
  expect([await start(), await isOn()]).toEqual([true, false]);
});

/** Generous, because jobs compete with everything else on the machine. */
const TIMEOUTS = { timeout: 20_000, interval: 20 };

const erasureRuns = () =>
  vi.waitFor(async () => {
    const [job] = await program.db.orm
      .select()
      .from(jobTables.jobs)
      .where(eq(jobTables.jobs.kind, ERASE_JOB));
    expect(job?.state).toBe('done');
  }, TIMEOUTS);

describe('closing an account', () => {
  testOnce('is confirmed later if the mail server defers the mail, unless the account was kept', async () => {
    program.jobs.start();
    const reported = (email: string) => smtp.lastTo(email)?.subject === 'Your Reverie account is closed';
    const close = async (email: string) => {
      const visitor = await signIn(email);
      smtp.later.set(email, 1);
      await visitor.postForm('/settings/close', { confirmation: email });
      expect(reported(email)).toBe(false);
    };
    await close('put.off@example.com');
    await close('kept@example.com');
    const back = await signIn('kept@example.com');
    await back.postForm('/settings/keep');
    program.clock.advance(61_000);
    program.jobs.wake();
    await expect.poll(() => reported('put.off@example.com'), TIMEOUTS).toBe(true);
    await expect.poll(() => program.queue.nextDue(['account-closed-mail']), TIMEOUTS).toBeNull();
    expect(reported('kept@example.com')).toBe(false);
  });

  testOnce(
    'asks for the address, ends every session, sends a mail, and can be undone for 14 days',
    async () => {
      const visitor = await signIn('ada@example.com');
      const phone = await signIn('ada@example.com');
      await dream(await idOf(visitor), 'd1');
      const shared = async () => (await program.visitor().get('/api/d/d1.mp4')).status;
      expect(await shared()).toBe(200);
      const wrong = await visitor.postForm('/settings/close', { confirmation: 'yes' });
      expect(wrong.status).toBe(400);
      expect(await wrong.text()).toContain('Type ada@example.com to confirm.');

      const closed = await visitor.postForm('/settings/close', { confirmation: ' ADA@example.com ' });
      expect(closed.headers.get('location')).toBe('/');
      expect(await visitor.person()).toBeNull();
      expect(await phone.person()).toBeNull();
      expect(smtp.lastTo('ada@example.com')?.subject).toBe('Your Reverie account is closed');
      expect(await shared()).toBe(404);

      program.clock.advance(13 * DAY);
      const back = program.visitor();
      await back.postForm('/auth/signin', { email: 'ada@example.com' });
      const landed = await back.openLink(smtp.lastTo('ada@example.com')?.link ?? '');
      expect(landed.headers.get('location')).toBe('/settings');
      const html = await (await back.get('/settings')).text();
      expect(html).toContain('This account is closed.');
      await back.postForm('/settings/keep');
      expect(await shared()).toBe(200);
      expect(await (await back.get('/settings')).text()).not.toContain('This account is closed.');

      program.clock.advance(2 * DAY);
      program.jobs.start();
      await erasureRuns();
      expect(await back.person()).toMatchObject({ email: 'ada@example.com' });
    },
  );

  test('erases mails to an address in any script', async () => {
    const email = 'ÄDA@Пример.example';
    const { id } = await program.accounts.createUser({ name: 'Äda', email, picture: null, role: 'user' });
    const { mailLog } = mailTables;
    const mail = { id: 'm1', kind: 'test', toAddress: email, subject: 'Hello', state: 'sent', createdAt: 0 };
    await program.db.orm.insert(mailLog).values(mail as typeof mailLog.$inferInsert);
    const outbox = createOutbox(program.dataDir);
    const written = await outbox.put('m1', Buffer.from(`To: ${email}`), async () => {});
    const other = await outbox.put('m2', Buffer.from('To: somebody else'), async () => {});
    const { erase } = createMailPersonalData(
      program.db,
      program.accounts.addressesOf,
      async () => null,
      outbox,
    );
    await erase(id);
    expect([existsSync(written), existsSync(other)]).toEqual([false, true]);
    expect(await program.db.orm.$count(mailLog, eq(mailLog.id, 'm1'))).toBe(0);
  });

  test('erases everything after the grace period, and used-up trials stay used up', async () => {
    const visitor = await signIn('ada@example.com');
    const userId = await idOf(visitor);
    for (const id of ['d1', 'd2', 'd3']) await dream(userId, id);
    const job = { key: 'a job', dreamId: 'd1', node: 'here', maxSeconds: 540, askedAt: 0 };
    await program.db.orm.insert(streamTables.runpodJobs).values(job);
    const key = {
      id: 'k',
      userId,
      name: 'key of ada@example.com',
      publicKey: '',
      counter: 0,
      transports: [],
    };
    await program.accounts.addPasskey(key);
    const access = await (await visitor.get('/api/stream/check-access')).json();
    expect(access).toMatchObject({ used: 3, remainingTrials: 0 });
    await visitor.postForm('/settings/close', { confirmation: 'ada@example.com' });

    program.clock.advance(14 * DAY + 1000);
    program.jobs.start();
    await vi.waitFor(async () => expect(await program.accounts.findUser(userId)).toBeNull(), TIMEOUTS);
    await erasureRuns();

    for (const [name, rows] of await everything()) {
      expect(rows, name).not.toMatch(/ada@|"ada"|garden|lovely/i);
      // Left over: the anonymised user row, its role history, and the record of the erasure job.
      if (!['users', 'account_changes', 'jobs'].includes(name)) expect(rows, name).not.toContain(userId);
    }
    expect(await program.storage.list('')).toEqual([]);
    // The log of file copies and their cost survives, without a user id.
    const logged = await program.db.orm.select().from(recordingTables.contentLog);
    expect(logged.length).toBeGreaterThan(0);
    for (const { dreamId } of logged) expect(dreamId).toBeNull();
    expect(await program.db.orm.select().from(streamTables.runpodJobs)).toMatchObject([{ dreamId: '' }]);

    const again = await signIn('ada@example.com');
    expect(await idOf(again)).not.toBe(userId);
    expect(await (await again.get('/api/stream/check-access')).json()).toMatchObject({
      used: 3,
      remainingTrials: 0,
      canStream: false,
    });
    expect((await again.postJson('/api/stream/connect')).status).toBe(403);
    expect(
      await (await (await signIn('grace@example.com')).get('/api/stream/check-access')).json(),
    ).toMatchObject({
      used: 0,
    });
  });

  test('is refused to the only admin and to people who still pay', async () => {
    const admin = program.visitor();
    await admin.openLink(await program.adminLink('root@example.com'));
    const refused = await admin.postForm('/settings/close', { confirmation: 'root@example.com' });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('You are the only admin here.');

    const payer = await signIn('payer@example.com');
    await program.db.orm.insert(billingTables.subscriptions).values({
      id: 'sub_1',
      userId: await idOf(payer),
      stripeCustomerId: 'cus_1',
      status: 'active',
      tier: 'basic',
      currentPeriodStart: 0,
      currentPeriodEnd: program.clock.now() + DAY,
      cancelAtPeriodEnd: false,
      createdAt: 0,
      updatedAt: 0,
    });
    expect((await payer.postForm('/settings/close', { confirmation: 'payer@example.com' })).status).toBe(409);
    await program.db.orm
      .update(billingTables.subscriptions)
      .set({ cancelAtPeriodEnd: true })
      .where(eq(billingTables.subscriptions.id, 'sub_1'));
    expect((await payer.postForm('/settings/close', { confirmation: 'payer@example.com' })).status).toBe(303);
  });
});

const TABLES = [
  adminTables,
  authTables,
  billingTables,
  dreamTables,
  helpTables,
  jobTables,
  mailTables,
  profileTables,
  recordingTables,
  securityTables,
  streamTables,
].flatMap((module) => Object.values(module).filter((value) => is(value, Table)));

async function everything(): Promise<[string, string][]> {
  return Promise.all(
    TABLES.map(
      async (table): Promise<[string, string]> => [
        getTableName(table),
        JSON.stringify(await program.db.orm.select().from(table as typeof authTables.users)),
      ],
    ),
  );
}

test('every table with an owner column is covered by erasure', () => {
  const owned = TABLES.filter((table) =>
    Object.values(getTableColumns(table)).some(({ name }) =>
      /^(user_id|dream_id|created_by|email|to_address)$/.test(name),
    ),
  ).map(getTableName);
  // Before adding a name here, include the table in its module's personal data.
  expect(owned.sort()).toEqual([
    'account_changes',
    'account_tokens',
    'active_days',
    'admin_actions',
    'api_tokens',
    'bookmarks',
    'carried_trials',
    'collection_dreams',
    'collections',
    'content_log',
    'conversation_messages',
    'data_requests',
    'dream_audiences',
    'dream_controls',
    'dream_exports',
    'dream_plans',
    'dream_prompts',
    'dream_reports',
    'dream_sounds',
    'dream_views',
    'dream_visitors',
    'dream_words',
    'dreams',
    'email_links',
    'feedback',
    'given_streams',
    'handles',
    'help_conversations',
    'identities',
    'login_sessions',
    'mail_jobs',
    'mail_log',
    'mail_recipients',
    'operator_presence',
    'passkeys',
    'pending_identities',
    'person_notes',
    'profile_reports',
    'profiles',
    'runpod_jobs',
    'security_events',
    'sign_in_blocks',
    'spent_streams',
    'stripe_customers',
    'subscriptions',
    'suspension_traces',
    'users',
  ]);
});
