import { coded, englishText } from './codes.ts';
import { BASE_LOCALE, currentLocale, inLocale, type Locale } from './locale.ts';

/** The “language” of texts for later readers: codes with their values. Formatters that don't know it use English. */
const CODED_LOCALE: Locale = 'en-x-codes';

export const isCoded = (): boolean => currentLocale() === CODED_LOCALE;

/**
 * Runs `body` so that its texts come out as codes with their values, for storing them or sending them to another
 * process. `shownText` renders them in each reader's language. They may be joined and filled into further texts, but
 * not cut.
 */
export const inCodes = <T>(body: () => T): T => inLocale(CODED_LOCALE, body);

/** A formatter whose results are codes. */
export function codedFormatter<T, O>(Format: new (locale: string, options: O) => T, options: O): T {
  const english = new Format(BASE_LOCALE, options) as { format(value: unknown): string };
  return {
    format(given: unknown) {
      const value = given instanceof Date ? given.getTime() : given;
      const plain = Array.isArray(value) ? value.map(englishText) : value;
      return coded({ format: Format.name, options, value, text: english.format(plain) });
    },
  } as T;
}
