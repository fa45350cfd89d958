import type { Audience } from '../../../modules/admin/schemas/mail.ts';
import type { UserRow } from '../../../modules/admin/schemas/people.ts';

/** Recipients of a mail: one person, chosen ones, or an audience that the server knows better than this page. */
export type Recipients =
  | { kind: 'one'; user: UserRow }
  | { kind: 'selected'; users: UserRow[] }
  | { kind: 'audience'; audience: Audience; users: UserRow[]; total: number };

export const countOf = (to: Recipients): number =>
  to.kind === 'one' ? 1 : to.kind === 'selected' ? to.users.length : to.total;

/** Why no mail to the chosen people can be begun, in the words of the page; null when it can. */
export const objectionToSelection = (users: readonly UserRow[]): string | null =>
  users.length === 0 ? 'Please select at least one user' : null;

/** The same for a mail to everybody of a role, which the list must be filtered by. */
export const objectionToRole = (role: string): string | null =>
  role === '' ? 'Please select a role filter first' : null;

/** Why a mail that was written can't be sent; null when it can. */
export function objectionToSending(to: Recipients | null, subject: string, content: string): string | null {
  if (!to || countOf(to) === 0) return 'No users selected';
  return subject.trim() && content.trim() ? null : 'Please fill in both subject and content';
}
