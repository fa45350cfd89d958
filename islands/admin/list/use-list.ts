import { useCallback, useEffect, useRef, useState } from 'react';
import type { FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import {
  addressOf,
  firstPage,
  type List,
  type ListQuery,
  pageWithin,
  readQuery,
  requestOf,
} from './list-query.ts';

export type Listing<T extends FilterTable, Answer extends { totalCount: number }> = ReturnType<
  typeof useList<T, Answer>
>;

/**
 * Loads one page of a list: the one in the URL when the view opens, then each new query. On failure, the list is empty
 * and shows why. A page past the end becomes the last page.
 * @param list a constant
 */
export function useList<T extends FilterTable, Answer extends { totalCount: number }>(list: List<T, Answer>) {
  const { path, nothing } = list;
  const [query, setQuery] = useState<ListQuery<T> | null>(null);
  const [answer, setAnswer] = useState(nothing);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [failure, setFailure] = useState('');
  const running = useRef<AbortController>(undefined);

  const load = useCallback(
    async (asked: ListQuery<T>): Promise<void> => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setQuery(asked);
      setState('loading');
      try {
        const found = await adminApi<Answer>(path, requestOf(list, asked), { signal: own.signal });
        const page = pageWithin(asked, found.totalCount);
        if (page !== asked.page) {
          const last = { ...asked, page };
          history.replaceState(null, '', addressOf(list, last));
          return load(last);
        }
        setAnswer(found);
        setState('shown');
      } catch (error) {
        if (own.signal.aborted) return;
        console.error('Failed to fetch', path, error);
        setAnswer(nothing);
        setFailure(error instanceof Error ? error.message : m.admin_forms_unknown_error());
        setState('failed');
      }
    },
    [list, path, nothing],
  );

  useEffect(() => {
    const onTravel = () => load(readQuery(list, location.search));
    onTravel();
    addEventListener('popstate', onTravel);
    return () => {
      removeEventListener('popstate', onTravel);
      running.current?.abort();
    };
  }, [load, list]);

  return {
    list,
    /** the first page until the URL has been read */
    query: query ?? firstPage(list.filter),
    answer,
    state,
    failure,
    /** Loads another query and adds a history entry. */
    go(next: ListQuery<T>): void {
      history.pushState(null, '', addressOf(list, next));
      load(next);
    },
    /** Loads again. A query that should not get its own history entry replaces the current one. */
    again(next: ListQuery<T>): void {
      history.replaceState(null, '', addressOf(list, next));
      load(next);
    },
  };
}
