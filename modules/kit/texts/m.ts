import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Messages } from '../../../.build/texts/messages.ts';
import { type Compiled, format, type Slots } from './format.ts';
import { BASE_LOCALE, currentLocale, type Locale } from './locale.ts';
import { formatRich } from './rich.ts';

const folder = join(import.meta.dirname, '../../../.build/texts');

/** Loaded with a process's first text, because most processes show none. */
const catalogs = new Map<Locale, Readonly<Record<string, Compiled>>>();

const calls = new Map<string, (slots?: Slots) => unknown>();

/**
 * All user-facing texts by key, in the language of the request. Browser bundles replace it with functions for the
 * messages they name (`islands/build/texts.ts`).
 */
export const m = new Proxy({} as Messages, {
  get(_, key) {
    if (typeof key !== 'string') return undefined;
    const known = calls.get(key);
    if (known) return known;
    const call = (slots: Slots = {}) => render(messageOf(key), slots);
    calls.set(key, call);
    return call;
  },
});

function render(message: Compiled, slots: Slots): unknown {
  if (typeof message === 'string') return message;
  return 'rich' in message ? formatRich(message.rich, slots) : format(message, slots);
}

/** Falls back to the base language. @throws Error for an unknown key */
function messageOf(key: string): Compiled {
  const message = catalogOf(currentLocale())[key] ?? catalogOf(BASE_LOCALE)[key];
  if (message === undefined) throw new Error(`No catalog has the text ${key}. Run \`bun src/install.ts\`.`);
  return message;
}

function catalogOf(locale: Locale): Readonly<Record<string, Compiled>> {
  const known = catalogs.get(locale);
  if (known) return known;
  const file = join(folder, `${locale}.json`);
  // A stored language, such as that of a mail, may not exist in another version.
  const read = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  catalogs.set(locale, read);
  return read;
}
