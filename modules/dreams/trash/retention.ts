import type { Role } from '../../auth/schemas.ts';
import type { Tier } from '../../auth/shared/tiers.ts';
import { type KeepSettings, keptDaysOf, shortestKeptDays } from '../../billing/plans.ts';
import { planOf } from '../../billing/shared/plans.ts';

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
