import { formatDate } from '../../kit/texts/format-date.ts';
import { m } from '../../kit/texts/m.ts';
import { SEARCH_MAX } from './limits.ts';

const YES_NO = ['yes', 'no'] as const;

/** Filters of a dream list, besides the month; each is a URL parameter. */
export const NARROWINGS = {
  bookmarked: YES_NO,
  shared: YES_NO,
  named: YES_NO,
  length: ['short', 'medium', 'long'],
} as const;
/** A month in UTC, such as `2026-03`. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

type Chosen = { [Name in keyof typeof NARROWINGS]?: (typeof NARROWINGS)[Name][number] | undefined };
export interface Narrowing extends Chosen {
  month?: string | undefined;
  collection?: string | undefined;
}

/** Filter saved in the browser for all lists on its board; applies in addition to those in the address. */
export const FILTERS = ['all', 'recent', 'named'] as const;
export type Filter = (typeof FILTERS)[number];
/** Maximum age of a recent dream. */
export const RECENT_MS = 7 * 24 * 3600_000;

/** Bounds of a medium length in whole seconds, both inclusive. */
export const SHORT_BELOW = 60;
export const LONG_ABOVE = 300;

export const NARROWING_LABELS: { [Name in keyof Chosen]-?: Record<NonNullable<Chosen[Name]>, () => string> } =
  {
    bookmarked: { yes: m.dreams_filter_bookmarked, no: m.dreams_filter_not_bookmarked },
    shared: { yes: m.dreams_filter_shared, no: m.dreams_filter_not_shared },
    named: { yes: m.dreams_filter_named, no: m.dreams_filter_untitled },
    length: { short: m.dreams_filter_short, medium: m.dreams_filter_medium, long: m.dreams_filter_long },
  };

/** Parses filters from an address, ignoring unknown ones. */
export function readNarrowing(search: URLSearchParams): Narrowing {
  const read: Record<string, string> = {};
  for (const [name, values] of Object.entries(NARROWINGS)) {
    const value = search.get(name);
    if (value && (values as readonly string[]).includes(value)) read[name] = value;
  }
  const month = search.get('month');
  if (month && MONTH.test(month)) read.month = month;
  const collection = search.get('collection');
  if (collection && collection.length <= 64) read.collection = collection;
  return read as Narrowing;
}

/** Search text from an address; empty if it is too long to search for. */
export function readWords(search: URLSearchParams): string {
  const words = search.get('q')?.replaceAll('\0', ' ').trim() ?? '';
  return words.length > SEARCH_MAX ? '' : words;
}

/** The filters as URL parameters, in a fixed order. */
export function narrowingParams(narrowing: Narrowing): [string, string][] {
  return [...Object.keys(NARROWINGS), 'month', 'collection'].flatMap((name) => {
    const value = narrowing[name as keyof Narrowing];
    return value === undefined ? [] : [[name, value]];
  });
}

/** Labels of the active filters. @param collection name of the one that is filtered by, if known */
export function narrowingLabels(narrowing: Narrowing, collection?: string): string[] {
  return narrowingParams(narrowing).map(([name, value]) => {
    if (name === 'month') return monthLabel(value);
    if (name === 'collection') return collection ?? m.dreams_filter_collection();
    return (NARROWING_LABELS[name as keyof Chosen] as Record<string, () => string>)[value]?.() ?? '';
  });
}

/** `March 2026` */
export function monthLabel(month: string): string {
  return formatDate(startOf(month), { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** `March` */
export const monthName = (month: string): string =>
  formatDate(startOf(month), { month: 'long', timeZone: 'UTC' });

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`);
