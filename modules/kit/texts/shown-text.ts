import { type Code, renderCodes } from './codes.ts';
import { formatNumber } from './formats.ts';
import { formatter } from './formatters.ts';
import { isCoded } from './in-codes.ts';
import { BASE_LOCALE, currentLocale } from './locale.ts';
import { textOfCode } from './m.ts';

/** A stored or received text in the current language. Whatever isn't coded, or is unknown here, stays as it is. */
export const shownText = <T extends string | null | undefined>(text: T): T =>
  (text && !isCoded() ? renderCodes(text, render) : text) as T;

/** As above, for all texts in a JSON value. */
export const shownTexts = <T>(value: T): T => {
  if (typeof value === 'string') return shownText(value) as T;
  if (Array.isArray(value)) return value.map(shownTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shownTexts(one)])) as T;
};

function render(code: Code): string {
  // As it was written, whatever has become of the catalog.
  if (currentLocale() === BASE_LOCALE) return code.text;
  try {
    return 'code' in code ? textOfCode(code.code, shownTexts(code.slots)) : formatted(code);
  } catch {
    return code.text;
  }
}

const FORMATS = {
  DateTimeFormat: Intl.DateTimeFormat,
  NumberFormat: Intl.NumberFormat,
  ListFormat: Intl.ListFormat,
} as unknown as Readonly<
  Record<string, new (locale: string, options: unknown) => { format(value: unknown): string }>
>;

/** @throws Error for an unknown formatter, or options or a value that it doesn't take */
function formatted({ format, options, value }: Extract<Code, { format: string }>): string {
  const Format = FORMATS[format];
  if (!Format) throw new Error(`${format} is unknown`);
  const shown = shownTexts(value);
  return format === 'NumberFormat' && typeof shown === 'number'
    ? formatNumber(shown, options as Intl.NumberFormatOptions)
    : formatter(Format, options).format(shown);
}
