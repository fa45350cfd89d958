/** What the message says to one person, as plain text or as HTML to show. */
export function previewOf(content: string, name: string): { html: boolean; text: string } {
  const html = isHtml(content);
  const word = greetingOf(name);
  return { html, text: content.replaceAll('{name}', html ? escapeHtml(word) : word) };
}

/** What a mail calls a person, also one without a name. */
export const greetingOf = (name: string): string => name.trim() || 'there';

/** The subject as one person gets it, on one line. */
export const personalSubject = (subject: string, name: string): string =>
  subject.replaceAll('{name}', greetingOf(name)).replace(/[\r\n]+/g, ' ');

/** A message with a tag in it is HTML; `a < b` is not. */
export const isHtml = (content: string): boolean => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(content);

/** The part of a mail that the call takes: plain text in paragraphs, HTML without needless blanks. */
export function mailBody(content: string, name: string): string {
  const { html, text } = previewOf(content, name);
  if (html) return text.replace(/\s+/g, ' ').trim();
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
