import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';
import type { MonthCount, MonthsAnswer } from '../../modules/dreams/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';

/**
 * Number of matching dreams per month, latest first.
 * @param known a version of the dreams; a new one fetches the months again
 */
export function useMonths(
  initial: MonthCount[] | null,
  words: string,
  narrowing: Narrowing,
  known: number,
): MonthCount[] {
  const query = new URLSearchParams(narrowingParams({ ...narrowing, month: undefined }));
  if (words) query.set('q', words);
  const address = `/api/sessions/months?${query}`;
  const [first] = useState(address);
  const { data, mutate } = useSWR(address, () => api<MonthsAnswer>('GET', address), {
    ...(initial && address === first && { fallbackData: { months: initial } }),
    keepPreviousData: true,
    revalidateOnMount: initial === null,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const before = useRef(known);
  useEffect(() => {
    if (before.current !== known) void mutate();
    before.current = known;
  }, [known, mutate]);
  return withMonth(data?.months ?? [], narrowing.month);
}

/** Adds the selected month if it has no dreams. */
function withMonth(months: MonthCount[], month: string | undefined): MonthCount[] {
  if (!month || months.some((one) => one.month === month)) return months;
  return [...months, { month, count: 0 }].sort((a, b) => (a.month < b.month ? 1 : -1));
}
