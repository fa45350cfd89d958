/** Paid plans, lowest first. */
export const TIERS = ['basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

/** Maps each paid plan to a value. */
export const perTier = <T>(make: (tier: Tier) => T): Record<Tier, T> =>
  Object.fromEntries(TIERS.map((tier) => [tier, make(tier)])) as Record<Tier, T>;
