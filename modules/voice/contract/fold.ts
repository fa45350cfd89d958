/**
 * Normalises text for comparison: no case, accents, character widths or punctuation; words separated by single spaces.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/['’ʼ`´]/g, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** As above without spaces, because scripts and models split words differently. */
export const keyOf = (text: string): string => fold(text).replaceAll(' ', '');
