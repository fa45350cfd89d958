import { escapeHtml, isHtml, previewOf } from './shared/compose.ts';

/** The message to one person, as the dashboard's preview showed it. */
export const personalize = (content: string, name: string): string => previewOf(content, name).text;

/** The whole mail as HTML on one line: plain texts get paragraphs and links, HTML is taken as written. */
export function mailHtml(mail: { appName: string; content: string; unsubscribeUrl: string | null }): string {
  const { appName, content, unsubscribeUrl } = mail;
  // A whole document keeps its own frame.
  if (/^\s*<!doctype|^\s*<html/i.test(content)) return minify(content);
  const end = unsubscribeUrl
    ? `<p style="margin:32px 0 0;font-size:12px;color:#6d6678">You get this mail because you have an account at ${escapeHtml(appName)}. <a href="${escapeHtml(unsubscribeUrl)}" style="color:#6d6678">Unsubscribe</a></p>`
    : '';
  return frame(appName, isHtml(content) ? content : paragraphs(content), end);
}

/** A mail of plain text as HTML, whatever signs are in it. */
export const htmlOfText = (appName: string, text: string): string => frame(appName, paragraphs(text), '');

function frame(appName: string, body: string, end: string): string {
  return minify(`<!doctype html>
    <html lang="en">
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

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 16px">${linked(escapeHtml(part)).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

const linked = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, (address) => `<a href="${address}">${address}</a>`);

/** Comments and the blanks between and around tags; what stands in a <pre> keeps its lines. */
function minify(html: string): string {
  return html
    .split(/(<pre[\s\S]*?(?:<\/pre>|$))/i)
    .map((part, index) =>
      index % 2 ? part : part.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/\s+/g, ' '),
    )
    .join('')
    .replace(/> </g, '><')
    .trim();
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Elements whose content is nothing to read. */
const UNREAD = /^(style|script|head)$/i;

/**
 * The plain-text part: HTML without its tags, links with their address. Read once from its beginning to its end,
 * so that whatever was written takes a time that grows with its length alone.
 */
export function plainTextOf(content: string): string {
  if (!isHtml(content)) return content.trim();
  let text = '';
  let unread: string | null = null;
  const links: string[] = [];
  let at = 0;
  for (const tag of content.matchAll(/<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<[^<>]*>/gi)) {
    if (unread === null) text += content.slice(at, tag.index).replace(/\s+/g, ' ');
    at = tag.index + tag[0].length;
    const [, slash, name = '', attributes = ''] = tag;
    const closes = slash === '/';
    if (unread !== null) {
      if (closes && name.toLowerCase() === unread) unread = null;
    } else if (!closes && UNREAD.test(name)) unread = name.toLowerCase();
    else text += closes ? afterElement(name, links) : beforeElement(name, attributes, links);
  }
  if (unread === null) text += content.slice(at).replace(/\s+/g, ' ');
  return text
    .replace(/&(#39|\w{2,8});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function beforeElement(name: string, attributes: string, links: string[]): string {
  if (/^a$/i.test(name)) links.push(attributes.match(/href="([^"]*)"/)?.[1] ?? '');
  if (/^li$/i.test(name)) return '\n- ';
  return /^br$/i.test(name) ? '\n' : '';
}

function afterElement(name: string, links: string[]): string {
  const address = /^a$/i.test(name) ? links.pop() : undefined;
  if (address) return ` (${address})`;
  return /^(p|div|h[1-6]|ul|ol|tr|table)$/i.test(name) ? '\n\n' : '';
}
