import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_BADGES, TIER_BADGES } from './role-names.ts';

/** A user's role, and their plan if they have one. */
export function RoleBadge({ user: { role, subscription_tier: tier } }: { user: UserRow }) {
  return (
    <span className="role-badge" data-role={role}>
      {ROLE_BADGES[role]()}
      {tier && <small> {TIER_BADGES[tier]()}</small>}
    </span>
  );
}
