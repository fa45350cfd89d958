import { m } from '../../kit/texts/m.ts';
import { Island } from '../../web/island.tsx';
import type { Collection } from '../contract/collection-schemas.ts';
import type { Narrowing } from '../contract/narrowing.ts';
import type { MonthCount, SessionsAnswer } from '../contract/schemas.ts';
import type { Sort } from '../contract/sort.ts';

export interface DreamboardPageProps {
  /** First page of dreams; null shows skeletons until the browser has fetched it. */
  initial: SessionsAnswer | null;
  /** Dreams per month in the same list, ignoring the month filter; null if `initial` is. */
  months: MonthCount[] | null;
  /** From the `dreamboard-sort` cookie, via readSort(). */
  sort: Sort;
  /** Search text from the address. */
  words: string;
  /** From the address. */
  narrowing: Narrowing;
  /** By name. */
  collections: Pick<Collection, 'id' | 'name'>[];
  /** ms since the epoch */
  now: number;
  /** They signed up without being asked about news. */
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
    <form
      className="notice news-question"
      method="post"
      action="/settings/news"
      aria-label={m.dreams_news_label()}
    >
      <input type="hidden" name="back" value="board" />
      <p>{m.dreams_news_question()}</p>
      <button type="submit" className="button" name="wanted" value="yes">
        {m.dreams_news_yes()}
      </button>
      <button type="submit" className="button button-quiet" name="wanted" value="no">
        {m.dreams_news_no()}
      </button>
    </form>
  );
}
