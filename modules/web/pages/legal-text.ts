import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { BASE_LOCALE, type Locale } from '../../kit/texts/locale.ts';

/** A legal text as HTML with slots such as `{{APP_NAME}}`, to be filled with HTML. */
export interface LegalText {
  title: string;
  /** A three-sentence summary, not legally binding. */
  summary: string;
  sections: LegalSection[];
}

export interface LegalSection {
  /** Element id, used in links to the section. */
  id: string;
  title: string;
  body: string;
}

const texts = new Map<string, LegalText>();

/** Parses and caches `messages/<name>.en.md`: `# Title`, a summary, then sections under `## Title {#id}`. */
export function readLegalText(name: LegalName): LegalText {
  const file = `${name}.${BASE_LOCALE}.md`;
  const text =
    texts.get(file) ?? parse(readFileSync(new URL(`../messages/${file}`, import.meta.url), 'utf8'));
  texts.set(file, text);
  return text;
}

export type LegalName = 'terms' | 'privacy';

interface Translation {
  changedAt: number;
  text: LegalText | null;
}
const translations = new Map<string, Translation>();

/**
 * An operator's own translation, `legal/<name>.<locale>.md` in DATA_DIR with the format and slots of the English text.
 * @returns null if there is none, or if it can't be parsed
 */
export function readTranslation(dataDir: string, name: LegalName, locale: Locale): LegalText | null {
  const file = join(dataDir, 'legal', `${name}.${locale}.md`);
  try {
    const changedAt = statSync(file).mtimeMs;
    const known = translations.get(file);
    if (known?.changedAt === changedAt) return known.text;
    // Cached before parsing, so that a broken file is parsed only once.
    translations.set(file, { changedAt, text: null });
    const text = parse(readFileSync(file, 'utf8'));
    translations.set(file, { changedAt, text });
    return text;
  } catch {
    return null;
  }
}

function parse(source: string): LegalText {
  const [head = '', ...parts] = source.split(/^## /m);
  const [, title = '', summary = ''] = /^# (.*)\n([\s\S]*)/.exec(head) ?? [];
  const sections = parts.map((part) => {
    const [, heading = '', id = '', body = ''] = /^(.*) \{#([\w-]+)\}\n([\s\S]*)/.exec(part) ?? [];
    if (id === '') throw new Error(`a section of “${title}” has no {#id}: ${part.slice(0, 40)}`);
    return { id, title: heading, body: marked.parse(body, { async: false }) };
  });
  return { title, summary: marked.parseInline(summary.trim(), { async: false }), sections };
}
