import type { BillingConfig } from '../billing/settings.ts';

interface Owner {
  role: string;
  subscriptionTier: string | null;
}

/** How many days each plan keeps its dreams; storage is permanent in the premium plan. */
export function createRetention(
  { TRIAL_KEEP_DAYS, BASIC_KEEP_DAYS }: Pick<BillingConfig, 'TRIAL_KEEP_DAYS' | 'BASIC_KEEP_DAYS'>,
  findOwner: (userId: string) => Promise<Owner | null>,
) {
  const set = [TRIAL_KEEP_DAYS, BASIC_KEEP_DAYS].filter((days) => days !== undefined);
  return {
    shortestDays: set.length > 0 ? Math.min(...set) : undefined,
    async keptDays(userId: string): Promise<number | undefined> {
      const owner = await findOwner(userId);
      if (owner?.role === 'user') return TRIAL_KEEP_DAYS;
      return owner?.role === 'subscribed' && owner.subscriptionTier === 'basic' ? BASIC_KEEP_DAYS : undefined;
    },
  };
}
