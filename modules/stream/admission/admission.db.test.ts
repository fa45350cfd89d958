import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/database.ts';
import { openDatabase } from '../../../db/open.ts';
import { readConfig } from '../../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { SELLING } from '../../../tests/selling.ts';
import { createAuthStore } from '../../auth/store.ts';
import { createBillingStore } from '../../billing/store.ts';
import { currentPeriod } from '../../billing/subscription/current-period.ts';
import { subscriptions } from '../../billing/tables.ts';
import type { Dream } from '../../dreams/queries/live.ts';
import { createDreamRepository } from '../../dreams/repository.ts';
import { dreams } from '../../dreams/tables.ts';
import { AppError } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { type AdmissionDeps, admit, checkAccess, denialText } from './admission.ts';

/** Rounds of 100 parallel calls per plan. ADMISSION_ROUNDS=200 runs more. */
const ROUNDS = Number(process.env.ADMISSION_ROUNDS ?? 3);

let at: TestDatabase;
let second: Database;
let clock: ReturnType<typeof createFakeClock>;
let deps: AdmissionDeps;
/** the same on a second connection to the database, as another node would have */
let otherNode: AdmissionDeps;
let hasRoom = true;

beforeAll(async () => {
  at = await openTestDatabase();
  second = await openDatabase(at.settings);
});
afterAll(async () => {
  await second.close();
  await at.drop();
});
beforeEach(() => {
  hasRoom = true;
  clock = createFakeClock(Date.UTC(2026, 2, 10, 12));
  const over = (db: Database, node: string): AdmissionDeps => ({
    config: readConfig(SELLING),
    clock,
    repository: createDreamRepository(db, clock),
    billing: {
      currentPeriod: (userId) => currentPeriod(createBillingStore(db, clock), userId, clock.now()),
    },
    node,
    canHold: async () => hasRoom,
    isLeaving: () => false,
  });
  deps = over(at.db, 'one');
  otherNode = over(second, 'two');
});

async function createPerson(
  role: SessionUser['role'] = 'user',
  tier?: 'basic' | 'premium',
): Promise<SessionUser> {
  const user = await createAuthStore(at.db, clock).createUser({
    name: 'A',
    email: 'a@b.c',
    picture: null,
    role,
  });
  return {
    id: user.id,
    name: 'A',
    email: 'a@b.c',
    picture: null,
    role,
    ...(tier && { subscription_tier: tier }),
  };
}

const ended = {
  serverStatus: null,
  endText: null,
  uncharge: false,
  gpuSeconds: null,
  frames: 1,
  fpsData: null,
  pcieData: null,
};
const show = (dream: Dream) =>
  deps.repository.markRunning(dream.id, {
    startedAt: clock.now(),
    workerId: 'w',
    generator: 'g',
    generatorVersion: '1',
  });
const finish = (dream: Dream, how: Partial<Parameters<typeof deps.repository.finish>[1]> = {}) =>
  deps.repository.finish(dream.id, { ...ended, jobStatus: 'DONE', endedAt: clock.now(), ...how });

/** A dream that was watched and has ended. */
async function dreamOnce(person: SessionUser): Promise<Dream> {
  const { dream } = await admit(deps, person);
  await show(dream);
  await finish(dream);
  return dream;
}

async function subscribe(person: SessionUser, start: number, end: number): Promise<void> {
  await at.db.orm.insert(subscriptions).values({
    id: newId(),
    userId: person.id,
    stripeCustomerId: newId(),
    status: 'active',
    tier: 'basic',
    currentPeriodStart: start,
    currentPeriodEnd: end,
    cancelAtPeriodEnd: false,
    createdAt: start,
    updatedAt: start,
  });
}

const refusal = async (person: SessionUser) => {
  const error = await admit(deps, person).then(
    () => null,
    (fault: unknown) => fault,
  );
  if (!(error instanceof AppError)) throw new Error('the person was let in');
  return { status: error.status, message: error.message, ...error.extra };
};

describe('with one dream left, of 100 concurrent calls', () => {
  test.each(['trial', 'basic'] as const)(
    `exactly one creates a dream, in each of ${ROUNDS} rounds (%s), across two nodes`,
    {
      timeout: 300_000,
    },
    async (plan) => {
      const limit = plan === 'trial' ? 3 : 5;
      for (let round = 0; round < ROUNDS; round++) {
        const person = await createPerson(
          plan === 'trial' ? 'user' : 'subscribed',
          plan === 'basic' ? plan : undefined,
        );
        if (plan === 'basic') await subscribe(person, Date.UTC(2026, 2, 5), Date.UTC(2026, 3, 5));
        for (let used = 1; used < limit; used++) await dreamOnce(person);
        const calls = Array.from({ length: 100 }, (_, index) =>
          admit(index % 2 === 0 ? deps : otherNode, person),
        );
        const answers = await Promise.all(calls);
        const made = answers.filter(({ kind }) => kind === 'admitted');
        expect(made).toHaveLength(1);
        expect(new Set(answers.map(({ dream }) => dream.id)).size).toBe(1);
        const [only] = made;
        if (!only) throw new Error('nobody was admitted');
        await show(only.dream);
        await finish(only.dream);
        expect(await refusal(person)).toMatchObject({ status: 403 });
        const rows = await at.db.orm.select().from(dreams).where(eq(dreams.userId, person.id));
        expect(rows).toHaveLength(limit);
      }
    },
  );
});

describe('guests', () => {
  test('never exceed their limit, however many arrive at once on two nodes', async () => {
    const guests = await Promise.all(Array.from({ length: 40 }, () => createPerson()));
    const kinds = await Promise.all(
      guests.map(({ id }, index) =>
        [deps, otherNode][index % 2]?.repository
          .admit({
            userId: id,
            limitSeconds: 60,
            quota: { since: 0, limit: 1 },
            mostUnchargedStarts: null,
            mostGuests: 4,
            node: 'one',
          })
          .then(({ kind }) => kind),
      ),
    );
    expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'too-many-guests')).toHaveLength(36);
    expect(await deps.repository.countLiveGuests()).toBe(4);
  });
});

describe('a trial', () => {
  test('ends after three dreams that were seen, with the specification’s text', async () => {
    const person = await createPerson();
    for (const used of [0, 1, 2]) {
      expect(await checkAccess(deps, person)).toEqual({
        canStream: true,
        isTrial: true,
        isBasic: false,
        used,
        limit: 3,
        remainingTrials: 3 - used,
        periodEnd: null,
      });
      await dreamOnce(person);
    }
    expect(await refusal(person)).toEqual({
      status: 403,
      message: "You've used all of your free trial streams. Subscribe to continue streaming!",
      canStream: false,
      isTrial: true,
      isBasic: false,
      used: 3,
      limit: 3,
      remainingTrials: 0,
      periodEnd: null,
    });
  });

  test('has no link to plans if none are sold', async () => {
    const access = { canStream: false, isTrial: true, isBasic: false, used: 3, limit: 3 };
    const at = { ...access, remainingTrials: 0, periodEnd: null };
    for (const [isTrial, words] of [
      [true, "You've used all of your free trial streams. The operator of this site can give you more."],
      [false, 'Unable to start stream. Please ask the operator of this site.'],
    ] as const) {
      expect(denialText({ ...at, isTrial }, false)).toBe(words);
      expect(denialText({ ...at, isTrial }, true)).not.toContain('operator');
    }
  });

  test('isn’t extended by hiding dreams', async () => {
    const person = await createPerson();
    for (const dream of [await dreamOnce(person), await dreamOnce(person), await dreamOnce(person)]) {
      await at.db.orm.update(dreams).set({ hiddenAt: clock.now() }).where(eq(dreams.id, dream.id));
    }
    expect(await refusal(person)).toMatchObject({ status: 403, used: 3 });
  });

  test('doesn’t count unseen dreams, or ones that our faults ended early', async () => {
    const person = await createPerson();
    const unseen = await admit(deps, person);
    await finish(unseen.dream, { jobStatus: 'ABORTED' });
    const cut = await admit(deps, person);
    await show(cut.dream);
    expect(await checkAccess(deps, person)).toMatchObject({ used: 1 });
    await finish(cut.dream, { jobStatus: 'FAILED', uncharge: true });
    expect(await checkAccess(deps, person)).toMatchObject({ used: 0, remainingTrials: 3 });
    // Ending it again changes nothing.
    expect(await finish(cut.dream)).toBe(false);
    expect(await deps.repository.find(cut.dream.id)).toMatchObject({ jobStatus: 'FAILED' });
  });

  test('lets a person return to their last dream while it runs', async () => {
    const person = await createPerson();
    await dreamOnce(person);
    await dreamOnce(person);
    const { dream } = await admit(deps, person);
    await show(dream);
    expect(await admit(deps, person)).toMatchObject({ kind: 'active', dream: { id: dream.id } });
  });
});

describe('a basic plan', () => {
  test('is used up after five dreams in the billing period, and names the next one’s date', async () => {
    const person = await createPerson('subscribed', 'basic');
    await subscribe(person, Date.UTC(2026, 2, 5), Date.UTC(2026, 3, 5));
    for (let dream = 0; dream < 5; dream++) await dreamOnce(person);
    expect(await refusal(person)).toEqual({
      status: 403,
      message:
        "You've reached your limit of 5 streams this billing period. Your limit resets on April 5, 2026.",
      canStream: false,
      isTrial: false,
      isBasic: true,
      used: 5,
      limit: 5,
      remainingTrials: null,
      periodEnd: '2026-04-05T00:00:00.000',
    });
    clock.turn(31 * 24 * 3600_000);
    await at.db.orm
      .update(subscriptions)
      .set({ currentPeriodStart: Date.UTC(2026, 3, 5), currentPeriodEnd: Date.UTC(2026, 4, 5) })
      .where(eq(subscriptions.userId, person.id));
    expect(await checkAccess(deps, person)).toMatchObject({ canStream: true, used: 0 });
  });

  test('has five more from the first second of a renewal, even before its event arrives', async () => {
    const person = await createPerson('subscribed', 'basic');
    await subscribe(person, Date.UTC(2026, 1, 20), Date.UTC(2026, 2, 20));
    for (let dream = 0; dream < 5; dream++) await dreamOnce(person);
    clock.turn(10 * 24 * 3600_000);
    expect(await checkAccess(deps, person)).toMatchObject({ used: 0, periodEnd: '2026-04-20T00:00:00.000' });
    await dreamOnce(person);
    await at.db.orm
      .update(subscriptions)
      .set({ currentPeriodStart: Date.UTC(2026, 2, 20), currentPeriodEnd: Date.UTC(2026, 3, 20) })
      .where(eq(subscriptions.userId, person.id));
    expect(await checkAccess(deps, person)).toMatchObject({ used: 1, periodEnd: '2026-04-20T00:00:00.000' });
  });

  test('ignores the trial before it, and after an upgrade counts nothing', async () => {
    const person = await createPerson();
    for (let dream = 0; dream < 3; dream++) await dreamOnce(person);
    clock.turn(1000);
    // Stripe's clock runs a little ahead of ours.
    await subscribe(person, clock.now() + 5000, Date.UTC(2026, 3, 10));
    const basic: SessionUser = { ...person, role: 'subscribed', subscription_tier: 'basic' };
    expect(await checkAccess(deps, basic)).toMatchObject({ used: 0, canStream: true, isBasic: true });
    const premium: SessionUser = { ...basic, subscription_tier: 'premium' };
    for (let dream = 0; dream < 6; dream++) await dreamOnce(premium);
    expect(await checkAccess(deps, premium)).toMatchObject({ limit: null, periodEnd: null, canStream: true });
  });

  test('uses the calendar month if no period is known', async () => {
    const person = await createPerson('subscribed', 'basic');
    await dreamOnce(person);
    expect(await checkAccess(deps, person)).toMatchObject({ used: 1, periodEnd: '2026-04-01T00:00:00.000' });
    clock.turn(22 * 24 * 3600_000);
    expect(await checkAccess(deps, person)).toMatchObject({ used: 0, periodEnd: '2026-05-01T00:00:00.000' });
  });
});

describe('everyone else', () => {
  test.each([
    ['premium', 'subscribed', 'premium'],
    ['legacy', 'subscribed', undefined],
    ['admin', 'admin', undefined],
  ] as const)('(%s) dreams without a limit', async (_, role, tier) => {
    const person = await createPerson(role, tier);
    for (let dream = 0; dream < 7; dream++) await dreamOnce(person);
    expect(await checkAccess(deps, person)).toEqual({
      canStream: true,
      isTrial: false,
      isBasic: false,
      used: 7,
      limit: null,
      remainingTrials: null,
      periodEnd: null,
    });
  });

  test('has to wait after sixty unwatched starts an hour, and is admitted again later', async () => {
    const person = await createPerson('subscribed', 'premium');
    for (let start = 0; start < 60; start++) {
      const { dream } = await admit(deps, person);
      await finish(dream, { jobStatus: 'ABORTED' });
    }
    expect(await refusal(person)).toMatchObject({ status: 429, message: expect.stringMatching(/later/) });
    clock.turn(3600_001);
    expect(await admit(deps, person)).toMatchObject({ kind: 'admitted' });
  });

  test('waits longer and longer for dreams started without watching, until one is watched', async () => {
    const person = await createPerson('subscribed', 'premium');
    /** Holds a worker for a minute without a viewer. */
    const hold = async (change: Parameters<typeof finish>[1] = {}) => {
      const { dream } = await admit(deps, person);
      clock.turn(60_000);
      const end = { jobStatus: 'TIMEOUT NO CONNECTION', gpuSeconds: 60, endedAt: clock.now() } as const;
      await finish(dream, { ...end, ...change });
    };
    const refusedFor = async (seconds: number) => {
      expect(await refusal(person)).toMatchObject({
        status: 429,
        message: expect.stringMatching(/not watched/),
      });
      clock.turn(seconds * 1000 - 1);
      expect(await refusal(person)).toMatchObject({ status: 429 });
      clock.turn(1);
    };
    await hold();
    await hold({ jobStatus: 'ABORTED' });
    // Failed dreams don't count against the user.
    await hold({ jobStatus: 'FAILED' });
    await hold();
    await refusedFor(60);
    await hold();
    await refusedFor(120);
    for (let n = 0; n < 6; n++) {
      await hold();
      clock.turn(30 * 60_000);
    }
    await hold();
    await refusedFor(30 * 60);
    const { dream } = await admit(deps, person);
    await show(dream);
    await finish(dream);
    await hold();
    expect(await admit(deps, person)).toMatchObject({ kind: 'admitted' });
  });

  test('is told if the disk is full, but may return to a running dream', async () => {
    const person = await createPerson('admin');
    const { dream } = await admit(deps, person);
    hasRoom = false;
    expect(await admit(deps, person)).toMatchObject({ kind: 'active' });
    await finish(dream);
    expect(await refusal(person)).toMatchObject({ status: 503, message: expect.stringMatching(/no space/) });
  });
});

describe('a failure', () => {
  test('is reported once, within a minute, to one of many callers', async () => {
    const person = await createPerson();
    const { dream } = await admit(deps, person);
    await finish(dream, { jobStatus: 'FAILED', endText: 'Session failed unexpectedly.' });
    const asked = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? deps : otherNode).repository.takeUnreportedFailure(person.id),
    );
    const reported = (await Promise.all(asked)).filter((one) => one !== null);
    expect(reported.map(({ id }) => id)).toEqual([dream.id]);
    expect(await deps.repository.takeUnreportedFailure(person.id)).toBeNull();
  });

  test('of long ago isn’t reported, and neither are successful dreams', async () => {
    const person = await createPerson();
    const failed = await admit(deps, person);
    await finish(failed.dream, { jobStatus: 'TIMEOUT NO CONNECTION' });
    clock.turn(60_001);
    expect(await deps.repository.takeUnreportedFailure(person.id)).toBeNull();
    for (const jobStatus of ['DONE', 'ABORTED'] as const) {
      const { dream } = await admit(deps, person);
      await finish(dream, { jobStatus });
      expect(await deps.repository.takeUnreportedFailure(person.id)).toBeNull();
    }
  });
});
