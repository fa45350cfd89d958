import type { Message } from './mailer.ts';
import type { Letter } from './shared/compose.ts';
import { mailHtml } from './shared/mail-html.ts';
import { unsubscribeHeaders } from './unsubscribe.ts';

/** Far deeper than people write; the package calls itself for every element within another. */
const MAX_DEPTH = 100;

/** Brought with the first mail: a start has no use for it. */
let converter: Promise<(html: string) => string> | undefined;

async function createConverter(): Promise<(html: string) => string> {
  const { compile } = await import('html-to-text');
  return compile({
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH },
    selectors: [
      { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
      // Only what pictures say: many hold their whole bytes in the address.
      { selector: 'img', options: { pathRewrite: () => '' } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

interface Parts {
  appName: string;
  letter: Letter;
  /** null for mails that have to come */
  unsubscribeUrl: string | null;
}

/** Text, HTML and headers of a written mail, with the way to unsubscribe in each. */
export async function composeMail({
  appName,
  letter,
  unsubscribeUrl,
}: Parts): Promise<Pick<Message, 'text' | 'html' | 'headers'>> {
  const text = await plainTextOf(letter);
  const html = mailHtml({ appName, letter, unsubscribeUrl });
  if (!unsubscribeUrl) return { text, html };
  return {
    text: `${text}\n\nUnsubscribe: ${unsubscribeUrl}`,
    html,
    headers: unsubscribeHeaders(unsubscribeUrl),
  };
}

/** The plain-text part: HTML without its tags, links with their address. */
export async function plainTextOf({ html, text }: Letter): Promise<string> {
  if (!html) return text.trim();
  converter ??= createConverter();
  return (await converter)(text).trim();
}
