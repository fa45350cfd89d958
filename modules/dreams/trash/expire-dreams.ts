import { type KeepSettings, keptDaysOf, shortestKeptDays } from '../../billing/contract/plan-terms.ts';
import { planOf } from '../../billing/contract/plans.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Role } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import type { PurgeStore } from './purge-store.ts';

const DAY_MS = 24 * 3600_000;
const BATCH = 200;

interface ExpireDeps {
  store: PurgeStore;
  clock: Clock;
  log: Log;
  /** Days for which this person's plan keeps dreams; undefined for no limit. */
  keptDays(userId: string): Promise<number | undefined>;
  /** Shortest limit of any plan; undefined if all plans keep dreams forever. */
  shortestDays: number | undefined;
}

/**
 * Hides dreams that are older than their owner's plan keeps, as if the owner had deleted them, so that they wait for
 * the purge. The owner can restore them after moving to a plan that keeps them.
 */
export async function expireDreams(deps: ExpireDeps, signal: AbortSignal): Promise<number> {
  const { store, clock, log, shortestDays } = deps;
  if (shortestDays === undefined) return 0;
  const before = clock.now() - shortestDays * DAY_MS;
  let expired = 0;
  let owners = await store.ownersOfOld(before, '', BATCH);
  while (owners.length > 0) {
    for (const userId of owners) {
      signal.throwIfAborted();
      const days = await deps.keptDays(userId);
      if (days !== undefined)
        expired += await store.hideOld(userId, clock.now() - days * DAY_MS, clock.now());
    }
    owners = await store.ownersOfOld(before, owners.at(-1) ?? '', BATCH);
  }
  if (expired > 0) log.info('dreams expired', { dreams: expired });
  return expired;
}

interface Owner {
  role: Role;
  subscriptionTier: Tier | null;
}

export function createRetention(
  settings: KeepSettings,
  findOwner: (userId: string) => Promise<Owner | null>,
) {
  return {
    shortestDays: shortestKeptDays(settings),
    async keptDays(userId: string): Promise<number | undefined> {
      const owner = await findOwner(userId);
      return owner
        ? keptDaysOf(planOf({ role: owner.role, tier: owner.subscriptionTier }), settings)
        : undefined;
    },
  };
}
