import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { RECONCILE_JOB } from '../../modules/billing/subscription/reconcile.ts';
import { jobs } from '../../modules/jobs/tables.ts';
import { type BillingStage, openBillingStage } from '../billing-stage.ts';
import { seeded } from '../stripe-peer/peer.ts';
import { until } from '../wire/inbox.ts';
import { Model } from './model.ts';
import { pickStep, type Someone } from './steps.ts';

/** A sample; STRIPE_HISTORIES=1000 runs a thousand, and STRIPE_SEED=n runs different ones. */
const HISTORIES = Number(process.env.STRIPE_HISTORIES ?? 30);
const SEED = Number(process.env.STRIPE_SEED ?? 20261121);
const STEPS_EACH = 4;
const DAY = 24 * 3600_000;
/** Maximum concurrency, as if by people who know nothing of each other. */
const AT_ONCE = 20;

test(`${HISTORIES} histories end in the role that they should, on ${dialect}`, {
  timeout: 600_000,
}, async () => {
  const clock = createStandingClock(Date.UTC(2027, 0, 29, 12));
  /** Final state by user id once a card never pays again: some plans are cancelled, the rest stay unpaid. */
  const givesUp = new Map<string, 'over' | 'unpaid'>();
  const stage = await openBillingStage(
    {
      seed: SEED,
      faults: { dropped: 0.15, repeated: 0.15 },
      afterRetries: ({ metadata }) =>
        givesUp.get(metadata.user_id ?? '') === 'over' ? 'canceled' : 'unpaid',
    },
    clock,
  );
  try {
    const night = await findNight(stage);
    await night.moveTo(clock.now() + 3650 * DAY);
    const people: Someone[] = [];
    const reported = new Map<Someone, string[]>();
    await stage.program.db.transact(async () => {
      for (let made = people.length; made < HISTORIES; made += 1) {
        const payer = await stage.person();
        const random = seeded(SEED + made);
        const end = random() < 0.5 ? 'over' : 'unpaid';
        givesUp.set(payer.user.id, end);
        people.push({ payer, model: new Model(end), random });
      }
    });

    for (let round = 0; round < STEPS_EACH; round += 1) {
      await eachOf(people, async (someone) => {
        clock.advance(1);
        const step = pickStep(someone);
        reported.set(someone, [...(reported.get(someone) ?? []), step.name]);
        await step.act(stage, someone);
        if (stage.peer.random() < 0.1) await stage.peer.delivery.deliverOne(stage.post);
      });
      clock.advance(Math.floor(stage.peer.random() * 30 + 1) * DAY);
      stage.peer.subscriptions.catchUp();
      for (const { model } of people) model.until(clock.now());
      await stage.staySignedIn();
      // In every second round, half of the pending events arrive; the rest come later.
      const arriving = round % 2 === 1 ? Math.floor(stage.peer.delivery.waiting().length / 2) : 0;
      await eachOf(Array.from({ length: arriving }), () => stage.peer.delivery.deliverOne(stage.post));

      const entitlements = await stage.rights();
      const without = people.filter(({ model }) => !model.everPaid && !model.everGiven);
      expect(without.filter(({ payer }) => entitlements.get(payer.user.id) !== 'user')).toEqual([]);
    }

    await stage.deliverAll();
    // Lost final events must be found by the nightly job, which now runs.
    stage.peer.delivery.dropWaiting();
    await night.moveTo(clock.now());
    stage.program.jobs.wake();
    await until(
      'the nightly reading',
      async () => {
        await stage.tick();
        return night.isOver();
      },
      300_000,
    );

    const entitlements = await stage.rights();
    const wrong = people
      .filter(({ payer, model }) => entitlements.get(payer.user.id) !== model.expected())
      .map((someone) => ({
        steps: reported.get(someone)?.join(' → '),
        expected: someone.model.expected(),
        is: entitlements.get(someone.payer.user.id),
      }));
    expect(wrong).toEqual([]);
    const ends = Object.groupBy(people, ({ model }) => model.expected());
    // The histories must cover every possible result.
    expect(Object.keys(ends).sort()).toEqual(['admin', 'basic', 'legacy', 'premium', 'user']);
  } finally {
    await stage.close();
  }
});

/** The next nightly job, which a test may postpone. */
async function findNight({ program }: BillingStage) {
  const { orm } = program.db;
  const next = await until('the next night', async () => {
    const waiting = and(eq(jobs.kind, RECONCILE_JOB), eq(jobs.state, 'waiting'));
    return (await orm.select().from(jobs).where(waiting)).find(({ runAt }) => runAt > program.clock.now());
  });
  return {
    async moveTo(runAt: number): Promise<void> {
      await orm.update(jobs).set({ runAt }).where(eq(jobs.id, next.id));
    },
    isOver: async () => (await program.queue.find(RECONCILE_JOB, next.key))?.state === 'done',
  };
}

/** Only advances manually, so that runs are reproducible. */
function createStandingClock(from: number) {
  let at = from;
  return {
    now: () => at,
    monotonic: () => at,
    advance(ms: number): void {
      at += ms;
    },
  };
}

async function eachOf<T>(all: T[], work: (one: T, index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const index = next++;
      await work(all[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
