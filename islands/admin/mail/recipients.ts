import type { UserRow } from '../../../modules/admin/schemas.ts';
import type { Role } from '../../../modules/auth/schemas.ts';

/** Whom a mail goes to: one person, chosen ones, or an audience that the server knows better than this page. */
export type Recipients =
  | { kind: 'one'; user: UserRow }
  | { kind: 'selected'; users: UserRow[] }
  | { kind: 'audience'; audience: 'all' | Role; users: UserRow[]; total: number };

export const countOf = (to: Recipients): number =>
  to.kind === 'one' ? 1 : to.kind === 'selected' ? to.users.length : to.total;
