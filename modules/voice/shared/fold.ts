/** Words without what writers differ in: case, accents, widths, marks between words. Words are parted by one blank. */
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

/** The same without blanks: scripts and models part words as they like. */
export const keyOf = (text: string): string => fold(text).replaceAll(' ', '');
