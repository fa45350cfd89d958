import { useEffect, useMemo, useState } from 'react';
import type { Collection } from '../../modules/dreams/contract/collection-schemas.ts';
import { fits } from '../../modules/dreams/contract/fits.ts';
import { type Filter, type Narrowing, narrowingLabels } from '../../modules/dreams/contract/narrowing.ts';
import type { MonthCount, SessionsAnswer } from '../../modules/dreams/contract/schemas.ts';
import { type Sort, sortSessions } from '../../modules/dreams/contract/sort.ts';
import { readStored, writeStored } from '../browser/stored.ts';
import { FILTER_KEY, FILTER_LABELS, filterSessions, readFilter } from './filter.ts';
import { processingSession } from './processing.ts';
import { useAddress } from './use-address.ts';
import { useMonths } from './use-months.ts';
import { usePlace } from './use-place.ts';
import { useSessions } from './use-sessions.ts';
import { useSort } from './use-sort.ts';

const SEARCH_AFTER_MS = 250;

export type NamedCollection = Pick<Collection, 'id' | 'name'>;

export interface DreamboardProps {
  /** First page of dreams; null if the server didn't read it. */
  initial: SessionsAnswer | null;
  /** Null if `initial` is. */
  months: MonthCount[] | null;
  sort: Sort;
  words: string;
  narrowing: Narrowing;
  /** By name. */
  collections: readonly NamedCollection[];
  /** Server time of the rendering, ms since the epoch. */
  renderedAt: number;
}

/** State of the board: its search, filters and order, and the dreams fetched so far. */
export function useBoard(first: DreamboardProps) {
  const [sort, setSort] = useSort(first.sort);
  const [words, setWords] = useState(first.words);
  const [narrowing, setNarrowing] = useState(first.narrowing);
  const [collections, setCollections] = useState<readonly NamedCollection[]>(first.collections);
  const sought = useSettled(words.trim());
  const board = useSessions(first.initial, { sort, words: sought, narrowing }, first.renderedAt);
  const months = useMonths(first.months, sought, narrowing, board.version);
  useAddress(sought, narrowing);
  usePlace(board.list, board.sessions?.length ?? 0, board.loadMore);
  return {
    ...board,
    months,
    sort,
    setSort,
    words,
    setWords,
    sought,
    narrowing,
    setNarrowing,
    collections,
    setCollections,
  };
}

/**
 * The tiles to show: sorted, with pending bookmarks applied, and without dreams that no longer match.
 * @param pending bookmark states that the server hasn't confirmed, by dream id
 * @param filter saved in this browser
 */
export function useTiles(
  { sessions: known, sort, narrowing }: Pick<ReturnType<typeof useBoard>, 'sessions' | 'sort' | 'narrowing'>,
  pending: ReadonlyMap<string, boolean>,
  filter: Filter,
  renderedAt: number,
) {
  const now = useNow(renderedAt);
  const sessions = useMemo(() => {
    if (!known) return null;
    const shown = known.map((session) => {
      const bookmarked = pending.get(session.session_id);
      return bookmarked === undefined ? session : { ...session, is_bookmarked: bookmarked };
    });
    const fitting = shown.filter((session) => fits(session, narrowing));
    return sortSessions(filterSessions(fitting, filter, now), sort);
  }, [known, pending, narrowing, filter, sort, now]);
  const processing = sessions && processingSession(sessions, now);
  const tiles = useMemo(
    () => sessions?.filter((session) => session !== processing) ?? null,
    [sessions, processing],
  );
  return { tiles, processing, none: sessions?.length === 0 };
}

/** The text, debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** All filters apart from the search: those in the address, and the one saved in this browser. */
export function useFilters({ narrowing, setNarrowing, collections }: ReturnType<typeof useBoard>) {
  const collection = collections.find(({ id }) => id === narrowing.collection);
  const [filter, setFilter] = useState<Filter>('all');
  useEffect(() => setFilter(readFilter(readStored(FILTER_KEY))), []);
  return {
    filter,
    /** Labels of the active filters. */
    labels: [
      ...narrowingLabels(narrowing, collection?.name),
      ...(filter === 'all' ? [] : [FILTER_LABELS[filter]()]),
    ],
    clear() {
      setNarrowing({});
      setFilter('all');
      writeStored(FILTER_KEY, null);
    },
  };
}

/** Current time in half-minute steps, enough to let a processing tile expire after its eight minutes. */
function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
