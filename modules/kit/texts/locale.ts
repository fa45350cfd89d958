import { AsyncLocalStorage } from 'node:async_hooks';

/** A BCP 47 language tag, as in catalog file names: `en`, `pt-BR`. */
export type Locale = string;

/** Language of the specification, and fallback for missing translations. */
export const BASE_LOCALE: Locale = 'en';

const scope = new AsyncLocalStorage<Locale>();

/**
 * Language of the current request; the base language outside requests. In browsers it is a constant, because each
 * language has its own bundles (`islands/build/texts.ts`).
 */
export const currentLocale = (): Locale => scope.getStore() ?? BASE_LOCALE;

/** Runs `body`, and everything it awaits, in a language: for a request, or for a mail in its reader's language. */
export const inLocale = <T>(locale: Locale, body: () => T): T => scope.run(locale, body);
