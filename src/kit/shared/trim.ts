/**
 * Text without the characters at its end that a class matches: `trimEndOf(text, /[.\s]/)`. Takes as long as what it cuts,
 * where an expression such as `/[.\s]+$/` looks at each run of them again from each of its characters.
 * @param cut matches one character; has `u` where that may lie beyond the 16-bit ones
 */
export function trimEndOf(text: string, cut: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const isPair = end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff;
    const start = end - (isPair ? 2 : 1);
    if (!cut.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** An address that paths are put behind. */
export const withoutEndSlashes = (address: string): string => trimEndOf(address, /\//);
