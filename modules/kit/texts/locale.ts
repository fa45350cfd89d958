import { AsyncLocalStorage } from 'node:async_hooks';

/** A language by its BCP 47 tag, as the catalogs are named: `en`, `pt-BR`. */
export type Locale = string;

/** The language of the specification, and of every text that a catalog lacks. */
export const BASE_LOCALE: Locale = 'en';

const scope = new AsyncLocalStorage<Locale>();

/**
 * Language of the request that is answered; the base language outside of requests. Each language has bundles of its own:
 * in browsers this is a constant (`islands/build/texts.ts`).
 */
export const currentLocale = (): Locale => scope.getStore() ?? BASE_LOCALE;

/** Runs a body, and everything it awaits, in a language: a request, or a mail in its reader's. */
export const inLocale = <T>(locale: Locale, body: () => T): T => scope.run(locale, body);
