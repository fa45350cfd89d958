import { useEffect } from 'react';
import type { FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { useLive } from '../use-live.ts';
import { type List, pageWithin, requestOf } from './list-query.ts';
import { type Asked, useQuery } from './use-query.ts';

export type Listing<T extends FilterTable, Answer extends { totalCount: number }> = ReturnType<
  typeof useList<T, Answer>
>;

/**
 * Loads one page of a list: the one in the URL when the view opens, then each new query. On failure, the list is empty
 * and shows why. A page past the end becomes the last page.
 * @param list a constant
 */
export function useList<T extends FilterTable, Answer extends { totalCount: number }>(list: List<T, Answer>) {
  const { path, action, filter: table, nothing, everyMs = 0 } = list;
  const { asked, query, go, again } = useQuery(list);
  const read = async ({ query: { filter, page, limit }, turn }: Asked<T>) => ({
    answer: await adminApi<Answer>(path, { action, page, limit, ...requestOf(table, filter) }),
    turn,
  });
  const { data, error, mutate } = useLive(asked, read, { everyMs, what: `Failed to fetch ${path}` });

  const isAnswered = asked !== null && data?.turn === asked.turn;
  const page = isAnswered ? pageWithin(query, data.answer.totalCount) : query.page;
  useEffect(() => {
    if (page !== query.page) again((latest) => ({ ...latest, page }));
  }, [query.page, page, again]);

  const failure = isAnswered ? undefined : error;
  return {
    list,
    query,
    answer: (failure ? undefined : data?.answer) ?? nothing,
    state: failure ? 'failed' : isAnswered && page === query.page ? 'shown' : 'loading',
    /** why it failed to load */
    failure: failure?.message ?? '',
    go,
    again,
    /** Reads the same page again, while its rows stay. */
    refresh: () => void mutate(),
  } as const;
}
