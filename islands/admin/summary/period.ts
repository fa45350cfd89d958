import { m } from '../../../modules/kit/texts/m.ts';

export const PERIODS = {
  '1d': m.admin_figures_period_1d,
  '7d': m.admin_figures_period_7d,
  '30d': m.admin_figures_period_30d,
  '90d': m.admin_figures_period_90d,
  custom: m.admin_figures_period_custom,
} as const;
export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = '7d';

const DAY_MS = 24 * 3600_000;
const DAYS = { '7d': 7, '30d': 30, '90d': 90 };

/** Days of a custom period, as date inputs hold them; empty if not chosen. */
export interface CustomDays {
  from: string;
  to: string;
}

/** A range of local time, both ends included, in ms since the epoch. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The range of a period: the last 24 hours, or whole local days including today.
 * @param custom two days as `YYYY-MM-DD`, for the custom period
 * @returns null while a custom range lacks a date or ends before it starts
 */
export function rangeOf(period: Period, now: number, custom: CustomDays): Range | null {
  if (period === '1d') return { start: now - DAY_MS, end: now };
  if (period === 'custom') {
    const [start, end] = [readDay(custom.from), readDay(custom.to)];
    if (!start || !end || end < start) return null;
    return { start: start.getTime(), end: endOfDay(end) };
  }
  const today = new Date(now);
  return { start: dayAt(today, 1 - DAYS[period]).getTime(), end: endOfDay(today) };
}

/** Local midnight some days later. Counts days rather than hours, because of daylight saving time. */
export function dayAt(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

const endOfDay = (date: Date): number => dayAt(date, 1).getTime() - 1;

/** The local midnight at which a day without a time zone starts. */
export function readDay(day: string): Date | null {
  const [, year, month, date] = day.match(/^(\d{4})-(\d\d)-(\d\d)$/)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const found = new Date(year, month - 1, date);
  return found.getMonth() === month - 1 ? found : null;
}

/** A local day, as the call and date inputs write it. */
export function dayText(ms: number): string {
  const date = new Date(ms);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
