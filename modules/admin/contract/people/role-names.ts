import { m } from '../../../kit/texts/m.ts';
import type { Role } from '../../../web/contract/person.ts';

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
