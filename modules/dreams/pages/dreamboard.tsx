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
  /** they signed up without a box about news */
  asksForNews: boolean;
}

export function DreamboardPage({ now, asksForNews, ...first }: DreamboardPageProps) {
  return (
    <>
      {asksForNews && <NewsQuestion />}
      <Island name="dreamboard" props={{ ...first, renderedAt: now }} />
      <Island name="help-chat" props={{}} />
    </>
  );
}

function NewsQuestion() {
  return (
    <form className="notice news-question" method="post" action="/settings/news" aria-label="News by mail">
      <input type="hidden" name="back" value="board" />
      <p>Shall we mail you news now and then? You can stop it at any time in Settings.</p>
      <button type="submit" className="button" name="wanted" value="yes">
        Yes, please
      </button>
      <button type="submit" className="button button-quiet" name="wanted" value="no">
        No, thanks
      </button>
    </form>
  );
}
