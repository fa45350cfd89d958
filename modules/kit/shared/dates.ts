/**
 * Parses an API time: UTC unless it has a zone suffix.
 * @returns null if missing, an invalid Date if malformed
 */
export function parseUtc(value: string | null | undefined): Date | null {
  if (!value) return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value);
  return new Date(zoned ? value : `${value.replace(' ', 'T')}${value.includes(':') ? 'Z' : ''}`);
}

/** Date and time for people: UTC on the server, the user's zone in the browser. */
export function formatDateTime(value: string | null | undefined, timeZone?: string): string {
  const date = parseUtc(value);
  if (!date) return 'No date';
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  return dateTimeFormat(timeZone).format(date);
}

/** Formatters are expensive to construct, so keep them. */
const dateTimeFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function dateTimeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dateTimeFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  });
  dateTimeFormats.set(timeZone, format);
  return format;
}

/**
 * "November 22, 2026 at 10:12 UTC", for mails and for pages that don't know the reader's time zone. @param ms since the
 * epoch
 */
export function momentText(ms: number): string {
  const parts = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', parts).format(ms)} UTC`;
}

/** "November 22, 2026", in UTC. @param ms since the epoch */
export function dayText(ms: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(ms);
}

/** An API time for a `datetime` attribute; undefined if missing or malformed. */
export function isoOf(value: string | null | undefined): string | undefined {
  const date = parseUtc(value);
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
