import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Messages } from '../../../.build/texts/messages.ts';
import { coded, englishText } from './codes.ts';
import { type Compiled, format, type Slots } from './format.ts';
import { isCoded } from './in-codes.ts';
import { BASE_LOCALE, currentLocale, inLocale, type Locale } from './locale.ts';
import { formatRich } from './rich.ts';

/** A function, because tools that only read the tables load this file without its address. */
const folder = () => join(import.meta.dirname, '../../../.build/texts');

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
    const call = (slots: Slots = {}) => (isCoded() ? codeOf(key, slots) : render(messageOf(key), slots));
    calls.set(key, call);
    return call;
  },
});

function render(message: Compiled, slots: Slots): unknown {
  if (typeof message === 'string') return message;
  return 'rich' in message ? formatRich(message.rich, slots) : format(message, slots);
}

/** @throws Error for a message with tags: there is no code for what they render */
function codeOf(key: string, slots: Slots): string {
  const text = inLocale(BASE_LOCALE, () => {
    const plain = Object.entries(slots).map(([name, value]) => [
      name,
      typeof value === 'string' ? englishText(value) : value,
    ]);
    return render(messageOf(key), Object.fromEntries(plain));
  });
  if (typeof text !== 'string') throw new Error(`${key} has tags, so it can’t be coded.`);
  return coded({ code: key, slots, text });
}

/** The text of a code in the current language. @throws Error if it is unknown here, or has other slots */
export function textOfCode(key: string, slots: Slots): string {
  const given = new Proxy(slots, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(slots, name)) return slots[name];
      throw new Error(`${key} lacks the slot ${String(name)}`);
    },
  });
  const text = render(messageOf(key), given);
  if (typeof text !== 'string') throw new Error(`${key} has tags`);
  return text;
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
  const file = join(folder(), `${locale}.json`);
  // A stored language, such as that of a mail, may not exist in another version.
  const read = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  catalogs.set(locale, read);
  return read;
}
