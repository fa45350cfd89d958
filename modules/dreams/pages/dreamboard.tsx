import { Island } from '../../../src/web/island.tsx';
import type { SessionsAnswer } from '../schemas.ts';
import type { Sort } from '../shared/sort.ts';

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
