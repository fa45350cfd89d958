import type { Session } from '../../modules/dreams/schemas.ts';

/** The pages of a list after the first, as far as they were read. */
export interface Further {
  /** names the order and the choice that they are for */
  list: string;
  sessions: Session[];
  /** where the next page starts; undefined while the first page's own cursor says it */
  cursor: string | null | undefined;
  /** the last reading came to nothing */
  failed: boolean;
}

/** Each action names its list: dreams of another list don't count for it. */
export type FurtherAction =
  /** a new dream pushed these out of the first page */
  | { type: 'pushed-out'; list: string; sessions: Session[] }
  /** pages were read from a cursor on */
  | { type: 'read'; list: string; from: string; sessions: Session[]; cursor: string | null }
  | { type: 'failed'; list: string }
  /** dreams that were taken away are back, wherever they belong */
  | { type: 'put-back'; list: string; sessions: Session[] }
  /** the list is read again from its beginning */
  | { type: 'restarted'; list: string }
  /** shown otherwise, or no more, in whichever list they are */
  | { type: 'changed'; change: (sessions: Session[]) => Session[] };

export const nothingFurther = (list: string): Further => ({
  list,
  sessions: [],
  cursor: undefined,
  failed: false,
});

/** Dreams that are known of this list; of another one, none. */
export const furtherOf = (known: Further, list: string): Further =>
  known.list === list ? known : nothingFurther(list);

export function reduceFurther(known: Further, action: FurtherAction): Further {
  if (action.type === 'changed') return { ...known, sessions: action.change(known.sessions) };
  const current = furtherOf(known, action.list);
  switch (action.type) {
    case 'pushed-out':
      return { ...current, sessions: [...action.sessions, ...without(current.sessions, action.sessions)] };
    case 'read': {
      // Read twice from one place, it counts once.
      if (current.cursor !== undefined && current.cursor !== action.from) return known;
      // Dreams that were pushed here meanwhile may be in it.
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
