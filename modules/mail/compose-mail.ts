import type { Letter } from './shared/compose.ts';

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

/** The plain-text part: HTML without its tags, links with their address. */
export async function plainTextOf({ html, text }: Letter): Promise<string> {
  if (!html) return text.trim();
  converter ??= createConverter();
  return (await converter)(text).trim();
}
