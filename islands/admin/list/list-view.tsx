import type { ReactNode } from 'react';
import type { FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { FilterForm } from './filter-form.tsx';
import { requestOf } from './list-query.ts';
import type { Listing } from './use-list.ts';

interface ListViewProps<T extends FilterTable, Answer extends { totalCount: number }> {
  listing: Listing<T, Answer>;
  /** number of rows on the page */
  count: number;
  /** true while its rows change */
  disabled?: boolean;
  /** above the filter */
  before?: ReactNode;
  /** between filter and rows */
  bar?: ReactNode;
  /** the rows */
  children: ReactNode;
}

/** A list with its filter, pages and CSV file. */
export function ListView<T extends FilterTable, Answer extends { totalCount: number }>(
  props: ListViewProps<T, Answer>,
) {
  const { list, query, answer, state, failure, go, again } = props.listing;
  const { view, filter, sizes, csv, texts } = list;
  const total = answer.totalCount;
  return (
    <section className="admin-view" aria-labelledby={`${view}-title`}>
      <header className="admin-head">
        <h2 id={`${view}-title`} className="numbers">
          {texts.title({ total })}
        </h2>
        {csv && <CsvLink what={csv} request={requestOf(list, query)} />}
      </header>
      {props.before}
      <FilterForm
        table={filter}
        label={texts.filter()}
        applied={query.filter}
        onApply={(chosen) => go({ ...query, filter: chosen, page: 1 })}
      />
      {props.bar}
      {state === 'failed' ? (
        <LoadFailure text={texts.failed} reason={failure} onRetry={() => again(query)} />
      ) : props.count > 0 ? (
        props.children
      ) : (
        <p className="admin-note" role={state === 'loading' ? 'status' : undefined}>
          {state === 'loading' ? texts.loading() : texts.empty()}
        </p>
      )}
      <Pagination
        page={query.page}
        limit={query.limit}
        total={total}
        sizes={sizes}
        noun={view}
        buttons={0}
        disabled={state === 'loading' || (props.disabled ?? false)}
        onPage={(page) => go({ ...query, page })}
        onLimit={(limit) => go({ ...query, limit, page: 1 })}
      />
    </section>
  );
}
