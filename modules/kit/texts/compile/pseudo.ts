import type { Compiled, Piece } from '../format.ts';

/**
 * A pseudo-language generated from the English texts, for checking pages: accents show that a text comes from a
 * catalog, brackets show where a message starts and ends, and 40 % more length simulates a translation.
 */
export const PSEUDO_LOCALE = 'en-XA';

/** Only Latin-1 letters, which the fonts contain. */
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
  // The space between two sentences
  if (message === ' ') return message;
  if (typeof message === 'string') return `⟦${stretched(message)}⟧`;
  if ('rich' in message) return { rich: bracketed(message.rich) };
  return bracketed(message);
}

const bracketed = (pieces: readonly Piece[]): Piece[] => ['⟦', ...pieces.map(pseudoPiece), '⟧'];

function pseudoPiece(piece: Piece): Piece {
  if (typeof piece === 'string') return stretched(piece);
  if (!('of' in piece)) return piece;
  if ('tag' in piece) return { ...piece, of: piece.of.map(pseudoPiece) };
  const choices = Object.entries(piece.of).map(([key, choice]) => [key, choice.map(pseudoPiece)]);
  return { ...piece, of: Object.fromEntries(choices) };
}

/** Accents all words and repeats enough of the first ones at the end to make the text 40 % longer. */
function stretched(text: string): string {
  const words = text.match(/\p{L}+/gu) ?? [];
  const more: string[] = [];
  const missing = () => text.length * LONGER_BY - more.join(' ').length;
  for (const word of words) if (missing() > 0) more.push(word);
  const [, core = text, end = ''] = text.match(/^(.*?)(\s*)$/s) ?? [];
  return [core, ...more].join(' ').replaceAll(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter) + end;
}
