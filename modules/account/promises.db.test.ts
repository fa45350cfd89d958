import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { startProgram, type TestProgram } from '../../tests/program.ts';
import { emailLinks, loginSessions, pendingIdentities } from '../auth/tables.ts';
import { dreams, dreamViews, dreamVisitors, visitorSalts } from '../dreams/tables.ts';

const DAY = 24 * 3600_000;
const TIMEOUTS = { timeout: 20_000, interval: 50 };
let program: TestProgram;

beforeEach(async () => {
  program = await startProgram({ HIDDEN_DAYS: '12' });
  return () => program.stop();
});

/** Advances the clock and runs the daily jobs that are due by then. */
function pass(ms: number): void {
  program.clock.advance(ms);
  program.jobs.start();
  program.jobs.wake();
}
const becomes = (read: () => Promise<readonly unknown[]>, expected: unknown[]) =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), TIMEOUTS);

describe(`what the privacy page promises, on ${dialect}`, () => {
  test('ended sign-ins are deleted within a day, active ones stay', async () => {
    const [left, stays] = [program.visitor(), program.visitor()];
    await left.openLink(await program.adminLink('left@example.com'));
    await stays.openLink(await program.adminLink('stays@example.com'));
    const { store } = program.signIn;
    const rows = async () => (await program.db.orm.select().from(loginSessions)).map(({ id }) => id);
    const [first, second] = await program.db.orm
      .select()
      .from(loginSessions)
      .orderBy(loginSessions.createdAt);
    if (!first || !second) throw new Error('nobody signed in');
    await store.slideLoginSession(second.tokenHash, program.clock.now() + 33 * DAY);
    await store.slideLoginSession(first.tokenHash, program.clock.now() + 30 * DAY);
    pass(31 * DAY);
    await becomes(rows, [second.id]);
  });

  test('used and expired links and unfinished connections are deleted, usable ones stay', async () => {
    const { store, clock } = program.signIn;
    const now = clock.now();
    const link = { purpose: 'sign-in' as const, next: null, loginId: null, userAgent: null, createdAt: now };
    const add = (tokenHash: string, expiresAt: number) =>
      store.addEmailLink({ ...link, tokenHash, email: `${tokenHash}@example.com`, expiresAt });
    await add('used', now + 99 * DAY);
    await add('expired', now + 600_000);
    await add('usable', now + 99 * DAY);
    expect(await store.takeEmailLink('used')).not.toBeNull();
    const pending = { tokenHash: 'p', issuer: 'i', subject: 's', email: 'p@example.com' };
    await store.addPendingIdentity({ ...pending, expiresAt: now + 600_000 });
    pass(DAY);
    await becomes(
      async () => (await program.db.orm.select().from(emailLinks)).map(({ tokenHash }) => tokenHash),
      ['usable'],
    );
    await becomes(async () => await program.db.orm.select().from(pendingIdentities), []);
  });

  test('records of finished work are deleted after 90 days', async () => {
    const { jobs, queue } = program;
    await jobs.enqueue({ kind: 'elsewhere', key: 'done', payload: {} });
    // Leased before the second job is added: with two due in the same millisecond, either may come first.
    const job = await queue.lease(['elsewhere'], 60_000);
    await jobs.enqueue({ kind: 'elsewhere', key: 'waits', payload: {} });
    if (!job) throw new Error('no job was due');
    await queue.complete(job);
    pass(91 * DAY);
    await becomes(
      () =>
        Promise.all(['done', 'waits'].map((key) => queue.find('elsewhere', key).then((one) => one?.state))),
      [undefined, 'waiting'],
    );
  });

  test('visitors of a shared dream are known for a day at most; the view count stays', async () => {
    const page = await (await program.visitor().get('/privacy')).text();
    expect(page).toContain('Visits of shared dreams');
    const owner = program.visitor();
    await owner.openLink(await program.adminLink('ada@example.com'));
    const times = { requestedAt: 1, startedAt: 1, endedAt: program.clock.now() };
    const row = {
      userId: (await owner.person())?.id ?? '',
      jobStatus: 'DONE' as const,
      limitSeconds: 9,
      seed: 1,
    };
    await program.db.orm.insert(dreams).values({ ...row, ...times, id: 'shown', rpJobId: 'local-shown' });
    const guest = program.visitor({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' });
    expect((await guest.get('/api/d/shown')).status).toBe(200);
    const { orm } = program.db;
    expect(await orm.select().from(dreamVisitors)).toHaveLength(1);
    expect(await orm.select().from(visitorSalts)).toHaveLength(1);
    pass(DAY + 5 * 60_000);
    await becomes(async () => await orm.select().from(dreamVisitors), []);
    await becomes(async () => await orm.select().from(visitorSalts), []);
    expect(await orm.select().from(dreamViews)).toEqual([{ dreamId: 'shown', views: 1 }]);
  });

  test('deleted dreams are purged after the number of days that the page states', async () => {
    const page = await (await program.visitor().get('/privacy')).text();
    expect(page).toMatch(/Dreams that you delete.*gone for good.*after 12 days/s);
    const visitor = program.visitor();
    await visitor.openLink(await program.adminLink('ada@example.com'));
    const userId = (await visitor.person())?.id ?? '';
    const now = program.clock.now();
    const row = {
      userId,
      jobStatus: 'DONE' as const,
      serverStatus: 'READY' as const,
      limitSeconds: 300,
      seed: 1,
    };
    const times = { requestedAt: now, startedAt: now, endedAt: now };
    await program.db.orm.insert(dreams).values([
      { ...row, ...times, id: 'young', rpJobId: 'local-young', hiddenAt: now + 2 * DAY },
      { ...row, ...times, id: 'old', rpJobId: 'local-old', hiddenAt: now },
    ]);
    pass(13 * DAY);
    await becomes(async () => (await program.db.orm.select().from(dreams)).map(({ id }) => id), ['young']);
  });
});
