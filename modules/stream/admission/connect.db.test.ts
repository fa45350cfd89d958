import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { createAuthStore } from '../../auth/store.ts';
import { createBillingStore } from '../../billing/store.ts';
import { currentPeriod } from '../../billing/subscription/current-period.ts';
import { createDreamRepository, type DreamRepository } from '../../dreams/repository.ts';
import { toAppError } from '../../kit/errors.ts';
import { createRateLimits } from '../../kit/http/rate-limit.ts';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { createSoloCluster } from '../cluster/solo.ts';
import { createRelay } from '../relay.ts';
import { createWorkersStore } from '../store.ts';
import { noJournal, noSafety, quietLog } from '../testing/room-stage.ts';
import { createWorkerHealth } from '../workers/worker-health.ts';
import { type ConnectDeps, connect } from './connect.ts';

let at: TestDatabase;
let deps: ConnectDeps;
let person: SessionUser;
const clock = createFakeClock();

beforeEach(async () => {
  at = await openTestDatabase();
  const repository = counted(createDreamRepository(at.db, clock));
  const cluster = createSoloCluster();
  const relay = createRelay({
    maxWatchers: 100,
    isClosed: async () => false,
    createQueue: cluster.createQueue,
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
  });
  deps = {
    config: readConfig({}),
    clock,
    repository,
    relay,
    billing: {
      currentPeriod: (userId) => currentPeriod(createBillingStore(at.db, clock), userId, clock.now()),
    },
    node: 'here',
    cluster,
    waitNote: () => null,
    canHold: async () => true,
    isLeaving: () => false,
  };
  const user = await createAuthStore(at.db, clock).createUser({
    name: 'A',
    email: 'a@b.c',
    picture: null,
    role: 'user',
  });
  person = { id: user.id, name: 'A', email: 'a@b.c', picture: null, role: 'user' };
});
afterEach(async () => {
  await deps.relay.shutDown();
  await at.drop();
});

const call = (sessionId?: string) =>
  connect(deps, {
    dreamer: person,
    login: { id: 'login', endsAt: Number.POSITIVE_INFINITY },
    sessionId,
    socketOrigin: 'ws://here',
  });

/** database calls still in flight */
let asked = 0;

function counted(repository: DreamRepository): DreamRepository {
  return new Proxy(repository, {
    get(target, name: keyof DreamRepository) {
      const ask = target[name] as (...values: unknown[]) => Promise<unknown>;
      return async (...values: unknown[]) => {
        asked += 1;
        return ask.apply(target, values).finally(() => {
          asked -= 1;
        });
      };
    },
  });
}

/**
 * Advances the fake timers until `done` resolves, pausing them during database calls so that query timeouts don't fire.
 */
async function pass(done: Promise<unknown>): Promise<void> {
  let isDone = false;
  const noted = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    if (asked === 0 && !isDone) await vi.advanceTimersByTimeAsync(1_000);
  }
  await noted;
}

describe('connect', () => {
  test('called a hundred times at once opens one dream, and every response is about it', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => call()));
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    for (const { status } of answers) expect(['pending', 'queued']).toContain(status);
    expect(deps.relay.figures()).toMatchObject({ rooms: 1, queued: 1 });
  });

  test('reports a failure to one of a hundred callers, and the others get one new dream', async () => {
    const { sessionId } = await call();
    deps.relay.room(sessionId)?.end('worker-lost');
    const answers = await Promise.all(Array.from({ length: 100 }, () => call()));
    expect(answers.filter(({ status }) => status === 'failed')).toEqual([
      {
        sessionId,
        status: 'failed',
        ready: false,
        websocketUrl: null,
        error: 'Session failed unexpectedly.',
        queuePosition: null,
      },
    ]);
    expect(new Set(answers.map((answer) => answer.sessionId)).size).toBe(2);
    // By id, the failure can be fetched again and again.
    expect(await call(sessionId)).toMatchObject({ status: 'failed' });
    expect(await call(sessionId)).toMatchObject({ status: 'failed' });
  });

  test('by id counts as having reported the failure', async () => {
    const { sessionId } = await call();
    deps.relay.room(sessionId)?.end('generator-failed');
    await deps.relay.room(sessionId)?.concluded;
    expect(await call(sessionId)).toMatchObject({ status: 'failed', error: 'Session failed unexpectedly.' });
    expect(await call()).toMatchObject({ status: 'queued' });
  });

  test('answers from memory while the database is slow to store an end', async () => {
    const { sessionId } = await call();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const finish = deps.repository.finish;
      deps.repository.finish = () => Promise.reject(new Error('away'));
      deps.relay.room(sessionId)?.end('worker-lost');
      const answered = Promise.all([call(), call(sessionId)]);
      await pass(answered);
      expect(await answered).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
      deps.repository.finish = finish;
      const concluded = deps.relay.room(sessionId)?.concluded;
      if (concluded) await pass(concluded);
    } finally {
      vi.useRealTimers();
    }
    expect(await deps.repository.find(sessionId)).toMatchObject({ jobStatus: 'FAILED' });
  });

  test('doesn’t report dreams that ended well', async () => {
    const { sessionId } = await call();
    deps.relay.room(sessionId)?.end('viewer-ended');
    const next = await call();
    expect(next).toMatchObject({ status: 'queued' });
    expect(next.sessionId).not.toBe(sessionId);
    expect(await call(sessionId)).toMatchObject({ status: 'ended', error: null });
  });

  test('returns the same 404 for unknown, hidden and other people’s dreams', async () => {
    for (const id of ['x', 'f'.repeat(32)]) await expect(call(id)).rejects.toMatchObject({ status: 404 });
    const { sessionId } = await call();
    person = { ...person, id: 'another' };
    await expect(call(sessionId)).rejects.toMatchObject({ status: 404 });
  });

  test('returns a client error, not a server error, for an id that no database can store', async () => {
    const fault = await call('a\u0000b').catch((error: unknown) => error);
    expect([400, 404]).toContain(toAppError(fault).status);
  });

  test('keeps a caller’s place in the queue while they poll, and drops it when they stop', async () => {
    const { sessionId } = await call();
    for (let seconds = 0; seconds < 60; seconds += 10) {
      clock.turn(10_000);
      deps.relay.tick();
      expect(await call()).toMatchObject({ sessionId, status: 'queued', queuePosition: 1 });
    }
    clock.turn(15_000);
    deps.relay.tick();
    expect(await call(sessionId)).toMatchObject({ status: 'ended' });
  });
});
