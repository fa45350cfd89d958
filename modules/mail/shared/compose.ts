import { escapeHtml } from '../../../src/kit/shared/escape-html.ts';

/** A message, and what it is: decided once, as written, since a name in it may look like a tag. */
export interface Letter {
  html: boolean;
  text: string;
}

export const letterOf = (content: string): Letter => ({ html: isHtml(content), text: content });

/** Message to one person. */
export function letterTo(content: string, name: string): Letter {
  const html = isHtml(content);
  const word = greetingOf(name);
  return { html, text: content.replaceAll('{name}', html ? escapeHtml(word) : word) };
}

/** Name that a mail addresses a person by, also one without a name. */
export const greetingOf = (name: string): string => name.trim() || 'there';

/** The subject as one person gets it, on one line. */
export const personalSubject = (subject: string, name: string): string =>
  subject.replaceAll('{name}', greetingOf(name)).replace(/[\r\n]+/g, ' ');

/** A message with a tag in it is HTML; `a < b` is not. */
const isHtml = (content: string): boolean => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(content);
