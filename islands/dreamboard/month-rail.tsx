import { type MouseEvent, useRef } from 'react';
import { monthLabel, monthName, type Narrowing } from '../../modules/dreams/contract/narrowing.ts';
import type { MonthCount } from '../../modules/dreams/contract/schemas.ts';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
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
    <nav className="months" aria-label={m.dreams_months_label()}>
      <a {...linkTo(undefined)}>{m.dreams_months_all()}</a>
      {years.map((year) => (
        <div key={year}>
          <p className="months-year">{year}</p>
          {months
            .filter((one) => yearOf(one.month) === year)
            .map((one) => (
              <a key={one.month} {...linkTo(one.month)}>
                <span className="visually-hidden">
                  {m.dreams_months_link({ month: monthLabel(one.month), count: one.count })}
                </span>
                <span aria-hidden="true">{monthName(one.month)}</span>
                <span className="month-count numbers" aria-hidden="true">
                  {formatNumber(one.count)}
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
      <span className="visually-hidden">{m.dreams_months_field()}</span>
      <select ref={field} value={month ?? ''} onChange={(event) => onMonth(event.target.value || undefined)}>
        <option value="">{m.dreams_months_all()}</option>
        {months.map((one) => (
          <option key={one.month} value={one.month}>
            {m.dreams_months_option({ month: monthLabel(one.month), count: one.count })}
          </option>
        ))}
      </select>
    </label>
  );
}

const yearOf = (month: string) => month.slice(0, 4);
