import { parseUtc } from '../../modules/kit/shared/dates.ts';

const TO_THE_MINUTE = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const MINUTES = new Intl.DateTimeFormat('en-US', TO_THE_MINUTE);
const SECONDS = new Intl.DateTimeFormat('en-US', { ...TO_THE_MINUTE, second: '2-digit' });

/** A time in the user's time zone; N/A if missing or invalid. */
export function localTime(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? MINUTES.format(date) : 'N/A';
}

/** As above, with seconds. */
export function localMoment(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? SECONDS.format(date) : 'N/A';
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
  const date = readDate(value);
  if (!date) return 'N/A';
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(date);
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
  return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(decimals) : 'N/A';
}
