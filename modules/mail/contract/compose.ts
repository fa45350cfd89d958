import { escapeHtml } from '../../kit/shared/escape-html.ts';
import type { Locale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';

/**
 * A message and its format, which is decided on the text as written, since a name filled in later may look like a tag.
 */
export interface Letter {
  html: boolean;
  text: string;
}

/** A bulk mail as written. */
export interface WrittenMail {
  subject: string;
  content: string;
}

export interface TranslatedMail extends WrittenMail {
  locale: Locale;
}

/** The mail for readers of a language: its translation, or the original. */
export const writtenFor = (
  mail: WrittenMail & { translations: TranslatedMail[] | null },
  locale: Locale | null,
): WrittenMail => mail.translations?.find((one) => one.locale === locale) ?? mail;

export const letterOf = (content: string): Letter => ({ html: isHtml(content), text: content });

export function letterTo(content: string, name: string): Letter {
  const html = isHtml(content);
  const word = greetingOf(name);
  return { html, text: content.replaceAll('{name}', html ? escapeHtml(word) : word) };
}

/** Name to greet a person by, with a fallback for people without one. */
export const greetingOf = (name: string): string => name.trim() || m.mail_greeting_nameless();

/** Subject filled in for one person, on a single line. */
export const personalSubject = (subject: string, name: string): string =>
  subject.replaceAll('{name}', greetingOf(name)).replace(/[\r\n]+/g, ' ');

/** A message that contains a tag is HTML; `a < b` is not. */
const isHtml = (content: string): boolean => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(content);
