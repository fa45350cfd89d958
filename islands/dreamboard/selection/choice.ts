import { type Filter, type Narrowing, narrowingParams } from '../../../modules/dreams/contract/narrowing.ts';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import type { SelectionAnswer } from '../../../modules/dreams/contract/selection-schemas.ts';
import { api } from '../../../modules/kit/browser/api.ts';
import { type About, aboutSessions } from './about.ts';
import { isSelected, type Selected } from './use-selection.ts';

/** A list on the board, by its search and filters. */
export interface List {
  words: string;
  narrowing: Narrowing;
  filter: Filter;
}

/** Facts about the selection that the available actions depend on. */
export interface Choice {
  count: number;
  bookmarked: number;
  /** Dreams with an open link. */
  shared: number;
  /** Dreams with a video. */
  videos: number;
  /** Selected dreams that the board has fetched: all of them, unless a whole list is selected. */
  sessions: Session[];
  isList: boolean;
  about: About;
}

/** @param known all fetched dreams of the list */
export function choiceOf(
  selected: Selected | null,
  tiles: readonly Session[],
  known: readonly Session[],
  list: List,
): Choice {
  const sessions = tiles.filter(({ session_id }) => isSelected(selected, session_id));
  if (!selected?.counted) {
    return {
      ...countOf(sessions),
      sessions,
      isList: false,
      about: aboutSessions(sessions),
    };
  }
  const { ids, counted } = selected;
  const out = countOf(known.filter(({ session_id }) => ids.has(session_id)));
  return {
    count: counted.count - ids.size,
    bookmarked: counted.bookmarked - out.bookmarked,
    shared: counted.shared - out.shared,
    videos: counted.videos - out.videos,
    sessions,
    isList: true,
    about: { selection: { matching: matchingOf(list), as_of: counted.as_of, except: [...ids] } },
  };
}

/** Has the server count the whole list. @throws as api() does */
export const countList = (list: List): Promise<SelectionAnswer> =>
  api('GET', `/api/sessions/selection?${new URLSearchParams(matchingOf(list))}`);

export const listKey = (list: List): string => String(new URLSearchParams(matchingOf(list)));

const matchingOf = ({ words, narrowing, filter }: List): Record<string, string> => ({
  ...Object.fromEntries(narrowingParams(narrowing)),
  ...(words && { q: words }),
  filter,
});

function countOf(sessions: readonly Session[]) {
  const count = (is: (session: Session) => boolean) => sessions.filter(is).length;
  return {
    count: sessions.length,
    bookmarked: count(({ is_bookmarked }) => is_bookmarked),
    shared: count(({ shared }) => shared),
    videos: count(({ video_url }) => video_url !== null),
  };
}
