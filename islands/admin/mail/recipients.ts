import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { filterWords, type PeopleChoice } from '../../../modules/admin/contract/people/people-filters.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { BulkKind } from '../../../modules/mail/contract/mail-kinds.ts';
import { type AllTexts, type Language, nameOf } from './use-written.ts';

/**
 * Recipients of a mail: one user, selected users, or everyone who matches a filter, whom only the server knows in full.
 */
export type Recipients =
  | { kind: 'one'; user: UserRow }
  | { kind: 'selected'; users: UserRow[] }
  | { kind: 'filtered'; filter: PeopleChoice; users: UserRow[]; total: number; newsReaders: number };

/** Number of people who get it; news go to those who asked for them. */
export function countOf(to: Recipients, kind: BulkKind): number {
  if (to.kind === 'one') return 1;
  if (to.kind === 'filtered') return kind === 'service' ? to.total : to.newsReaders;
  return kind === 'service' ? to.users.length : to.users.filter(({ news }) => news).length;
}

/** Recipients in words: `3 people: role user, not seen in the last 30 days`. */
export function whomText(to: Recipients, kind: BulkKind = 'service'): string {
  const count = countOf(to, kind);
  if (to.kind !== 'filtered') return m.admin_mails_whom({ count });
  const filter = filterWords(to.filter);
  return filter ? m.admin_mails_whom_filtered({ count, filter }) : m.admin_mails_whom_everybody({ count });
}

/** Why a mail to the selected users can't be started, as shown on the page; null if it can. */
export const objectionToSelection = (users: readonly UserRow[]): string | null =>
  users.length === 0 ? m.admin_mails_error_no_selection() : null;

/** As above, for a mail to everyone with a role, which requires a role filter. */
export const objectionToRole = (role: string): string | null =>
  role === '' ? m.admin_mails_error_no_role() : null;

/** Why a finished mail can't be sent; null if it can. */
export function objectionToSending(
  to: Recipients | null,
  kind: BulkKind,
  { subject, content, translations }: AllTexts,
  languages: readonly Language[],
): string | null {
  if (!to || countOf(to, kind) === 0) return m.admin_mails_error_no_users();
  if (!subject.trim() || !content.trim()) return m.admin_mails_error_empty();
  const half = translations.find((one) => !one.subject.trim() || !one.content.trim());
  return half ? m.admin_mails_error_empty_language({ language: nameOf(languages, half.locale) }) : null;
}
