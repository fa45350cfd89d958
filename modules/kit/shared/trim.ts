/**
 * Trims trailing characters that match a class: `trimEndOf(text, /[.\s]/)`. Linear, whereas a pattern such as
 * `/[.\s]+$/` backtracks over every run.
 * @param cut matches one character; needs the `u` flag to match beyond the BMP
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

/** A base URL to which paths are appended. */
export const withoutEndSlashes = (address: string): string => trimEndOf(address, /\//);
