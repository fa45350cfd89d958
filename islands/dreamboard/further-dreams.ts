import type { Session } from '../../modules/dreams/contract/schemas.ts';

/** Pages of a list after the first one that have been fetched. */
export interface Further {
  /** Identifies the list by its order, search and filters. */
  list: string;
  sessions: Session[];
  /** Start of the next page; undefined while the first page's cursor still applies. */
  cursor: string | null | undefined;
  /** The last fetch failed. */
  failed: boolean;
}

/** Actions name their list; dreams of any other list are ignored. */
export type FurtherAction =
  /** A new dream pushed these off the first page. */
  | { type: 'pushed-out'; list: string; sessions: Session[] }
  /** Pages were fetched, starting at cursor `from`. */
  | { type: 'read'; list: string; from: string; sessions: Session[]; cursor: string | null }
  | { type: 'failed'; list: string }
  /** Removed dreams are back and must be sorted into place. */
  | { type: 'put-back'; list: string; sessions: Session[] }
  /** The list is being fetched again from the start. */
  | { type: 'restarted'; list: string }
  /** Updates or removes dreams in every list. */
  | { type: 'changed'; change: (sessions: Session[]) => Session[] };

export const nothingFurther = (list: string): Further => ({
  list,
  sessions: [],
  cursor: undefined,
  failed: false,
});

/** The fetched pages if they belong to this list, otherwise empty. */
export const furtherOf = (known: Further, list: string): Further =>
  known.list === list ? known : nothingFurther(list);

export function reduceFurther(known: Further, action: FurtherAction): Further {
  if (action.type === 'changed') return { ...known, sessions: action.change(known.sessions) };
  const current = furtherOf(known, action.list);
  switch (action.type) {
    case 'pushed-out':
      return { ...current, sessions: [...action.sessions, ...without(current.sessions, action.sessions)] };
    case 'read': {
      // Ignore a second fetch from the same cursor.
      if (current.cursor !== undefined && current.cursor !== action.from) return known;
      // It may include dreams that were pushed off the first page in the meantime.
      const added = without(action.sessions, current.sessions);
      return { ...current, failed: false, cursor: action.cursor, sessions: [...current.sessions, ...added] };
    }
    case 'failed':
      return { ...current, failed: true };
    case 'put-back':
      return { ...current, sessions: [...current.sessions, ...without(action.sessions, current.sessions)] };
    case 'restarted':
      return nothingFurther(action.list);
  }
}

export function without(sessions: readonly Session[], known: readonly Session[]): Session[] {
  const ids = new Set(known.map(({ session_id }) => session_id));
  return sessions.filter(({ session_id }) => !ids.has(session_id));
}
