import { useCallback, useEffect, useRef, useState } from 'react';
import type { FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { addressOf, type FilteredList, firstPage, type ListQuery, readQuery } from './list-query.ts';

/** A query with its own identity. Repeating the same query waits for its own answer. */
export interface Asked<T extends FilterTable> {
  query: ListQuery<T>;
  turn: number;
}
let turns = 0;

/**
 * A list's query, as in the URL.
 * @param list a constant
 */
export function useQuery<T extends FilterTable>(list: FilteredList<T>) {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const latest = useRef(firstPage(list.filter));
  const ask = useCallback((query: ListQuery<T>) => {
    latest.current = query;
    setAsked({ query, turn: ++turns });
  }, []);

  useEffect(() => {
    const onTravel = () => ask(readQuery(list, location.search));
    onTravel();
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, [list, ask]);

  return {
    /** null until the URL has been read */
    asked,
    query: asked?.query ?? firstPage(list.filter),
    /** Loads another query and adds a history entry. */
    go(next: ListQuery<T>): void {
      history.pushState(null, '', addressOf(list, next));
      ask(next);
    },
    /**
     * Loads again, with a query that doesn't get its own history entry. It is derived from the latest one, which may
     * have changed while the caller waited for something.
     */
    again: useCallback(
      (change: (latest: ListQuery<T>) => ListQuery<T>): void => {
        const next = change(latest.current);
        history.replaceState(null, '', addressOf(list, next));
        ask(next);
      },
      [list, ask],
    ),
  };
}
