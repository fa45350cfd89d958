import { SEARCH_MAX } from '../limits.ts';

const YES_NO = ['yes', 'no'] as const;

/** Filters of a list of dreams, beside a month; each is a parameter of its address. */
export const NARROWINGS = {
  bookmarked: YES_NO,
  shared: YES_NO,
  named: YES_NO,
  length: ['short', 'medium', 'long'],
} as const;
/** A month, UTC: `2026-03`. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

type Chosen = { [Name in keyof typeof NARROWINGS]?: (typeof NARROWINGS)[Name][number] | undefined };
export interface Narrowing extends Chosen {
  month?: string | undefined;
}

/** Filters that this browser keeps for all lists of its board, beside those of the address. */
export const FILTERS = ['all', 'recent', 'named'] as const;
export type Filter = (typeof FILTERS)[number];
/** Greatest age of recent dreams. */
export const RECENT_MS = 7 * 24 * 3600_000;

/** Seconds from which on a dream is no longer short, and up to which it is not long yet, in whole ones. */
export const SHORT_BELOW = 60;
export const LONG_ABOVE = 300;

export const NARROWING_LABELS: { [Name in keyof Chosen]-?: Record<NonNullable<Chosen[Name]>, string> } = {
  bookmarked: { yes: 'Bookmarked', no: 'Not bookmarked' },
  shared: { yes: 'Shared', no: 'Not shared' },
  named: { yes: 'Named', no: 'Untitled' },
  length: { short: 'Under 1 min', medium: '1–5 min', long: 'Over 5 min' },
};

/** Reads an address; what is unknown there narrows nothing. */
export function readNarrowing(search: URLSearchParams): Narrowing {
  const read: Record<string, string> = {};
  for (const [name, values] of Object.entries(NARROWINGS)) {
    const value = search.get(name);
    if (value && (values as readonly string[]).includes(value)) read[name] = value;
  }
  const month = search.get('month');
  if (month && MONTH.test(month)) read.month = month;
  return read as Narrowing;
}

/** The words that an address searches for; none where they could not be searched for. */
export function readWords(search: URLSearchParams): string {
  const words = search.get('q')?.replaceAll('\0', ' ').trim() ?? '';
  return words.length > SEARCH_MAX ? '' : words;
}

/** The same as parameters of an address, in one order. */
export function narrowingParams(narrowing: Narrowing): [string, string][] {
  return [...Object.keys(NARROWINGS), 'month'].flatMap((name) => {
    const value = narrowing[name as keyof Narrowing];
    return value === undefined ? [] : [[name, value]];
  });
}

/** Active filters, in words for people. */
export function narrowingLabels(narrowing: Narrowing): string[] {
  return narrowingParams(narrowing).map(([name, value]) =>
    name === 'month'
      ? monthLabel(value)
      : ((NARROWING_LABELS[name as keyof Chosen] as Record<string, string>)[value] ?? ''),
  );
}

/** `March 2026` */
export function monthLabel(month: string): string {
  return MONTH_FORMAT.format(new Date(`${month}-01T00:00:00Z`));
}
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
