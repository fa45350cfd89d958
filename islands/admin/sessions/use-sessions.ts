import { useEffect, useState } from 'react';
import type { SessionDataAnswer } from '../../../modules/admin/contract/sessions.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { pageWithin } from '../list/list-query.ts';
import { useLive } from '../use-live.ts';
import { readSessionQuery, type SessionQuery, sessionAddress, sessionRequest } from './session-query.ts';

/** Live dreams change on their own, and new ones arrive on the first page. */
const REFRESH_MS = 5_000;

const NOTHING: SessionDataAnswer = { sessions: [], totalCount: 0 };

/** A query with its own identity. Repeating the same query waits for its own answer. */
interface Asked {
  query: SessionQuery;
  turn: number;
}
let turns = 0;
const ask = (query: SessionQuery): Asked => ({ query, turn: ++turns });

/** Loads the sessions for the URL, and keeps them up to date while the page is visible. */
export function useSessions() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, mutate } = useLive(asked, read, {
    everyMs: REFRESH_MS,
    what: 'Failed to fetch sessions',
  });

  useEffect(() => {
    const onTravel = () => setAsked(ask(readSessionQuery(location.search)));
    onTravel();
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, []);

  const answered = asked !== null && data?.turn === asked.turn;
  const failed = error && !answered;
  const { sessions, totalCount } = (failed ? null : data) ?? NOTHING;

  const query = asked?.query ?? null;
  const page = answered && query ? pageWithin(query, totalCount) : null;
  useEffect(() => {
    if (!query || page === null || page === query.page) return;
    const last = { ...query, page };
    history.replaceState(null, '', sessionAddress(location.pathname, last));
    setAsked(ask(last));
  }, [query, page]);

  return {
    query,
    sessions,
    total: totalCount,
    loading: !answered && !error,
    /** why the list failed to load, or null */
    failure: failed ? error.message : null,
    /** Loads another query and adds a history entry. */
    go(next: SessionQuery) {
      history.pushState(null, '', sessionAddress(location.pathname, next));
      setAsked(ask(next));
    },
    refresh: () => void mutate(),
  };
}

async function read({ query, turn }: Asked) {
  return { turn, ...(await adminApi<SessionDataAnswer>('session-data', sessionRequest(query))) };
}
