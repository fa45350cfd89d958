import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import useSWR from 'swr';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';
import type { Session, SessionsAnswer } from '../../modules/dreams/contract/schemas.ts';
import { compareSessions, type Sort } from '../../modules/dreams/contract/sort.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { retryAfterFailure } from '../browser/retry-after-failure.ts';
import { furtherOf, nothingFurther, reduceFurther, without } from './further-dreams.ts';
import { pollInterval } from './processing.ts';

const REFETCH_AFTER_LOAD_MS = 2000;

/** The requested order, search and filters. */
interface Asked {
  sort: Sort;
  words: string;
  narrowing: Narrowing;
}

/** A page of dreams, with the order the server used and the choice and list that it belongs to. */
type Page = SessionsAnswer & { sort: Sort; choice: string; list: string };

/** Identifies a search and its filters, regardless of order. */
const choiceOf = ({ words, narrowing }: Pick<Asked, 'words' | 'narrowing'>) =>
  `${new URLSearchParams(narrowingParams(narrowing))} ${words}`;

/** Identifies a choice in one order. Fetched dreams are only used for the list they were fetched for. */
const listOf = (asked: Asked) => `${asked.sort} ${choiceOf(asked)}`;

/** The board's dreams, starting with the server-rendered page. */
export function useSessions(initial: SessionsAnswer | null, asked: Asked, renderedAt: number) {
  const { sort, words } = asked;
  const [first] = useState(asked);
  const [pollEvery, setPollEvery] = useState(() => (initial ? pollInterval(initial, renderedAt) : 30_000));
  // The browser can only sort dreams that fit on one page; otherwise the server sorts.
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
      onErrorRetry: retryAfterFailure(pollEvery),
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

  /** Incremented when dreams are added, removed or changed. */
  const [version, setVersion] = useState(0);
  const touch = useCallback(() => setVersion((known) => known + 1), []);

  // A new dream pushes the last one off the first page; move it to the further pages.
  const before = useRef<Page | undefined>(undefined);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = data;
    if (previous?.list !== list || data?.list !== list) return;
    if (previous.sessions[0]?.session_id !== data.sessions[0]?.session_id) touch();
    const pushedOut = tailAfter(data, without(previous.sessions, data.sessions), sort);
    if (pushedOut.length > 0) dispatch({ type: 'pushed-out', list, sessions: pushedOut });
  }, [data, list, sort, touch]);

  // A first page in another order is useless for this one.
  const sorting = data?.nextCursor != null && data.sort !== sort;
  const sessions = useMemo(() => {
    if (!data || sorting) return null;
    return [...data.sessions, ...tailAfter(data, without(further.sessions, data.sessions), sort)];
  }, [data, sorting, further, sort]);

  // Until this list's first page arrives, the previous list's page is still shown; its cursor must not be used.
  const firstCursor = data?.list === list ? data.nextCursor : null;
  const cursor = further.cursor === undefined ? firstCursor : further.cursor;
  const loading = useRef<string | null>(null);
  /** Fetches the next page, or as many pages as `atLeast` dreams need. */
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

  /** Updates shown dreams without a request; null removes them. */
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

  /** Shows removed dreams again, in their places. */
  const putBack = useCallback(
    async (back: Session[]) => {
      dispatch({ type: 'put-back', list, sessions: back });
      await mutate();
      touch();
    },
    [list, mutate, touch],
  );

  /** Refetches the list from the start, because dreams on later pages may have moved anywhere. */
  const restart = useCallback(async () => {
    dispatch({ type: 'restarted', list });
    await mutate();
    touch();
  }, [list, mutate, touch]);

  return {
    /** Identifies the order and choice of these dreams. */
    list,
    sessions,
    activeSession: data?.activeSession ?? null,
    sorting,
    /** Set while the dreams shown belong to a previous choice, because the new request is pending or has failed. */
    awaited: data === undefined || data.choice === choice ? null : awaitedAs(error),
    version,
    error: (error as Error | undefined)?.message ?? null,
    /** Changes with every failure, so that a dismissed banner reappears for the next one. */
    failure: error as unknown,
    /** The whole list has been fetched. */
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

/** The dreams that sort after the current first page. */
function tailAfter(first: SessionsAnswer, sessions: Session[], sort: Sort): Session[] {
  const last = first.sessions.at(-1);
  if (!first.nextCursor || !last) return [];
  const compare = compareSessions(sort);
  return sessions.filter((session) => compare(last, session) < 0);
}

/** @param page `inOrder` has the server sort, when the browser lacks the rest of the list */
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
    // The login has expired; the server's guard redirects.
    if (error instanceof Refusal && error.status === 401) location.reload();
    throw new Error(m.dreams_sessions_failed());
  }
}
