import { currentLocale } from './locale.ts';

/** Formatters by language, kind and options: they are expensive to construct. */
const kept = new Map<string, unknown>();

function keep<T, O>(Format: new (locale: string, options: O) => T, options: O): T {
  const locale = currentLocale();
  const key = `${locale} ${Format.name} ${JSON.stringify(options)}`;
  const known = (kept.get(key) as T | undefined) ?? new Format(locale, options);
  kept.set(key, known);
  return known;
}

/** Category of a number by the rules of the language: `one`, `few`, `other`. */
export const pluralCategory = (count: number, ordinal: boolean): string =>
  keep(Intl.PluralRules, { type: ordinal ? 'ordinal' : 'cardinal' }).select(count);

/** "1,234.5" in the person's language; money and percentages by their options. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  keep(Intl.NumberFormat, options).format(value);

type Unit = 'day' | 'hour' | 'minute' | 'month' | 'second' | 'year';

/** "1 day", "30 days"; or "30 sec" where that is long. */
export const formatUnit = (value: number, unit: Unit, unitDisplay: 'long' | 'short' = 'long'): string =>
  formatNumber(value, { style: 'unit', unit, unitDisplay });

/** "a, b, and c"; of type `unit` "a, b, c". */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  keep(Intl.ListFormat, { type }).format(items);
