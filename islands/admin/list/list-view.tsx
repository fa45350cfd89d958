import type { ReactNode } from 'react';
import type { FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { FilterForm } from './filter-form.tsx';
import { type Draft, type FilteredList, requestOf } from './list-query.ts';
import type { Listing } from './use-list.ts';

interface Parts {
  /** number of rows on the page */
  count: number;
  /** buttons next to the title */
  actions?: ReactNode;
  /** above the filter */
  before?: ReactNode;
  /** between filter and rows */
  bar?: ReactNode;
  /** the rows */
  children: ReactNode;
}

interface ListViewProps<T extends FilterTable, Answer extends { totalCount: number }> extends Parts {
  listing: Listing<T, Answer>;
  /** true while its rows change */
  disabled?: boolean;
  /** number of page-number buttons */
  buttons?: number;
}

/** A list with its filter, pages and CSV file. */
export function ListView<T extends FilterTable, Answer extends { totalCount: number }>({
  listing,
  disabled = false,
  buttons = 0,
  ...parts
}: ListViewProps<T, Answer>) {
  const { list, query, answer, state, failure, go, again } = listing;
  const total = answer.totalCount;
  return (
    <ListFrame
      {...parts}
      list={list}
      filter={query.filter}
      total={total}
      isLoading={state === 'loading'}
      failure={state === 'failed' ? failure : null}
      onFilter={(filter) => go({ ...query, filter, page: 1 })}
      onRetry={() => again((latest) => latest)}
      foot={
        <Pagination
          page={query.page}
          limit={query.limit}
          total={total}
          sizes={list.sizes}
          noun={list.view}
          buttons={buttons}
          disabled={state === 'loading' || disabled}
          onPage={(page) => go({ ...query, page })}
          onLimit={(limit) => go({ ...query, limit, page: 1 })}
        />
      }
    />
  );
}

interface ListFrameProps<T extends FilterTable> extends Parts {
  list: FilteredList<T>;
  filter: Draft<T>;
  total?: number;
  isLoading: boolean;
  /** why it failed to load, or null */
  failure: string | null;
  /** below the rows */
  foot: ReactNode;
  onFilter: (filter: Draft<T>) => void;
  onRetry: () => void;
}

/** A list without its pages. */
export function ListFrame<T extends FilterTable>(props: ListFrameProps<T>) {
  const { list, filter, count, isLoading, failure } = props;
  const { view, csv, texts } = list;
  return (
    <section className="admin-view" aria-labelledby={`${view}-title`}>
      <header className="admin-head">
        <h2 id={`${view}-title`} className="numbers">
          {texts.title({ total: props.total ?? 0 })}
        </h2>
        {csv && <CsvLink what={csv} filter={requestOf(list.filter, filter)} />}
        {props.actions}
      </header>
      {props.before}
      <FilterForm table={list.filter} label={texts.filter()} applied={filter} onApply={props.onFilter} />
      {props.bar}
      {failure !== null && <LoadFailure text={texts.failed} reason={failure} onRetry={props.onRetry} />}
      {count > 0 && props.children}
      {count === 0 && failure === null && (
        <p className="admin-note" role={isLoading ? 'status' : undefined}>
          {isLoading ? texts.loading() : texts.empty()}
        </p>
      )}
      {props.foot}
    </section>
  );
}
