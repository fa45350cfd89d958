import { readFileSync } from 'node:fs';
import { marked } from 'marked';

/** A legal text as HTML whose slots, such as `{{APP_NAME}}`, are to be filled with HTML. */
export interface LegalText {
  title: string;
  /** the text in three sentences, which bind nobody */
  summary: string;
  sections: LegalSection[];
}

export interface LegalSection {
  /** its address on the page */
  id: string;
  title: string;
  body: string;
}

const texts = new Map<string, LegalText>();

/** Reads a Markdown file of this folder, once: `# Title`, a summary, and sections under `## Title {#id}`. */
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
