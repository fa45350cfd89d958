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

/** A moment in the reader's zone; N/A when there is none or when it cannot be read. */
export function localTime(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? MINUTES.format(date) : 'N/A';
}

/** As above, to the second. */
export function localMoment(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? SECONDS.format(date) : 'N/A';
}

/** A moment in the reader's zone, said with that zone, as programs read it: 2026-03-31T17:20:00+02:00. */
export function zonedTime(value: string | null | undefined): string {
  const date = readDate(value);
  if (!date) return 'N/A';
  const ahead = -date.getTimezoneOffset();
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  const zone = `${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
  return new Date(date.getTime() + ahead * 60_000).toISOString().slice(0, 19) + zone;
}

/** A day in the reader's zone. */
export function localDay(value: string | null | undefined): string {
  const date = readDate(value);
  if (!date) return 'N/A';
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(date);
}

/** A moment of the API, or null; one that cannot be read is logged. */
export function readDate(value: string | null | undefined): Date | null {
  const date = parseUtc(value);
  if (date && Number.isNaN(date.getTime())) {
    console.error('Not a date:', value);
    return null;
  }
  return date;
}

/** A figure, or N/A. */
export function figure(value: number | null | undefined, decimals: number): string {
  return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(decimals) : 'N/A';
}
