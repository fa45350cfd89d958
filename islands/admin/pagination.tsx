import { useId } from 'react';
import { pageWindow } from './page-window.ts';

interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  sizes: readonly number[];
  /** unit that is counted: `sessions` */
  noun: string;
  /** number of page-number buttons; 0 shows the current page and the total in words */
  buttons: number;
  disabled: boolean;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

export function Pagination({ page, limit, total, sizes, noun, buttons, disabled, ...on }: PaginationProps) {
  const size = useId();
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  // None is disabled for good: that would take the focus from a person who turns pages with it.
  const turnsTo = (to: number, off = disabled) => ({
    'aria-disabled': off,
    onClick: () => {
      if (!off) on.onPage(to);
    },
  });
  const step = (label: string, to: number, off: boolean) => (
    <button type="button" className="admin-page" {...turnsTo(to, disabled || off)}>
      {label}
    </button>
  );
  return (
    <nav className="admin-pagination" aria-label={`Pages of ${noun}`}>
      <p className="numbers">
        Showing {Math.min(first, total)}-{last} of {total} {noun}
      </p>
      <div className="admin-pages">
        {step('First', 1, page <= 1)}
        {step('Previous', page - 1, page <= 1)}
        {buttons > 0 ? (
          pageWindow(page, pages, buttons).map((number) => (
            <button
              key={number}
              type="button"
              className="admin-page numbers"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              {...turnsTo(number)}
            >
              {number}
            </button>
          ))
        ) : (
          <span className="admin-page-words numbers">
            Page {page} of {pages}
          </span>
        )}
        {step('Next', page + 1, page >= pages)}
        {step('Last', pages, page >= pages)}
      </div>
      <label className="admin-size" htmlFor={size}>
        Items per page
        <select
          id={size}
          className="admin-select"
          value={limit}
          aria-disabled={disabled}
          onChange={(event) => {
            if (!disabled) on.onLimit(Number(event.target.value));
          }}
        >
          {sizes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}
