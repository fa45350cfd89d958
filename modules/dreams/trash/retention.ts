import { type KeepSettings, keptDaysOf, shortestKeptDays } from '../../billing/contract/plan-terms.ts';
import { planOf } from '../../billing/contract/plans.ts';
import type { Role } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';

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
