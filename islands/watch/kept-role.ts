const keyOf = (watchId: string) => `watch-${watchId}`;

/** Keeps the key of a guest who is a player, for this tab. @param key absent for everyone else */
export function keepRole(watchId: string, key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(keyOf(watchId));
    else sessionStorage.setItem(keyOf(watchId), key);
  } catch {
    // Without storage, the role ends with the page.
  }
}

/** The key of a guest who is a player, if this tab has one. */
export function keptRole(watchId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(watchId)) ?? undefined;
  } catch {
    return undefined;
  }
}
