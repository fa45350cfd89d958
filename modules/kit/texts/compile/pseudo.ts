import type { Compiled, Piece } from '../format.ts';

/**
 * A language made of the English texts, to look at pages with: accents show what comes from a catalog, brackets where a
 * sentence begins and ends, and 40 % more length what a translation needs.
 */
export const PSEUDO_LOCALE = 'en-XA';

/** From Latin-1, which the fonts have. */
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  u: 'û',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  U: 'Û',
  Y: 'Ý',
};
const LONGER_BY = 0.4;

export function pseudoMessage(message: Compiled): Compiled {
  if (typeof message === 'string') return `⟦${stretched(message)}⟧`;
  if ('rich' in message) return { rich: bracketed(message.rich) };
  return bracketed(message);
}

const bracketed = (pieces: readonly Piece[]): Piece[] => ['⟦', ...pieces.map(pseudoPiece), '⟧'];

function pseudoPiece(piece: Piece): Piece {
  if (typeof piece === 'string') return stretched(piece);
  if (!('of' in piece)) return piece;
  if ('tag' in piece) return { ...piece, of: piece.of.map(pseudoPiece) };
  const of = Object.entries(piece.of).map(([key, choice]) => [key, choice.map(pseudoPiece)]);
  return { ...piece, of: Object.fromEntries(of) };
}

/** The words with accents; the first of them once more at their end, as many as make it 40 % longer. */
function stretched(text: string): string {
  const words = text.match(/\p{L}+/gu) ?? [];
  const more: string[] = [];
  const missing = () => text.length * LONGER_BY - more.join(' ').length;
  for (const word of words) if (missing() > 0) more.push(word);
  const [, core = text, end = ''] = text.match(/^(.*?)(\s*)$/s) ?? [];
  return [core, ...more].join(' ').replaceAll(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter) + end;
}
