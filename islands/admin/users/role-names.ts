import type { Role } from '../../../modules/auth/contract/schemas.ts';
import type { Tier } from '../../../modules/auth/contract/tiers.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** Display names of the roles, lowest first. */
export const ROLE_NAMES: Record<Role, () => string> = {
  user: m.admin_people_role_user,
  subscribed: m.admin_people_role_subscribed,
  admin: m.admin_people_role_admin,
};

/** Roles in running text, badges and filters. */
export const ROLE_BADGES: Record<Role, () => string> = {
  user: m.admin_people_badge_user,
  subscribed: m.admin_people_badge_subscribed,
  admin: m.admin_people_badge_admin,
};

export const TIER_BADGES: Record<Tier, () => string> = {
  basic: m.admin_people_badge_basic,
  premium: m.admin_people_badge_premium,
};
