import { useCallback, useEffect, useRef, useState } from 'react';

/** Query that every listing has; the rest of it are the filters of its kind. */
export interface PageQuery {
  page: number;
  limit: number;
}

interface ListingOptions<Query extends PageQuery, Answer extends { totalCount: number }> {
  /** the query that an address asks for */
  readAddress: (search: string) => Query;
  /** the address of a query */
  addressOf: (query: Query) => string;
  fetchPage: (query: Query, signal: AbortSignal) => Promise<Answer>;
  nothing: Answer;
  /** what the log calls a failure */
  what: string;
}

/**
 * One page of a list: the one that the address asks for when the view opens, and whenever something else is asked for.
 * A failure empties the list and says why; a page behind the last becomes the last. Options must hold still.
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
    /** null before the address was read */
    query,
    answer,
    state,
    failure,
    /** Asks for something else, with an entry of its own in the history. */
    go(next: Query): void {
      history.pushState(null, '', addressOf(next));
      load(next);
    },
    /** Reads again; a query without a page of its own in the history replaces the last. */
    again(next: Query): void {
      history.replaceState(null, '', addressOf(next));
      load(next);
    },
  };
}

/** The page that is asked for, or the last one. */
export const pageWithin = ({ page, limit }: PageQuery, total: number): number =>
  Math.min(page, Math.max(1, Math.ceil(total / limit)));

/** The page of an address, and its size where that is one of those on offer. */
export function readPage(params: URLSearchParams, sizes: readonly number[], usual: number): PageQuery {
  const page = Number(params.get('page'));
  const limit = Number(params.get('limit'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: sizes.find((size) => size === limit) ?? usual,
  };
}

/** Adds them to an address, where they are not the usual ones. */
export function writePage(params: URLSearchParams, { page, limit }: PageQuery, usual: number): void {
  if (page > 1) params.set('page', String(page));
  if (limit !== usual) params.set('limit', String(limit));
}
