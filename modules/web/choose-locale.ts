import type { MiddlewareHandler } from 'hono';
import { PSEUDO_LOCALE } from '../kit/texts/compile/pseudo.ts';
import { BASE_LOCALE, inLocale, type Locale } from '../kit/texts/locale.ts';
import { offeredLocales } from '../kit/texts/offered.ts';
import { isCall } from './calls.ts';
import type { AppContext, AppEnv } from './context.ts';
import { cookieValues, ownCookieName, writeOwnCookie } from './cookies.ts';

/** The language chosen in this browser. */
const LANGUAGE_COOKIE = 'language';
/** Names the language in the address of a page. */
export const LANGUAGE_QUERY = 'language';

const YEAR_S = 365 * 24 * 3600;

export const keepLanguage = (c: AppContext, locale: Locale): void =>
  writeOwnCookie(c, LANGUAGE_COOKIE, locale, YEAR_S);

/**
 * Answers pages in the language of their address, else the one chosen in this browser, else the best of its
 * Accept-Language, else `otherwise`. API calls follow Accept-Language only, so that scripts get English.
 */
export function chooseLocale(otherwise: Locale): MiddlewareHandler<AppEnv> {
  return async function chooseLocaleOfRequest(c, next) {
    const header = c.req.header('Accept-Language');
    const picked = pickLocale(header, offeredLocales());
    if (isCall(c)) {
      c.set('language', picked);
      await answerIn(c, picked ?? BASE_LOCALE, next);
    } else {
      const named = [c.req.query(LANGUAGE_QUERY)].find(isOffered) ?? null;
      const chosen = cookieValues(c, ownCookieName(c, LANGUAGE_COOKIE)).find(isOffered) ?? null;
      c.set('languageOfAddress', named);
      c.set('language', chosen ?? picked);
      await answerIn(c, named ?? chosen ?? picked ?? otherwise, next);
    }
    if (!/^(image|video|audio|font)\//.test(c.res.headers.get('Content-Type') ?? ''))
      c.header('Vary', isCall(c) ? 'Accept-Language' : 'Accept-Language, Cookie', { append: true });
  };
}

/** Answers pages in the language that the signed-in person has chosen, whatever their browser prefers. */
export function chooseOwnLocale(): MiddlewareHandler<AppEnv> {
  return async function chooseLocaleOfPerson(c, next) {
    const own = c.get('ownLanguage');
    if (isOffered(own) && !isCall(c) && !c.get('languageOfAddress')) await answerIn(c, own, next);
    else await next();
  };
}

const answerIn = (c: AppContext, locale: Locale, next: () => Promise<void>) =>
  inLocale(locale, next, withRegion(locale, c.req.header('Accept-Language')));

const isOffered = (locale: string | null | undefined): locale is Locale =>
  locale != null && offeredLocales().includes(locale);

/** Maximum ranges read from the header; browsers send a few. */
const MAX_RANGES = 20;

/**
 * Tries each range and its shorter forms (RFC 4647, 3.4): `de-CH` matches `de`. A bare language also matches one of its
 * regions: `pt` matches `pt-BR`.
 * @returns null if no language matches
 */
export function pickLocale(header: string | undefined, offered: readonly Locale[]): Locale | null {
  for (const range of rangesOf(header ?? '')) {
    const parts = range.split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const tag = parts.slice(0, length).join('-');
      const found =
        offered.find((locale) => locale.toLowerCase() === tag) ??
        offered.find((locale) => length === 1 && locale !== PSEUDO_LOCALE && locale.startsWith(`${tag}-`));
      if (found) return found;
    }
  }
  return null;
}

/** Language ranges in lower case, in order of preference, without rejected ones. */
function rangesOf(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { range, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    })
    .filter(({ range, weight }) => weight > 0 && /^[a-z0-9-]{1,35}$/.test(range))
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
}

/** Countries whose digits, dates or numbers differ from their language's. A fixed list, because formatters are cached. */
const REGIONS: Readonly<Record<Locale, string>> = {
  ar: 'ae bh dz eg iq jo kw lb ly ma om qa sa sd sy tn ye',
  de: 'at ch li',
  es: 'ar bo cl co cr ec gt hn mx ni pa pe pr py sv us uy ve',
  fr: 'be ca ch lu',
};

/** The language with the country of the browser's preference. */
export function withRegion(locale: Locale, header: string | undefined): Locale {
  const range = rangesOf(header ?? '').find((one) => one.startsWith(`${locale}-`));
  const region = range?.split('-').at(-1) ?? '';
  return REGIONS[locale]?.split(' ').includes(region) ? `${locale}-${region.toUpperCase()}` : locale;
}
