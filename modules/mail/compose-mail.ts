import { m } from '../kit/texts/m.ts';
import type { Letter } from './contract/compose.ts';
import { mailHtml } from './contract/mail-html.ts';
import type { Message } from './mailer.ts';
import { unsubscribeHeaders } from './unsubscribe.ts';

/** Deeper than any real mail; the package recurses for every nested element. */
const MAX_DEPTH = 100;

/** Loaded with the first mail, to keep startup fast. */
let converter: Promise<(html: string) => string> | undefined;

async function createConverter(): Promise<(html: string) => string> {
  const { compile } = await import('html-to-text');
  return compile({
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH },
    selectors: [
      { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
      // Only the alt text: many images contain their whole data in the URL.
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
  /** null for mails that people can't unsubscribe from */
  unsubscribeUrl: string | null;
}

/** Text, HTML and headers of a written mail, with an unsubscribe link in each. */
export async function composeMail({
  appName,
  letter,
  unsubscribeUrl,
}: Parts): Promise<Pick<Message, 'text' | 'html' | 'headers'>> {
  const text = await plainTextOf(letter);
  const html = mailHtml({ appName, letter, unsubscribeUrl });
  if (!unsubscribeUrl) return { text, html };
  return {
    text: `${text}\n\n${m.kit_labelled({ label: m.mail_unsubscribe(), value: unsubscribeUrl })}`,
    html,
    headers: unsubscribeHeaders(unsubscribeUrl),
  };
}

/** Plain-text version: HTML without its tags; links keep their URL. */
export async function plainTextOf({ html, text }: Letter): Promise<string> {
  if (!html) return text.trim();
  converter ??= createConverter();
  return (await converter)(text).trim();
}
