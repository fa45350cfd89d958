import { useCallback, useEffect, useRef, useState } from 'react';
import type { SessionCard, SessionDataAnswer } from '../../../modules/admin/schemas.ts';
import { adminApi } from '../../api.ts';
import { readSessionQuery, type SessionQuery, sessionAddress, sessionRequest } from './session-query.ts';

/** Live dreams change by themselves; so does a first page that new ones come to. */
const REFRESH_MS = 5_000;

interface Loaded {
  sessions: SessionCard[];
  total: number;
}

/** The sessions that the address asks for, kept up to date while the page is looked at. */
export function useSessions() {
  const [query, setQuery] = useState<SessionQuery | null>(null);
  const [loaded, setLoaded] = useState<Loaded>({ sessions: [], total: 0 });
  const [loading, setLoading] = useState(true);
  const running = useRef<AbortController>(undefined);

  const load = useCallback(async (asked: SessionQuery, silent: boolean) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    if (!silent) setLoading(true);
    try {
      const answer = await adminApi<SessionDataAnswer>('session-data', sessionRequest(asked), {
        signal: own.signal,
      });
      setLoaded({ sessions: answer.sessions, total: answer.totalCount });
      setLoading(false);
    } catch (error) {
      if (own.signal.aborted) return;
      console.error('Failed to fetch sessions', error);
      if (!silent) setLoaded({ sessions: [], total: 0 });
      setLoading(false);
    }
  }, []);

  useEffect(() => {
    const read = () => setQuery(readSessionQuery(location.search));
    read();
    addEventListener('popstate', read);
    return () => {
      removeEventListener('popstate', read);
      running.current?.abort();
    };
  }, []);
  useEffect(() => {
    if (query) load(query, false);
  }, [query, load]);
  useEffect(() => {
    if (!query || loading) return;
    const timer = setInterval(() => {
      if (!document.hidden) load(query, true);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [query, loading, load]);

  return {
    query,
    ...loaded,
    loading,
    /** Asks for something else, with an entry of its own in the history. */
    go(next: SessionQuery) {
      history.pushState(null, '', sessionAddress(location.pathname, next));
      setQuery(next);
    },
    refresh: () => query && load(query, true),
  };
}
