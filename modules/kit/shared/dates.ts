import { formatDate } from '../texts/format-date.ts';
import { m } from '../texts/m.ts';

/**
 * Parses an API time: UTC unless it has a zone suffix.
 * @returns null if missing, an invalid Date if malformed
 */
export function parseUtc(value: string | null | undefined): Date | null {
  if (!value) return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value);
  return new Date(zoned ? value : `${value.replace(' ', 'T')}${value.includes(':') ? 'Z' : ''}`);
}

/** "Mar 1, 2026, 12:05 PM": UTC on the server, the user's zone in the browser. */
export function formatDateTime(value: string | null | undefined, timeZone?: string): string {
  const date = parseUtc(value);
  if (!date) return m.kit_no_date();
  if (Number.isNaN(date.getTime())) return m.kit_invalid_date();
  return formatDate(date, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  });
}

/**
 * "November 22, 2026 at 10:12 UTC", for mails and for pages that don't know the reader's time zone. @param ms since the
 * epoch
 */
export const momentText = (ms: number): string =>
  formatDate(ms, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });

/** "November 22, 2026", in UTC. @param ms since the epoch */
export const dayText = (ms: number): string => formatDate(ms, { dateStyle: 'long', timeZone: 'UTC' });

/** An API time for a `datetime` attribute; undefined if missing or malformed. */
export function isoOf(value: string | null | undefined): string | undefined {
  const date = parseUtc(value);
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
