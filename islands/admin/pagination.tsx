import { useId } from 'react';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { pageWindow } from './page-window.ts';

const TEXTS = {
  sessions: { shown: m.admin_pages_sessions, label: m.admin_pages_sessions_label },
  users: { shown: m.admin_pages_users, label: m.admin_pages_users_label },
  mails: { shown: m.admin_pages_mails, label: m.admin_pages_mails_label },
  audit: { shown: m.admin_pages_audit, label: m.admin_pages_audit_label },
};

/** Lists with pages. */
export type Paged = keyof typeof TEXTS;

interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  sizes: readonly number[];
  /** items that are counted */
  noun: Paged;
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
    <button type="button" className="button button-quiet" {...turnsTo(to, disabled || off)}>
      {label}
    </button>
  );
  return (
    <nav className="admin-pagination" aria-label={TEXTS[noun].label()}>
      <p className="numbers">{TEXTS[noun].shown({ first: Math.min(first, total), last, total })}</p>
      <div className="admin-pages">
        {step(m.admin_pages_first(), 1, page <= 1)}
        {step(m.admin_pages_previous(), page - 1, page <= 1)}
        {buttons > 0 ? (
          pageWindow(page, pages, buttons).map((number) => (
            <button
              key={number}
              type="button"
              className="button button-quiet numbers"
              aria-label={m.admin_pages_number_label({ page: number })}
              aria-current={number === page ? 'page' : undefined}
              {...turnsTo(number)}
            >
              {formatNumber(number)}
            </button>
          ))
        ) : (
          <span className="admin-page-words numbers">{m.admin_pages_current({ page, pages })}</span>
        )}
        {step(m.admin_pages_next(), page + 1, page >= pages)}
        {step(m.admin_pages_last(), pages, page >= pages)}
      </div>
      <label className="admin-size" htmlFor={size}>
        {m.admin_pages_size()}
        <select
          id={size}
          className="field"
          value={limit}
          aria-disabled={disabled}
          onChange={(event) => {
            if (!disabled) on.onLimit(Number(event.target.value));
          }}
        >
          {sizes.map((one) => (
            <option key={one} value={one}>
              {formatNumber(one)}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}
