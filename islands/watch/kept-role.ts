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

/** The URL of a watcher's socket, with the key of their role if they have one. */
export function withRole(url: string, watchId: string): string {
  try {
    const key = sessionStorage.getItem(keyOf(watchId));
    return key === null ? url : `${url}&again=${encodeURIComponent(key)}`;
  } catch {
    return url;
  }
}
