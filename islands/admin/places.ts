import type { View } from '../../modules/admin/contract/limits.ts';

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
