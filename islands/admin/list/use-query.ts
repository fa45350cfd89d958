import { useCallback, useEffect, useState } from 'react';
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
  const ask = useCallback((query: ListQuery<T>) => setAsked({ query, turn: ++turns }), []);

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
    /** Loads again. A query that should not get its own history entry replaces the current one. */
    again: useCallback(
      (next: ListQuery<T>): void => {
        history.replaceState(null, '', addressOf(list, next));
        ask(next);
      },
      [list, ask],
    ),
  };
}
