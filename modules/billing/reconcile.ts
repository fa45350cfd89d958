import type { Clock } from '../../src/kit/clock.ts';
import type { Log } from '../../src/kit/log.ts';
import type { JobHandler } from '../jobs/runner.ts';
import type { JobsStore } from '../jobs/store.ts';
import { isMissing } from './errors.ts';
import type { KnownCustomer } from './store.ts';
import { type SyncDeps, syncPerson } from './sync-person.ts';

export const RECONCILE_JOB = 'reconcile-billing';

const DAY_MS = 24 * 3600_000;
/** At night in Europe and America, a while after the other daily work. */
const AT_MS = 4 * 3600_000;
/** Persons; Stripe takes a hundred questions a second, and three are asked about each. */
const AT_ONCE = 8;
const EVENTS_KEPT_MS = 90 * DAY_MS;

export interface ReconcileDeps extends SyncDeps {
  clock: Clock;
  log: Log;
  jobs: Pick<JobsStore, 'enqueue'>;
}

/** Once a day; the day is the job's key, so that restarts and other nodes add nothing. */
export async function scheduleReconcile(
  { jobs, clock }: Pick<ReconcileDeps, 'jobs' | 'clock'>,
  daysAhead = 0,
): Promise<void> {
  const day = Math.floor((clock.now() - AT_MS) / DAY_MS) + daysAhead;
  await jobs.enqueue({ kind: RECONCILE_JOB, key: String(day), payload: {}, runAt: day * DAY_MS + AT_MS });
}

export function createReconcileHandler(deps: ReconcileDeps): JobHandler {
  return {
    async run(_job, { signal }) {
      // First, so that a night that fails does not end the chain.
      await scheduleReconcile(deps, 1);
      await deps.store.forgetEvents(deps.clock.now() - EVENTS_KEPT_MS);
      await reconcile(deps, signal);
    },
  };
}

/**
 * Reads everybody's state at Stripe, so that whatever events were lost heals within a day.
 * @throws Error at the end when some could not be read; running again is the way out
 */
export async function reconcile(deps: ReconcileDeps, signal: AbortSignal): Promise<number> {
  let read = 0;
  let failed = 0;
  for (let some = await deps.store.listCustomers('', AT_ONCE); some.length > 0; ) {
    signal.throwIfAborted();
    await Promise.all(some.map(readOne));
    some = await deps.store.listCustomers(some.at(-1)?.userId ?? '', AT_ONCE);
  }
  if (failed > 0) throw new Error(`${failed} of ${failed + read} subscriptions could not be reconciled`);
  return read;

  async function readOne(customer: KnownCustomer): Promise<void> {
    try {
      await syncPerson(deps, customer);
      read += 1;
    } catch (error) {
      // A customer of another account of Stripe's is no reason to take anything away, nor to try again.
      if (!isMissing(error)) failed += 1;
      deps.log.warn('subscription not reconciled', { userId: customer.userId, error });
    }
  }
}
