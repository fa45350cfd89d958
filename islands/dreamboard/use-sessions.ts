import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Session, SessionsAnswer } from '../../modules/dreams/schemas.ts';
import { type Narrowing, narrowingParams } from '../../modules/dreams/shared/narrowing.ts';
import { compareSessions, type Sort } from '../../modules/dreams/shared/sort.ts';
import { api, Refusal } from '../browser/api.ts';
import { askAgain } from '../browser/ask-again.ts';
import { furtherOf, nothingFurther, reduceFurther, without } from './further-dreams.ts';
import { pollInterval } from './processing.ts';

const REFETCH_AFTER_LOAD_MS = 2000;

/** Query: the order, and which dreams. */
interface Asked {
  sort: Sort;
  words: string;
  narrowing: Narrowing;
}

/** A page, with the order in which the server gave it, the dreams that were asked for and the list that it begins. */
type Page = SessionsAnswer & { sort: Sort; choice: string; list: string };

/** Names one search and one narrowing, in no order. */
const choiceOf = ({ words, narrowing }: Pick<Asked, 'words' | 'narrowing'>) =>
  `${new URLSearchParams(narrowingParams(narrowing))} ${words}`;

/** Names one order of them: whatever is known of dreams counts for the list that it was read for. */
const listOf = (asked: Asked) => `${asked.sort} ${choiceOf(asked)}`;

/** The board's dreams, from the server's first answer on, which is for what is asked at first. */
export function useSessions(initial: SessionsAnswer | null, asked: Asked, renderedAt: number) {
  const { sort, words } = asked;
  const [first] = useState(asked);
  const [pollEvery, setPollEvery] = useState(() => (initial ? pollInterval(initial, renderedAt) : 30_000));
  // While one page holds all dreams the browser sorts them; beyond that only the server can.
  const [paged, setPaged] = useState(initial?.nextCursor != null);
  const order = paged || words ? sort : null;
  const choice = choiceOf(asked);
  const list = listOf(asked);
  const latest = useRef(asked);
  latest.current = asked;
  const { data, error, mutate } = useSWR(
    ['sessions', order, choice],
    () => fetchSessions(latest.current, { inOrder: order !== null }),
    {
      ...(initial &&
        choice === choiceOf(first) && {
          fallbackData: { ...initial, sort: first.sort, choice, list: listOf(first) },
        }),
      keepPreviousData: true,
      refreshInterval: pollEvery,
      refreshWhenHidden: false,
      refreshWhenOffline: false,
      revalidateOnMount: true,
      revalidateOnFocus: true,
      focusThrottleInterval: 1000,
      dedupingInterval: 500,
      onErrorRetry: askAgain(pollEvery),
    },
  );
  const [known, dispatch] = useReducer(reduceFurther, list, nothingFurther);
  const further = useMemo(() => furtherOf(known, list), [known, list]);

  useEffect(() => {
    if (!data) return;
    setPollEvery(pollInterval(data, Date.now()));
    if (data.nextCursor && words === '') setPaged(true);
  }, [data, words]);
  useEffect(() => {
    const timer = setTimeout(() => mutate(), REFETCH_AFTER_LOAD_MS);
    return () => clearTimeout(timer);
  }, [mutate]);

  /** changes whenever dreams came, went or changed */
  const [version, setVersion] = useState(0);
  const touch = useCallback(() => setVersion((known) => known + 1), []);

  // A new dream pushes the last one of the first page out of it: from then on it belongs to the rest.
  const before = useRef<Page | undefined>(undefined);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = data;
    if (previous?.list !== list || data?.list !== list) return;
    if (previous.sessions[0]?.session_id !== data.sessions[0]?.session_id) touch();
    const pushedOut = tailAfter(data, without(previous.sessions, data.sessions), sort);
    if (pushedOut.length > 0) dispatch({ type: 'pushed-out', list, sessions: pushedOut });
  }, [data, list, sort, touch]);

  // The first dreams of another order are not the first of this one.
  const sorting = data?.nextCursor != null && data.sort !== sort;
  const sessions = useMemo(() => {
    if (!data || sorting) return null;
    return [...data.sessions, ...tailAfter(data, without(further.sessions, data.sessions), sort)];
  }, [data, sorting, further, sort]);

  // Until this list's own first page has come, another one's still stands there, and leads nowhere from here.
  const firstCursor = data?.list === list ? data.nextCursor : null;
  const cursor = further.cursor === undefined ? firstCursor : further.cursor;
  const loading = useRef<string | null>(null);
  /** Reads one page on, or as many as it takes to so many dreams. */
  const loadMore = useCallback(
    async (atLeast = 1) => {
      if (!cursor || loading.current === list) return;
      loading.current = list;
      try {
        const read: Session[] = [];
        let next: string | null = cursor;
        while (next && read.length < atLeast) {
          const page: Page = await fetchSessions(latest.current, { inOrder: true, cursor: next });
          read.push(...page.sessions);
          next = page.nextCursor;
        }
        if (loading.current === list)
          dispatch({ type: 'read', list, from: cursor, sessions: read, cursor: next });
      } catch {
        if (loading.current === list) dispatch({ type: 'failed', list });
      } finally {
        if (loading.current === list) loading.current = null;
      }
    },
    [cursor, list],
  );

  /** Changes what is shown without asking the server again; null takes the dreams away. */
  const change = useCallback(
    async (ids: readonly string[], to: Partial<Session> | null) => {
      const meant = new Set(ids);
      const apply = (all: Session[]) =>
        all.flatMap((one) => (meant.has(one.session_id) ? (to ? { ...one, ...to } : []) : one));
      dispatch({ type: 'changed', change: apply });
      await mutate((known) => known && { ...known, sessions: apply(known.sessions) }, { revalidate: false });
      touch();
    },
    [mutate, touch],
  );

  /** Shows dreams again that were taken away, wherever they belong. */
  const putBack = useCallback(
    async (back: Session[]) => {
      dispatch({ type: 'put-back', list, sessions: back });
      await mutate();
      touch();
    },
    [list, mutate, touch],
  );

  /** Reads the list again from its beginning: rows beyond its first page may be anywhere by now. */
  const restart = useCallback(async () => {
    dispatch({ type: 'restarted', list });
    await mutate();
    touch();
  }, [list, mutate, touch]);

  return {
    /** names the order and the choice that these dreams are for */
    list,
    sessions,
    activeSession: data?.activeSession ?? null,
    sorting,
    /** what is shown is still of another choice, and this one is on its way, or could not be read */
    awaited: data === undefined || data.choice === choice ? null : awaitedAs(error),
    version,
    error: error ? errorText(error) : null,
    /** changes with every failure, so that a dismissed banner comes back for the next one */
    failure: error as unknown,
    /** all of the list has been read */
    complete: data?.choice === choice && !sorting && !cursor,
    loadMore: cursor ? loadMore : null,
    moreFailed: further.failed,
    change,
    putBack,
    restart,
    refresh: mutate,
  };
}

const awaitedAs = (error: unknown) => (error ? ('failed' as const) : ('searching' as const));

/** Which of these dreams come after the first page, as it is now. */
function tailAfter(first: SessionsAnswer, sessions: Session[], sort: Sort): Session[] {
  const last = first.sessions.at(-1);
  if (!first.nextCursor || !last) return [];
  const compare = compareSessions(sort);
  return sessions.filter((session) => compare(last, session) < 0);
}

/** @param page inOrder: where the browser can't put them in order, having only some of them */
async function fetchSessions(asked: Asked, page: { inOrder: boolean; cursor?: string }): Promise<Page> {
  const sort = page.inOrder ? asked.sort : 'newest';
  const query = new URLSearchParams([
    ...(page.inOrder ? [['sort', sort]] : []),
    ...(asked.words ? [['q', asked.words]] : []),
    ...narrowingParams(asked.narrowing),
    ...(page.cursor ? [['cursor', page.cursor]] : []),
    ['_t', String(Date.now())],
  ]);
  try {
    const answer = await api<SessionsAnswer>('GET', `/api/sessions?${query}`);
    return { ...answer, sort, choice: choiceOf(asked), list: listOf({ ...asked, sort }) };
  } catch (error) {
    // The session is over: the server's guard decides where to.
    if (error instanceof Refusal && error.status === 401) location.reload();
    throw error instanceof Refusal ? new Error('Failed to fetch sessions') : error;
  }
}

const errorText = (error: unknown) => (error instanceof Error && error.message ? error.message : 'error');
