/** Shown as symbols, in this order (`islands/watch/reactions.tsx`). */
export const REACTIONS = 5;

export const WATCHER_ROLES = ['watcher', 'player'] as const;
export type WatcherRole = (typeof WATCHER_ROLES)[number];

/** A suggestion in a vote. */
export interface Candidate {
  id: string;
  text: string;
  /** first name; null for a guest */
  from: string | null;
  votes: number;
}

/** The relay's messages about an audience: to its watchers, to the dreamer, or both. */
export type AudienceEvent =
  /**
   * to a watcher: their role, and false if their browser names no codec that the dream has; to the dreamer: the people
   */
  | { type: 'audience'; watching: number; role: WatcherRole; playable: boolean; you: string }
  | {
      type: 'audience';
      watching: number;
      people: { watcher: string; name: string | null; role: WatcherRole }[];
    }
  | { type: 'suggestion'; id: string; text: string; from: string | null }
  /** taken, dropped or expired */
  | { type: 'suggestion_gone'; id: string }
  /** seconds: until the most wanted suggestion becomes the prompt; null: no vote is open */
  | { type: 'ballot'; seconds: number | null; candidates: Candidate[] }
  /** new ones of each kind */
  | { type: 'reactions'; counts: number[] };
