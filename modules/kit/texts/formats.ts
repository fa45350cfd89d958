import { formatter } from './formatters.ts';
import { currentDirection, formatLocale } from './locale.ts';

/** Plural category of a number in the current language: `one`, `few`, `other`. */
export const pluralCategory = (count: number, ordinal: boolean): string =>
  formatter(Intl.PluralRules, { type: ordinal ? 'ordinal' : 'cardinal' }).select(count);

/** "1,234.5" in the person's language; use options for money and percentages. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const text = formatter(Intl.NumberFormat, options).format(value);
  // Next to Arabic, the sign of `US$` would change sides.
  return options.currency && currentDirection() === 'rtl' ? text.replace(/[A-Z]\p{Sc}/u, '$&\u200e') : text;
}

/** "0.05", "2147483647": the value of a control, with all its decimals. */
export const formatSetting = (value: number): string =>
  formatNumber(value, { maximumFractionDigits: 10, useGrouping: false });

type Unit = 'day' | 'hour' | 'minute' | 'month' | 'second' | 'year';

/** "1 day", "30 days"; short: "30 sec". */
export function formatUnit(value: number, unit: Unit, unitDisplay: 'long' | 'short' = 'long'): string {
  const text = formatNumber(value, { style: 'unit', unit, unitDisplay });
  // "30日", but "30 MB"
  return formatLocale().startsWith('ja') ? text.replace(/ (?=\W)/, '') : text;
}

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
