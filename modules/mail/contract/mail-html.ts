import { escapeHtml } from '../../kit/shared/escape-html.ts';
import { currentDirection, currentLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { Letter } from './compose.ts';

const SOFT = '#6d6678';

/**
 * The whole mail as HTML on one line: plain text gets paragraphs and links, HTML is used as is. A complete document
 * keeps its own frame, with the unsubscribe link added at the end.
 */
export function mailHtml(mail: { appName: string; letter: Letter; unsubscribeUrl: string | null }): string {
  const { appName, letter, unsubscribeUrl } = mail;
  const end = unsubscribeUrl ? wayOut(appName, unsubscribeUrl) : '';
  if (letter.html && isDocument(letter.text)) return withEnd(minify(letter.text), end);
  return frame(appName, bodyHtml(letter), end);
}

/** A plain-text mail as HTML, with every character escaped. */
export const htmlOfText = (appName: string, text: string): string => frame(appName, paragraphs(text), '');

/** The message without its frame, as the call for a single mail accepts it. */
export const bodyHtml = ({ html, text }: Letter): string => (html ? minify(text) : paragraphs(text));

const isDocument = (content: string): boolean => /^\s*<!doctype|^\s*<html/i.test(content);

const wayOut = (appName: string, address: string): string =>
  `<p style="margin:32px 0 0;font-size:12px;color:${SOFT}">${escapeHtml(m.mail_unsubscribe_why({ app: appName }))} <a href="${escapeHtml(address)}" style="color:${SOFT}">${escapeHtml(m.mail_unsubscribe())}</a></p>`;

function frame(appName: string, body: string, end: string): string {
  return minify(`<!doctype html>
    <html lang="${currentLocale()}" dir="${currentDirection()}">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(appName)}</title></head>
      <body style="margin:0;background:#f8f4ee">
        <div style="max-width:560px;margin:0 auto;padding:32px 24px;font:16px/1.6 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1d1729">
          <p style="margin:0 0 24px;font:22px Georgia,serif">${escapeHtml(appName)}</p>
          ${body}
          ${end}
        </div>
      </body>
    </html>`);
}

/** Inserts before the last closing body tag, or at the end of a document without one. */
function withEnd(html: string, end: string): string {
  const lower = html.toLowerCase();
  const place =
    [lower.lastIndexOf('</body'), lower.lastIndexOf('</html')].find((at) => at >= 0) ?? html.length;
  return html.slice(0, place) + end + html.slice(place);
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 16px">${linked(escapeHtml(part)).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/**
 * Ends before punctuation, also that of languages without spaces. In these, words follow it at once: a Chinese, Japanese
 * or Korean character after a Latin one is no longer part of it, but `/夢` is.
 */
const ADDRESS =
  /https?:\/\/(?:[^\s<\u2069\u3000-\u9fff\uac00-\ud7af\uff00-\uffef“”„«»،؛؟]|(?<![\w-])[\u3040-\u9fff\uac00-\ud7af])+(?<![.,;:!?)])/g;

const linked = (escaped: string): string =>
  escaped.replace(ADDRESS, (address) => `<a href="${address}">${address}</a>`);

/** Block elements: whitespace is insignificant only next to these. */
const BLOCK =
  '(?:!doctype|html|head|meta|title|link|style|body|p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|center|blockquote|pre|hr|br|section|article|header|footer|main|nav|address|figure|figcaption)';
const BEFORE_BLOCK = new RegExp(` (?=</?${BLOCK}(?![a-z0-9-]))`, 'gi');
const AFTER_BLOCK = new RegExp(`(</?${BLOCK}(?![a-z0-9-])[^<>]*>) `, 'gi');

/** Strips comments and invisible whitespace; a <pre> keeps its lines. */
function minify(html: string): string {
  return html
    .split(/(<pre[\s\S]*?(?:<\/pre>|$))/i)
    .map((part, index) => (index % 2 ? part : withoutBlanks(part)))
    .join('')
    .trim();
}

const withoutBlanks = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(BEFORE_BLOCK, '')
    .replace(AFTER_BLOCK, '$1');
