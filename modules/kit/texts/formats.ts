import { formatter } from './formatters.ts';
import { formatLocale } from './locale.ts';

/** Plural category of a number in the current language: `one`, `few`, `other`. */
export const pluralCategory = (count: number, ordinal: boolean): string =>
  formatter(Intl.PluralRules, { type: ordinal ? 'ordinal' : 'cardinal' }).select(count);

/** "1,234.5" in the person's language; use options for money and percentages. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  formatter(Intl.NumberFormat, options).format(value);

type Unit = 'day' | 'hour' | 'minute' | 'month' | 'second' | 'year';

/** "1 day", "30 days"; short: "30 sec". */
export const formatUnit = (value: number, unit: Unit, unitDisplay: 'long' | 'short' = 'long'): string =>
  formatNumber(value, { style: 'unit', unit, unitDisplay });

/** "120 kB", "34 MB", "3.4 GB" */
export function formatBytes(bytes: number): string {
  const [unit, size, digits] =
    bytes < 1e6
      ? (['kilobyte', 1e3, 0] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6, 0] as const)
        : (['gigabyte', 1e9, 1] as const);
  return formatNumber(bytes / size, {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** "a, b, and c"; with type `unit` "a, b, c". */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  formatter(Intl.ListFormat, {
    type: type === 'unit' && CJK.test(formatLocale()) ? 'conjunction' : type,
  }).format(items);

/** Languages whose lists of units have no separators. */
const CJK = /^(ja|ko|zh)/;

/** "today", "yesterday". */
export const formatDaysAgo = (days: number): string =>
  formatter(Intl.RelativeTimeFormat, { numeric: 'auto' }).format(-days, 'day');

/** Name of a language, such as "German" for `de`. @param inLanguage default: the person's */
export function formatLanguage(code: string, inLanguage?: string): string {
  const options = { type: 'language' } as const;
  const names =
    inLanguage === undefined
      ? formatter(Intl.DisplayNames, options)
      : new Intl.DisplayNames([inLanguage], options);
  return names.of(code) ?? code;
}
