import { type MouseEvent, useRef } from 'react';
import { monthLabel, type Narrowing } from '../../modules/dreams/contract/narrowing.ts';
import type { MonthCount } from '../../modules/dreams/contract/schemas.ts';
import { boardAddress } from './use-address.ts';
import { useEarlyValue } from './use-early-value.ts';

interface MonthsProps {
  months: MonthCount[];
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
}

/** Jump links to months, next to the shelf on wide screens. */
export function MonthRail(props: MonthsProps & { words: string; narrowing: Narrowing }) {
  const { months, month, onMonth, words, narrowing } = props;
  const years = [...new Set(months.map((one) => yearOf(one.month)))];
  const linkTo = (to: string | undefined) => ({
    className: 'month',
    href: boardAddress(words, { ...narrowing, month: to }),
    'aria-current': month === to,
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onMonth(to);
    },
  });
  return (
    <nav className="months" aria-label="Months">
      <a {...linkTo(undefined)}>All months</a>
      {years.map((year) => (
        <div key={year}>
          <p className="months-year">{year}</p>
          {months
            .filter((one) => yearOf(one.month) === year)
            .map((one) => (
              <a key={one.month} {...linkTo(one.month)}>
                <span>
                  {monthLabel(one.month).split(' ')[0]}
                  <span className="visually-hidden"> {year}, </span>
                </span>
                <span className="month-count numbers">
                  {one.count}
                  <span className="visually-hidden"> {one.count === 1 ? 'dream' : 'dreams'}</span>
                </span>
              </a>
            ))}
        </div>
      ))}
    </nav>
  );
}

/** The same as a select, for narrow screens. */
export function MonthSelect({ months, month, onMonth }: MonthsProps) {
  const field = useRef<HTMLSelectElement>(null);
  useEarlyValue(field, month ?? '', (value) => onMonth(value || undefined));
  return (
    <label className="sort month-select">
      <span className="visually-hidden">Month</span>
      <select ref={field} value={month ?? ''} onChange={(event) => onMonth(event.target.value || undefined)}>
        <option value="">All months</option>
        {months.map((one) => (
          <option key={one.month} value={one.month}>
            {monthLabel(one.month)} ({one.count})
          </option>
        ))}
      </select>
    </label>
  );
}

const yearOf = (month: string) => month.slice(0, 4);
