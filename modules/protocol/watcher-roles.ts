/** This file has no schemas, so that browsers don't load the validator. */
export const WATCHER_ROLES = ['watcher', 'player'] as const;
export type WatcherRole = (typeof WATCHER_ROLES)[number];
