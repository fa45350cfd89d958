import type { MiddlewareHandler } from 'hono';
import { BASE_LOCALE, inLocale, type Locale } from '../kit/texts/locale.ts';
import type { AppEnv } from './context.ts';

/** Answers each request in the best available language of its Accept-Language, or in the base language. */
export function chooseLocale(): MiddlewareHandler<AppEnv> {
  return async function chooseLocaleOfRequest(c, next) {
    const offered = Object.keys(c.get('assets').manifest.locales);
    if (offered.length > 1) c.header('Vary', 'Accept-Language', { append: true });
    await inLocale(pickLocale(c.req.header('Accept-Language'), offered), next);
  };
}

/** Maximum ranges read from the header; browsers send a few. */
const MOST_RANGES = 20;

/** Tries each range and then its shorter forms (RFC 4647, 3.4): `de-CH` matches `de`. */
export function pickLocale(header: string | undefined, offered: readonly Locale[]): Locale {
  for (const range of rangesOf(header ?? '')) {
    const parts = range.split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const tag = parts.slice(0, length).join('-');
      const found = offered.find((locale) => locale.toLowerCase() === tag);
      if (found) return found;
    }
  }
  return BASE_LOCALE;
}

/** Language ranges in lower case, in order of preference, without rejected ones. */
function rangesOf(header: string): string[] {
  return header
    .split(',', MOST_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { range, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    })
    .filter(({ range, weight }) => weight > 0 && /^[a-z0-9-]{1,35}$/.test(range))
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
}
