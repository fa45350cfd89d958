import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { createAuthStore } from '../auth/store.ts';
import { createDreamRepository } from '../dreams/repository.ts';
import { dreams } from '../dreams/tables.ts';
import { createRateLimits } from '../kit/http/rate-limit.ts';
import { createFakeClock } from '../kit/testing/fake-clock.ts';
import { createTakeOver } from './cluster/take-over.ts';
import { createSharedQueue } from './queue/shared-queue.ts';
import { createRelay } from './relay.ts';
import { createWorkersStore } from './store.ts';
import { noJournal, noSafety, quietLog } from './testing/room-stage.ts';
import { createWorkerHealth } from './workers/worker-health.ts';

const clock = createFakeClock();
let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.drop());

test('a node wrongly declared dead releases dreams that others took, and keeps newer ones', async () => {
  const { orm } = at.db;
  const repository = createDreamRepository(at.db, clock);
  const moved: string[] = [];
  const relay = createRelay({
    maxWatchers: 100,
    isClosed: async () => false,
    clock,
    log: quietLog,
    repository,
    workers: createWorkersStore(at.db, clock, 'here'),
    health: createWorkerHealth(clock, { failing() {}, works() {} }),
    workerToken: 'a-token-for-tests-only',
    workerRefused: () => {},
    rateLimits: createRateLimits(),
    addressOf: () => 'here',
    isOwnOrigin: () => true,
    allowsNonCommercial: false,
    openJournal: () => noJournal,
    safety: noSafety,
    space: { hasRoom: () => true, promise() {} },
    openTape: () => {
      throw new Error('nothing is shown here');
    },
    recordingClosed: async () => {},
    dreamMoved: (id) => void moved.push(id),
    createQueue: (parts) =>
      createSharedQueue({
        ...parts,
        log: quietLog,
        repository,
        node: 'here',
        publish: () => {},
        takesDreams: () => false,
      }),
  });
  async function open() {
    const who = { name: 'A', email: 'a@b.c', picture: null, role: 'user' } as const;
    const { id } = await createAuthStore(at.db, clock).createUser(who);
    const request = { userId: id, limitSeconds: 300, quota: null, mostUnchargedStarts: null, node: 'here' };
    const admission = await repository.admit(request);
    if (admission.kind !== 'admitted') throw new Error(admission.kind);
    return relay.open(admission.dream);
  }
  const [taken, ended, own] = [await open(), await open(), await open()];
  const change = (id: string, to: Partial<typeof dreams.$inferInsert>) =>
    orm.update(dreams).set(to).where(eq(dreams.id, id));
  await change(taken.dream.id, { node: 'there' });
  await change(ended.dream.id, { jobStatus: 'FAILED', endedAt: clock.now() });
  await change(own.dream.id, { claimedAt: clock.now() });
  const parts = { self: 'here', relay, repository, log: quietLog, recover: async () => {} };
  await createTakeOver(parts).releaseTaken();
  await Promise.all([taken.concluded, ended.concluded]);
  expect([taken.isMoved, ended.isMoved, own.isMoved]).toEqual([true, true, false]);
  expect(moved.toSorted()).toEqual([taken.dream.id, ended.dream.id].toSorted());
  expect(own.ended).toBeNull();

  // A person who has claimed a guest's dream may do what other people may, such as switch a camera on.
  Object.assign(own.dream, { guest: true });
  relay.guestClaimed(own.dream.userId, 'a person');
  expect(own.dream).toMatchObject({ userId: 'a person', guest: false });
  await relay.shutDown();
});

test('marks on workers persist, and only one of several nodes mails about a worker, at most once an hour', async () => {
  const nodes = ['here', 'there'].map((node) => createWorkersStore(at.db, clock, node));
  const count = async (ask: (node: (typeof nodes)[number]) => Promise<boolean>) =>
    (await Promise.all(nodes.map(ask))).filter(Boolean).length;
  const fails = () => count((node) => node.markFailing('w'));
  const works = () => count((node) => node.markWorking('w'));
  await nodes[0]?.keepDrain('w', true);
  expect(await works()).toBe(0);
  expect([await fails(), await fails()]).toEqual([1, 0]);
  expect([await works(), await works()]).toEqual([1, 0]);
  expect(await fails()).toBe(0);
  clock.turn(3601_000);
  expect(await fails()).toBe(1);
  expect(await nodes[1]?.listDrained()).toEqual(['w']);
  await nodes[1]?.keepDrain('w', false);
  expect(await nodes[0]?.listDrained()).toEqual([]);
  expect(await works()).toBe(1);
});
