import { currentLocale } from './locale.ts';

/** Formatters by language, kind and options: they are expensive to construct. */
const kept: Record<string, unknown> = {};

function keep<T, O>(Format: new (locale: string, options: O) => T, options: O): T {
  const key = currentLocale() + Format.name + JSON.stringify(options);
  kept[key] ??= new Format(currentLocale(), options);
  return kept[key] as T;
}

/** Category of a number by the rules of the language: `one`, `few`, `other`. */
export const pluralCategory = (count: number, ordinal: boolean): string =>
  keep(Intl.PluralRules, { type: ordinal ? 'ordinal' : 'cardinal' }).select(count);

/** "1,234.5" in the person's language; money and percentages by their options. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  keep(Intl.NumberFormat, options).format(value);

/** A date, a time or both, by options; in the time zone of the process or the browser if they name none. */
export const formatDate = (at: Date | number, options: Intl.DateTimeFormatOptions): string =>
  keep(Intl.DateTimeFormat, options).format(at);

type Unit = 'day' | 'hour' | 'minute' | 'month' | 'second' | 'year';

/** "1 day", "30 days"; or "30 sec" where that is long. */
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

/** "a, b, and c"; of type `unit` "a, b, c". */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  keep(Intl.ListFormat, { type }).format(items);
