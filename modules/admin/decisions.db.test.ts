import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { readOutbox } from '../../tests/outbox.ts';
import { createDreamRepository } from '../dreams/repository.ts';
import { type BoardGround, type Someone, startBoardGround } from '../dreams/testing/board-ground.ts';
import { jobs as jobsTable } from '../jobs/tables.ts';
import { adminActions } from './tables.ts';

let ground: BoardGround;
let admin: Someone;
beforeAll(async () => {
  ground = await startBoardGround();
  admin = await ground.someone('admin');
});
afterAll(() => ground.program.stop());

type Target = { person: Someone; dream: string };
const reason = 'We looked at it.';
const ask = (path: string, body: object) => admin.postJson(`/api/admin/${path}`, body);
const ofDream =
  (action: string) =>
  ({ dream }: Target) =>
    ask('report-data', { action, sessionId: dream, reason });
const ofPerson =
  (action: string, more: object = {}) =>
  ({ person }: Target) =>
    ask('person-data', { action, userId: person.id, reason, ...more });

interface Case {
  before?: (on: Target) => Promise<Response>;
  decide: (on: Target) => Promise<Response>;
  again?: object;
}

/** Every decision that sends a mail; `before` sets up what it undoes, `again` is the answer to a second call. */
const DECISIONS = {
  'take-down': { decide: ofDream('takeDown'), again: { changed: false } },
  'put-back': { before: ofDream('takeDown'), decide: ofDream('putBack'), again: { changed: false } },
  remove: { decide: ofDream('remove'), again: { changed: false } },
  restore: { before: ofDream('remove'), decide: ofDream('restore'), again: { changed: false } },
  'give-back': {
    decide: ({ dream }: Target) => ask('dream-data', { action: 'giveBack', sessionId: dream, reason }),
    again: { changed: false },
  },
  suspend: { decide: ofPerson('suspend') },
  lift: {
    before: ofPerson('suspend'),
    decide: ofPerson('lift'),
    again: { error: 'This account isn’t suspended.' },
  },
  'give-streams': { decide: ofPerson('giveStreams', { streams: 2 }) },
  'give-plan': { decide: ofPerson('givePlan', { tier: 'basic' }) },
  close: { decide: ofPerson('closeAccount'), again: { error: 'The account is closed already.' } },
  beta: {
    decide: ({ person }: Target) => ask('user-data', { action: 'grantBeta', userId: person.id }),
    again: { error: 'Robin is already in the beta!' },
  },
} satisfies Record<string, Case>;

const linesOf = (action: string, { person }: Target) =>
  ground.program.db.orm.$count(
    adminActions,
    and(eq(adminActions.userId, person.id), eq(adminActions.action, action as never)),
  );
const emailOf = async ({ person }: Target) =>
  (await ground.program.accounts.findUser(person.id))?.email ?? '';
const mailsTo = async (email: string) =>
  (await readOutbox(ground.program.dataDir)).filter((mail) => mail.includes(`To: ${email}`)).length;

/** Runs what is due. The queue itself isn't started: it could be quicker than a look at what it hasn't done yet. */
async function runQueue() {
  const { db, jobs } = ground.program;
  const waiting = await db.orm.select().from(jobsTable).where(eq(jobsTable.state, 'waiting'));
  for (const { kind, key } of waiting) await jobs.runNow(kind, key);
}

/** Replaces a step of all decisions while the body runs. */
async function without(steps: ('queue' | 'deliver' | 'runNow' | 'enqueue')[], body: () => Promise<void>) {
  const { mail, jobs } = ground.program;
  const [whole, all] = [{ ...mail }, { ...jobs }];
  const died = () => Promise.reject(new Error('the process died here'));
  for (const step of steps) {
    if (step === 'queue' || step === 'deliver') mail[step] = died;
    else jobs[step] = died;
  }
  try {
    await body();
  } finally {
    Object.assign(mail, whole);
    Object.assign(jobs, all);
  }
}

test(`a live dream that crashed before its stop took effect still isn’t counted, on ${dialect}`, async () => {
  const dream = await ground.dreamOf(await ground.someone());
  const live = { ...ground.program.stream };
  Object.assign(ground.program.stream, { isLive: () => true });
  await without(['runNow'], async () => {
    expect((await ask('stop-session', { sessionId: dream })).status).toBe(500);
  });
  Object.assign(ground.program.stream, live);
  await runQueue();
  const repository = createDreamRepository(ground.program.db, ground.program.clock);
  expect((await repository.find(dream))?.chargedAt).toBeNull();
});

describe(`an interrupted decision on ${dialect}`, () => {
  test.each(Object.keys(DECISIONS) as (keyof typeof DECISIONS)[])('%s', async (action) => {
    const { before, decide, again }: Case = DECISIONS[action];
    const person = await ground.someone();
    const target = { person, dream: await ground.dreamOf(person) };
    const email = await emailOf(target);
    await before?.(target);
    const early = await mailsTo(email);

    // Before the commit: nothing has happened, and a second call does everything.
    await without(['queue', 'enqueue'], async () => {
      expect((await decide(target)).status).toBe(500);
    });
    expect([await linesOf(action, target), await mailsTo(email)]).toEqual([0, early]);

    // After the commit, before the mail: only the mail is missing.
    await without(['deliver', 'runNow'], async () => {
      expect((await decide(target)).status).toBeGreaterThanOrEqual(500);
    });
    expect([await linesOf(action, target), await mailsTo(email)]).toEqual([1, early]);
    if (again) {
      expect(await (await decide(target)).json()).toMatchObject(again);
      expect(await linesOf(action, target)).toBe(1);
    }

    // The queue does the rest, once.
    await runQueue();
    expect(await mailsTo(email)).toBe(early + 1);
  });
});
