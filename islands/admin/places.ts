import type { View } from '../../modules/admin/contract/limits.ts';
import { m } from '../../modules/kit/texts/m.ts';

export const VIEW_LABELS: Record<View, () => string> = {
  summary: m.admin_view_summary,
  sessions: m.admin_view_sessions,
  users: m.admin_view_users,
  payments: m.admin_view_payments,
  workers: m.admin_view_workers,
  reports: m.admin_view_reports,
  requests: m.admin_view_requests,
  mails: m.admin_view_mails,
  audit: m.admin_view_audit,
  setup: m.admin_view_setup,
};

const keyOf = (view: View) => `admin-${view}`;

/** Remembers a view's query for the life of the tab. @param search query string of its URL */
export function keepPlace(view: View, search: string): void {
  try {
    sessionStorage.setItem(keyOf(view), search);
  } catch {
    // Storage is disabled: the view starts fresh.
  }
}

/** The URL at which a view was last left; null if it wasn't open in this tab. */
export function placeOf(view: View): string | null {
  try {
    return sessionStorage.getItem(keyOf(view));
  } catch {
    return null;
  }
}
