/** Plans that are sold, the least first. */
export const TIERS = ['basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

/** A value for each plan that is sold. */
export const perTier = <T>(make: (tier: Tier) => T): Record<Tier, T> =>
  Object.fromEntries(TIERS.map((tier) => [tier, make(tier)])) as Record<Tier, T>;
