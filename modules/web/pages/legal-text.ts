import { readFileSync } from 'node:fs';
import { marked } from 'marked';
import type { Locale } from '../../kit/texts/locale.ts';

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

/** Parses and caches `messages/<name>.<locale>.md`: `# Title`, a summary, then sections under `## Title {#id}`. */
export function readLegalText(name: 'terms' | 'privacy', locale: Locale): LegalText {
  const file = `${name}.${locale}.md`;
  const text =
    texts.get(file) ?? parse(readFileSync(new URL(`../messages/${file}`, import.meta.url), 'utf8'));
  texts.set(file, text);
  return text;
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
