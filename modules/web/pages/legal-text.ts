import { readFileSync } from 'node:fs';
import { marked } from 'marked';

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

/** Parses and caches a Markdown file in this folder: `# Title`, a summary, then sections under `## Title {#id}`. */
export function readLegalText(name: 'terms' | 'privacy'): LegalText {
  const text = texts.get(name) ?? parse(readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8'));
  texts.set(name, text);
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
