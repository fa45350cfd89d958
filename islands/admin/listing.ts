import { useCallback, useEffect, useRef, useState } from 'react';

/** Query fields that every list has. Each list adds its own filters. */
export interface PageQuery {
  page: number;
  limit: number;
}

interface ListingOptions<Query extends PageQuery, Answer extends { totalCount: number }> {
  /** parses the query from a URL */
  readAddress: (search: string) => Query;
  /** writes the query as a URL */
  addressOf: (query: Query) => string;
  fetchPage: (query: Query, signal: AbortSignal) => Promise<Answer>;
  nothing: Answer;
  /** name used in logged failures */
  what: string;
}

/**
 * Loads one page of a list: the one in the URL when the view opens, then each new query. On failure, the list is empty
 * and shows why. A page past the end becomes the last page. Options must be stable.
 */
export function useListing<Query extends PageQuery, Answer extends { totalCount: number }>(
  options: ListingOptions<Query, Answer>,
) {
  const { readAddress, addressOf, fetchPage, nothing, what } = options;
  const [query, setQuery] = useState<Query | null>(null);
  const [answer, setAnswer] = useState(nothing);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [failure, setFailure] = useState('');
  const running = useRef<AbortController>(undefined);

  const load = useCallback(
    async (asked: Query): Promise<void> => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setQuery(asked);
      setState('loading');
      try {
        const found = await fetchPage(asked, own.signal);
        const page = pageWithin(asked, found.totalCount);
        if (page !== asked.page) {
          const last = { ...asked, page };
          history.replaceState(null, '', addressOf(last));
          return load(last);
        }
        setAnswer(found);
        setState('shown');
      } catch (error) {
        if (own.signal.aborted) return;
        console.error(what, error);
        setAnswer(nothing);
        setFailure(error instanceof Error ? error.message : 'Unknown error');
        setState('failed');
      }
    },
    [addressOf, fetchPage, nothing, what],
  );

  useEffect(() => {
    const onTravel = () => load(readAddress(location.search));
    onTravel();
    addEventListener('popstate', onTravel);
    return () => {
      removeEventListener('popstate', onTravel);
      running.current?.abort();
    };
  }, [load, readAddress]);

  return {
    /** null until the URL has been read */
    query,
    answer,
    state,
    failure,
    /** Loads another query and adds a history entry. */
    go(next: Query): void {
      history.pushState(null, '', addressOf(next));
      load(next);
    },
    /** Loads again. A query that should not get its own history entry replaces the current one. */
    again(next: Query): void {
      history.replaceState(null, '', addressOf(next));
      load(next);
    },
  };
}

/** The requested page, or the last one. */
export const pageWithin = ({ page, limit }: PageQuery, total: number): number =>
  Math.min(page, Math.max(1, Math.ceil(total / limit)));

/** The page in a URL, and its size if it is one of the choices. */
export function readPage(params: URLSearchParams, sizes: readonly number[], usual: number): PageQuery {
  const page = Number(params.get('page'));
  const limit = Number(params.get('limit'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: sizes.find((size) => size === limit) ?? usual,
  };
}

/** Adds page and size to a URL unless they are the defaults. */
export function writePage(params: URLSearchParams, { page, limit }: PageQuery, usual: number): void {
  if (page > 1) params.set('page', String(page));
  if (limit !== usual) params.set('limit', String(limit));
}
