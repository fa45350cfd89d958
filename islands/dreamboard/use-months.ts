import { useEffect, useRef, useState } from 'react';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';
import type { MonthCount, MonthsAnswer } from '../../modules/dreams/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';
import { useFetched } from '../ui/use-fetched.ts';

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
  const { data, refresh } = useFetched(address, () => api<MonthsAnswer>('GET', address), {
    initial: initial && address === first ? { months: initial } : undefined,
    fresh: address === first && known === 0,
    keepPrevious: true,
    onReturn: false,
  });
  const before = useRef(known);
  useEffect(() => {
    if (before.current !== known) void refresh();
    before.current = known;
  }, [known, refresh]);
  return withMonth(data?.months ?? [], narrowing.month);
}

/** Adds the selected month if it has no dreams. */
function withMonth(months: MonthCount[], month: string | undefined): MonthCount[] {
  if (!month || months.some((one) => one.month === month)) return months;
  return [...months, { month, count: 0 }].sort((a, b) => (a.month < b.month ? 1 : -1));
}
