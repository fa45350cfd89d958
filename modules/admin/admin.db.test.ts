import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testOnce } from '../../tests/long-test.ts';
import { startMailServer } from '../../tests/mail-server.ts';
import { ORIGIN, startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { openLoginSession } from '../auth/session/sign-in.ts';
import { accountChanges, users } from '../auth/tables.ts';
import { PLANS } from '../billing/contract/plans.ts';
import { dreams } from '../dreams/tables.ts';
import { jobs as jobsTable } from '../jobs/tables.ts';
import { newId } from '../kit/ids.ts';
import { createBulkStore } from '../mail/bulk-store.ts';
import type { JobStatus } from '../protocol/job-statuses.ts';
import { perTier } from '../web/contract/tiers.ts';
import { startMailJob } from './mails/mail-jobs.ts';
import { operatorOf } from './operator.ts';
import { changeUserRole, grantBeta } from './people/change-user.ts';
import { createAdminStore } from './store.ts';

let program: TestProgram;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let admin: Visitor;
beforeAll(async () => {
  mails = await startMailServer();
  program = await startProgram({ SMTP_URL: mails.url });
  program.jobs.start();
  const { id } = await person('Root', 'admin');
  admin = program.visitor();
  admin.jar.set('sid', await openLoginSession(program.signIn, id, { userAgent: undefined, address: 'test' }));
});
afterAll(async () => {
  await program.stop();
  await mails.stop();
});

const person = (name: string, role: 'admin' | 'subscribed' | 'user' = 'user') =>
  program.accounts.createUser({ name, email: `${newId()}@example.com`, picture: null, role });

async function post<T>(path: string, body: unknown): Promise<{ status: number; json: T }> {
  const answer = await admin.postJson(`/api/admin/${path}`, body);
  return { status: answer.status, json: await answer.json() };
}

interface DreamOptions {
  at: string;
  jobStatus?: JobStatus;
  worker?: string;
  job?: string;
  serverFps?: number;
  clientFps?: number;
  recording?: 'FAILED';
  isClip?: boolean;
}
async function dream(userId: string, options: DreamOptions): Promise<string> {
  const id = newId();
  await program.db.orm.insert(dreams).values({
    id,
    userId,
    rpJobId: options.job ?? `local-${id}`,
    jobStatus: options.jobStatus ?? 'DONE',
    requestedAt: Date.parse(`${options.at}Z`),
    limitSeconds: 300,
    seed: 1,
    workerId: options.worker ?? null,
    serverFps: options.serverFps ?? null,
    clientFps: options.clientFps ?? null,
    serverStatus: options.recording ?? null,
    isClip: options.isClip ?? false,
  });
  return id;
}

describe('sessions', () => {
  let ids: Record<string, string>;
  beforeAll(async () => {
    const { id } = await person('Dreamer');
    ids = {
      old: await dream(id, { at: '2025-01-01T00:00:00', worker: 'GPU-a_1', serverFps: 15, clientFps: 10 }),
      middle: await dream(id, {
        at: '2025-01-02T00:00:00',
        jobStatus: 'FAILED',
        job: 'rp-100%x',
        recording: 'FAILED',
        serverFps: 9,
      }),
      young: await dream(id, {
        at: '2025-01-03T00:00:00',
        jobStatus: 'TIMEOUT NO CONNECTION',
        worker: 'gpu-b',
      }),
    };
  });

  test.each<[string, object, string[]]>([
    ['nothing', {}, ['young', 'middle', 'old']],
    ['a status', { jobStatus: 'TIMEOUT NO CONNECTION' }, ['young']],
    ['part of a worker id in the other case', { workerId: 'pu-A_' }, ['old']],
    ['signs that mean something to SQL', { rpJobId: '100%' }, ['middle']],
    ['a sign that nobody has', { workerId: '%' }, []],
    ['a start, included', { sessionAfter: '2025-01-02T00:00:00' }, ['young', 'middle']],
    ['an end, included', { sessionBefore: '2025-01-02T00:00:00.000' }, ['middle', 'old']],
    ['a least speed, included', { minServerFps: 9 }, ['middle', 'old']],
    ['a highest speed: unmeasured ones are out', { maxServerFps: 14.9 }, ['middle']],
    ['a recording that failed', { recording: 'FAILED' }, ['middle']],
    ['that and a part of an id', { recording: 'FAILED', rpJobId: '100', maxServerFps: 20 }, ['middle']],
    ['the client’s speed', { minClientFps: 10, maxClientFps: 10 }, ['old']],
  ])('are found by %s, newest first, with an exact total', async (_, filter, expected) => {
    const range = { sessionBefore: '2025-01-31T00:00:00', ...filter };
    const { status, json } = await post<{ sessions: { session_id: string }[]; totalCount: number }>(
      'session-data',
      { action: 'getAllSessions', page: 1, limit: 20, ...range },
    );
    expect(status).toBe(200);
    expect(json.sessions.map(({ session_id }) => session_id)).toEqual(expected.map((name) => ids[name]));
    expect(json.totalCount).toBe(expected.length);
  });

  test('come in pages', async () => {
    const { json } = await post<{ sessions: { session_id: string }[]; totalCount: number }>('session-data', {
      action: 'getAllSessions',
      page: 2,
      limit: 2,
      sessionBefore: '2025-01-31',
    });
    expect(json).toMatchObject({ totalCount: 3, sessions: [{ session_id: ids.old }] });
  });

  test.each([
    { action: 'getAllSessions', jobStatus: 'SLEEPING' },
    { action: 'getAllSessions', sessionAfter: 'yesterday' },
    { action: 'getAllSessions', page: 0 },
    { action: 'getAllSessions', minServerFps: '3' },
    { action: 'dropAllSessions' },
  ])('can’t be requested with %j', async (body) => {
    expect((await post('session-data', body)).status).toBe(400);
  });
});

describe('people', () => {
  const setRole = (userId: string, role: string) =>
    post('user-data', { action: 'updateUserRole', userId, role });

  test('are found by part of their email and by role', async () => {
    const { email } = await person('Findme', 'subscribed');
    const found = await post<{ users: object[]; totalCount: number }>('user-data', {
      action: 'getAllUsers',
      page: 1,
      limit: 20,
      email: email.slice(3, 30).toUpperCase(),
      role: 'subscribed',
    });
    expect(found.json).toMatchObject({
      totalCount: 1,
      users: [{ email, role: 'subscribed', google_id: null }],
    });
  });

  test('are found regardless of case and accents in their email', async () => {
    const mark = newId().slice(0, 8);
    const email = `ÄNNE.Größe.${mark}@Пример.example`;
    await program.accounts.createUser({ name: 'Änne', email, picture: null, role: 'user' });
    const listed = async (words: string) =>
      (
        await post<{ users: { email: string }[] }>('user-data', {
          action: 'getAllUsers',
          page: 1,
          limit: 20,
          email: words,
        })
      ).json.users.map((user) => user.email);
    for (const words of [`änne.größe.${mark}@`, `ANNE.GROSSE.${mark}`, `${mark}@ПРИМЕР`]) {
      expect(await listed(words), words).toEqual([email]);
    }
    const store = createAdminStore(program.db, program.clock);
    expect(await store.findUserByEmail(email.toLowerCase())).not.toBeNull();
    // Another mailbox, despite the similar spelling.
    expect(await store.findUserByEmail(email.replace('ÄNNE', 'anne'))).toBeNull();
  });

  test('from an earlier version are found once their emails are folded', async () => {
    const mark = newId().slice(0, 8);
    const { id } = await person('Early');
    const email = `ÉLAN.${mark}@example.com`;
    const { orm } = program.db;
    await orm.update(users).set({ email, emailKey: null }).where(eq(users.id, id));
    expect(await program.accounts.addressIsTaken(`élan.${mark}@example.com`, null)).toBe(true);
    const settle = program.schedules.find(({ name }) => name === 'settle-addresses');
    await settle?.run(new AbortController().signal);
    const found = await post('user-data', {
      action: 'getAllUsers',
      page: 1,
      limit: 20,
      email: `élan.${mark}`,
    });
    expect(found.json).toMatchObject({ users: [{ email: `éLAN.${mark}@example.com` }] });
    expect(await program.accounts.addressIsTaken(`élan.${mark}@example.com`, null)).toBe(true);
    expect(await program.accounts.addressIsTaken(`elan.${mark}@example.com`, null)).toBe(false);
  });

  test('get another role, and the history shows who changed it and from where', async () => {
    const { id } = await person('Changed');
    expect((await setRole(id, 'admin')).status).toBe(200);
    expect((await setRole(id, 'user')).status).toBe(200);
    expect((await setRole(id, 'user')).status).toBe(200);
    const rows = await program.db.orm.select().from(accountChanges).where(eq(accountChanges.userId, id));
    expect(rows.filter(({ source }) => source === 'admin')).toHaveLength(2);
    const { json } = await post<{ history: object[] }>('user-data', { action: 'getUserHistory', userId: id });
    const root = (await admin.person())?.email;
    expect(json.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Role changed: user → admin', by: root, from: '192.0.2.1' }),
        expect.objectContaining({ what: 'Role changed: admin → user', by: root }),
      ]),
    );
    expect((await setRole('nobody', 'user')).status).toBe(404);
  });

  test('aren’t changed by an admin who saw an outdated role; the answer has the current one', async () => {
    const { id, name } = await person('Twice');
    const from = (basedOn: object, role = 'subscribed') =>
      post<object>('user-data', { action: 'updateUserRole', userId: id, role, basedOn });
    const user = { role: 'user', subscription_tier: null };
    const now = async () => (await program.accounts.findUser(id))?.role;
    expect((await from(user, 'admin')).status).toBe(200);
    // The other operator's page is older than that change.
    expect(await from(user)).toEqual({
      status: 409,
      json: {
        error: `${name} is Admin now: someone changed the role in the meantime. Your change wasn’t saved.`,
        code: 'changed-meanwhile',
        user: { id, role: 'admin', subscription_tier: null },
      },
    });
    expect(await now()).toBe('admin');
    expect((await from({ role: 'admin', subscription_tier: 'basic' })).status).toBe(409);
    expect((await from({ role: 'admin', subscription_tier: null })).status).toBe(200);
    expect(await now()).toBe('subscribed');
    // Setting a value that is already set needs no change, whatever the page showed.
    expect((await from(user)).status).toBe(200);
  });

  test('keep their tier through another role that an admin gave, until they pay', async () => {
    const one = await person('Tiered');
    const paying = { role: 'subscribed', tier: 'basic' } as const;
    const byStripe = { source: 'stripe', actorId: null, reason: null } as const;
    await program.accounts.changeAccount(one, paying, byStripe);
    const give = async (role: string) => {
      program.clock.advance(1);
      await post('user-data', { action: 'updateUserRole', userId: one.id, role });
      const now = await program.accounts.findUser(one.id);
      return now && [now.role, now.subscriptionTier];
    };
    expect(await give('user')).toEqual(['user', null]);
    expect(await give('admin')).toEqual(['admin', null]);
    expect(await give('subscribed')).toEqual(['subscribed', 'basic']);
    program.clock.advance(1);
    const before = await program.accounts.findUser(one.id);
    if (before) await program.accounts.changeAccount(before, { role: 'user', tier: null }, byStripe);
    expect(await give('subscribed')).toEqual(['subscribed', null]);
  });

  test('the last admin stays an admin, even if two admins demote each other at the same time', async () => {
    const me = await admin.person();
    expect((await setRole(me?.id ?? '', 'user')).status).toBe(409);
    const { id } = await person('Second', 'admin');
    const both = await Promise.all([setRole(me?.id ?? '', 'user'), setRole(id, 'user')]);
    // The admin who lost the role is refused; in either order, one admin remains.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await program.accounts.countAdmins()).toBe(1);
    if ((await admin.person())?.role !== 'admin') {
      const user = await program.accounts.findUser(me?.id ?? '');
      if (!user) throw new Error('the admin is gone');
      const why = { source: 'admin' as const, actorId: null, reason: null };
      await program.accounts.changeAccount(user, { role: 'admin', tier: null }, why);
    }
  });

  testOnce('get the beta with a welcome mail, once; a failed mail is reported', async () => {
    const { id, email } = await person('Lucky');
    const grant = (userId: string) => post('user-data', { action: 'grantBeta', userId });
    expect((await grant(id)).status).toBe(200);
    expect(mails.lastTo(email)?.subject).toMatch(/^Welcome to \w+ Beta!$/);
    expect(await program.accounts.findUser(id)).toMatchObject({
      role: 'subscribed',
      subscriptionTier: null,
    });
    expect((await grant(id)).status).toBe(409);
    const grey = await person('Later');
    mails.later.set(grey.email, 1);
    expect(await grant(grey.id)).toMatchObject({ status: 200, json: { ok: true, waiting: true } });
    const unlucky = await person('Unlucky');
    mails.refused.add(unlucky.email);
    expect((await grant(unlucky.id)).status).toBe(502);
    expect(await program.accounts.findUser(unlucky.id)).toMatchObject({ role: 'subscribed' });
  });
});

describe('the summary', () => {
  test('counts dreams, not their clips, by quarter of an hour and status, with a day added at each end', async () => {
    const { id } = await person('Counted');
    await dream(id, { at: '2024-05-31T23:59:59', serverFps: 14 });
    await dream(id, { at: '2024-06-01T00:00:00' });
    await dream(id, { at: '2024-06-01T00:14:59', jobStatus: 'ABORTED' });
    await dream(id, { at: '2024-06-01T00:14:59' });
    await dream(id, { at: '2024-06-03T00:00:00' });
    await dream(id, { at: '2024-06-01T00:05:00', isClip: true });
    await dream(id, { at: '2024-06-01T09:05:00', isClip: true });
    const { json } = await post<{ sessionStatus: object[]; userGrowth: object[]; fpsData: object[] }>(
      'summary-data',
      { action: 'getSummaryData', startDate: '2024-06-01', endDate: '2024-06-01' },
    );
    expect(json.sessionStatus).toHaveLength(3);
    expect(json.sessionStatus).toEqual(
      expect.arrayContaining([
        { status: 'DONE', date: '2024-05-31T23:45:00.000', count: 1 },
        { status: 'DONE', date: '2024-06-01T00:00:00.000', count: 2 },
        { status: 'ABORTED', date: '2024-06-01T00:00:00.000', count: 1 },
      ]),
    );
    expect(json.userGrowth.map((row) => (row as { date: string }).date)).toEqual([
      '2024-05-31',
      '2024-06-01',
      '2024-06-02',
    ]);
    expect(json.fpsData).toMatchObject([{ fps: 14, client_fps: null, job_status: 'DONE' }]);
  });

  test('ends with the current numbers of people and subscribers', async () => {
    const today = new Date(program.clock.now()).toISOString().slice(0, 10);
    const { json } = await post<{ userGrowth: { total_users: number; subscribed_users: number }[] }>(
      'summary-data',
      { action: 'getSummaryData', startDate: today, endDate: today },
    );
    const count = async (role?: string) =>
      (
        await post<{ totalCount: number }>('user-data', {
          action: 'getAllUsers',
          page: 1,
          limit: 10,
          ...(role && { role }),
        })
      ).json.totalCount;
    expect(json.userGrowth.at(-1)).toMatchObject({
      total_users: await count(),
      subscribed_users: await count('subscribed'),
    });
  });
});

describe('an action and its audit entry', () => {
  const fails = () => Promise.reject(new Error('the audit could not be written'));

  test('are stored together or not at all', async () => {
    const root = await admin.person();
    const me = root && (await program.accounts.findUser(root.id));
    if (!me) throw new Error('nobody is signed in');
    const one = await person('Unmoved');
    const { auth, mail, stream, kit } = program;
    const billing = { shownPrices: async () => perTier((tier) => PLANS[tier].price) };
    const store = { ...createAdminStore(program.db, program.clock), recordAction: fails };
    const deps = {
      ...{ auth, mail, billing, stream, store, jobs: program.jobs },
      ...{ transact: program.db.transact, log: kit.log, appName: 'Reverie' },
    };
    const context = {
      get: (name: string) => (name === 'config' ? program.config : ''),
      req: { raw: new Request(ORIGIN) },
    };
    const operator = operatorOf(deps as never, context as never, me as never);
    const toAdmin = { userId: one.id, role: 'admin' } as const;
    await expect(changeUserRole(deps, operator, toAdmin)).rejects.toThrow('audit');
    await expect(grantBeta(deps, operator, one.id)).rejects.toThrow('audit');
    expect(await program.accounts.findUser(one.id)).toMatchObject({ role: 'user' });
    expect(mails.lastTo(one.email)).toBeUndefined();
    const bulk = createBulkStore(program.db, program.clock, program.kit.traceOf);
    const { clock } = program;
    const jobs = { store: createAdminStore(program.db, clock), mail, clock };
    const letter = { kind: 'service' as const, subject: 'Hi', content: 'Hi', translations: null };
    const request = { ...letter, userIds: [one.id] };
    const queued = () => program.db.orm.$count(jobsTable, eq(jobsTable.kind, 'bulk-mail'));
    const before = await queued();
    await expect(startMailJob(jobs, { person: me, audit: fails, origin: '' }, request)).rejects.toThrow(
      'audit',
    );
    expect((await bulk.findRecentJob(0))?.state).not.toBe('running');
    expect(await queued()).toBe(before);
  });
});
