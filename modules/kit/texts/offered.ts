import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PSEUDO_LOCALE } from './compile/pseudo.ts';
import { BASE_LOCALE, type Locale } from './locale.ts';

const folder = join(import.meta.dirname, '../../../.build/texts');

let offered: readonly Locale[] | undefined;

/** Languages with compiled texts; `compileTexts` leaves out incomplete ones. */
export function offeredLocales(): readonly Locale[] {
  offered ??= readdirSync(folder)
    .flatMap((name) => name.match(/^([\w-]+)\.json$/)?.[1] ?? [])
    .sort();
  return offered;
}

/** Languages for a person to choose from. */
export const shownLocales = (): readonly Locale[] =>
  offeredLocales().filter((locale) => locale !== PSEUDO_LOCALE);

/** The language if it is offered, such as one that was stored by another version of the program. */
export const offeredOr = (locale: string | null | undefined, otherwise: Locale = BASE_LOCALE): Locale =>
  offeredLocales().find((one) => one === locale) ?? otherwise;
