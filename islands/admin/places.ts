import type { View } from '../../modules/admin/contract/limits.ts';

const keyOf = (view: View) => `admin-${view}`;

/** Remembers what a view was showing, for as long as the tab lives. @param search of its address */
export function keepPlace(view: View, search: string): void {
  try {
    sessionStorage.setItem(keyOf(view), search);
  } catch {
    // Storage is switched off: the view starts fresh.
  }
}

/** The address at which a view was left; null where it was not open in this tab. */
export function placeOf(view: View): string | null {
  try {
    return sessionStorage.getItem(keyOf(view));
  } catch {
    return null;
  }
}
