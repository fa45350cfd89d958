import { Island } from '../../../src/web/island.tsx';
import type { MonthCount, SessionsAnswer } from '../schemas.ts';
import type { Narrowing } from '../shared/narrowing.ts';
import type { Sort } from '../shared/sort.ts';

export interface DreamboardPageProps {
  /** the first page of dreams; null shows skeletons until the browser has read them */
  initial: SessionsAnswer | null;
  /** how many dreams each month has, narrowed like the list but for the month; null with it */
  months: MonthCount[] | null;
  /** from the cookie `dreamboard-sort`, through readSort() */
  sort: Sort;
  /** searched for, by the address */
  words: string;
  /** by the address */
  narrowing: Narrowing;
  /** ms since the epoch */
  now: number;
}

export function DreamboardPage({ now, ...first }: DreamboardPageProps) {
  return (
    <>
      <Island name="dreamboard" props={{ ...first, renderedAt: now }} />
      <Island name="help-chat" props={{}} />
    </>
  );
}
