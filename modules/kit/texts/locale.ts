import { AsyncLocalStorage } from 'node:async_hooks';
import { directionOf } from './direction.ts';

/** A BCP 47 language tag, as in catalog file names: `en`, `pt-BR`. */
export type Locale = string;

/** Language of the specification, and fallback for missing translations. */
export const BASE_LOCALE: Locale = 'en';

interface Scope {
  locale: Locale;
  formats: Locale;
}

const scope = new AsyncLocalStorage<Scope>();

let outside: Locale = BASE_LOCALE;

/** Sets the language outside requests: of the console and the doctor. */
export function setProcessLocale(locale: Locale): void {
  outside = locale;
}

/**
 * Language of the current request, or of the process outside requests. In browsers it is a constant, because each
 * language has its own bundles (`islands/build/texts.ts`).
 */
export const currentLocale = (): Locale => scope.getStore()?.locale ?? outside;

/** Direction of the current language. In browsers a constant, too. */
export const currentDirection = (): 'ltr' | 'rtl' => directionOf(currentLocale());

/** Language and region for numbers, dates and lists: `ar-MA` writes other digits than `ar`. In browsers the page's `lang`. */
export const formatLocale = (): Locale => scope.getStore()?.formats ?? outside;

/**
 * Runs `body`, and everything it awaits, in a language: for a request, or for a mail in its reader's language.
 * @param formats the language with its region, if the region is known
 */
export const inLocale = <T>(locale: Locale, body: () => T, formats = locale): T =>
  scope.run({ locale, formats }, body);

/** Runs `body` in the language of the process, for its console. */
export const forConsole = <T>(body: () => T): T => inLocale(outside, body);

/** Runs each step of a generator in the current language: a stream is read outside its request. */
export function inThisLocale<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const [locale, formats] = [currentLocale(), formatLocale()];
  const next = values.next.bind(values);
  values.next = () => inLocale(locale, next, formats);
  return values;
}
