import { compile } from 'html-to-text';
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

/** A mail of plain text as HTML, with every character escaped. */
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

/** Far deeper than people write; the package calls itself for every element within another. */
const MAX_DEPTH = 100;

const textOf = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    // Only what pictures say: many hold their whole bytes in the address.
    { selector: 'img', options: { pathRewrite: () => '' } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The plain-text part: HTML without its tags, links with their address. */
export const plainTextOf = (content: string): string => (isHtml(content) ? textOf(content) : content).trim();
