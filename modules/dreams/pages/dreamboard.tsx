import type { Sort } from '../../../islands/dreamboard/sort.ts';
import { Island } from '../../../src/island.tsx';
import type { SessionsAnswer } from '../schemas.ts';

export interface DreamboardPageProps {
  /** the first page of dreams; null shows skeletons until the browser has read them */
  initial: SessionsAnswer | null;
  /** from the cookie `dreamboard-sort`, through readSort() */
  sort: Sort;
  /** ms since the epoch */
  now: number;
}

export function DreamboardPage({ initial, sort, now }: DreamboardPageProps) {
  return (
    <>
      <Island name="dreamboard" props={{ initial, sort, renderedAt: now }} />
      <Island name="help-chat" props={{}} />
    </>
  );
}
