import type { Tier } from '../../modules/auth/schemas.ts';

/** Why somebody with this plan can't buy that one, or null. The form forbids it too, but may be older than the plan. */
export function refusal(has: Tier | undefined, wanted: Tier): string | null {
  if (has === 'premium') return 'You already have a Premium subscription!';
  if (has === 'basic' && wanted !== 'premium') return 'Please select Premium to upgrade your plan.';
  return null;
}
