import { parseUtc } from '../../modules/kit/shared/dates.ts';
import { formatDate } from '../../modules/kit/texts/format-date.ts';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';

const DAY_MS = 24 * 3600_000;

const TO_THE_MINUTE = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/** A time in the user's time zone; N/A if missing or invalid. */
export function localTime(value: string | null | undefined): string {
  return dateText(value, TO_THE_MINUTE);
}

/** As above, with seconds. */
export function localMoment(value: string | null | undefined): string {
  return dateText(value, { ...TO_THE_MINUTE, second: '2-digit' });
}

/** A time in the user's time zone with its offset, for programs: 2026-03-31T17:20:00+02:00. */
export function zonedTime(value: string | null | undefined): string {
  const date = readDate(value);
  if (!date) return 'N/A';
  const ahead = -date.getTimezoneOffset();
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  const zone = `${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
  return new Date(date.getTime() + ahead * 60_000).toISOString().slice(0, 19) + zone;
}

/** A date in the user's time zone. */
export function localDay(value: string | null | undefined): string {
  return dateText(value, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** Calendar days from today to an API time, in the user's time zone; negative after that day. */
export function daysUntil(value: string, now = new Date()): number {
  const due = new Date(`${value}Z`);
  // Days of a change of the clocks have 23 or 25 hours.
  return Math.round((due.setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY_MS);
}

function dateText(value: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  const date = readDate(value);
  return date ? formatDate(date, options) : m.admin_no_date();
}

/** Parses a time from the API. Logs an invalid one and returns null. */
export function readDate(value: string | null | undefined): Date | null {
  const date = parseUtc(value);
  if (date && Number.isNaN(date.getTime())) {
    console.error('Not a date:', value);
    return null;
  }
  return date;
}

/** A number with fixed decimals, or N/A. */
export function figure(value: number | null | undefined, decimals: number): string {
  return typeof value === 'number' && Number.isFinite(value) ? decimal(value, decimals) : m.admin_no_figure();
}

/** A number with fixed decimals. */
export const decimal = (value: number, decimals: number): string =>
  formatNumber(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
