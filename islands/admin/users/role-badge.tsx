import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_BADGES } from '../../../modules/admin/contract/people/role-names.ts';
import { PLANS } from '../../../modules/billing/contract/plans.ts';

/** A user's role, and their plan if they have one. */
export function RoleBadge({ user: { role, subscription_tier: tier } }: { user: UserRow }) {
  return (
    <span className="badge" data-role={role}>
      {ROLE_BADGES[role]()}
      {tier && <small translate="no"> {PLANS[tier].name}</small>}
    </span>
  );
}
