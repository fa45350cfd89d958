/** Text as searches compare it: without case and accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Signs that leave no mark: blanks, controls, joiners, direction marks, fillers, the empty cell of braille. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Text without direction marks, line breaks and NUL, which have no place in one line. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** A name without the blanks around it; empty when nothing of it would be seen. */
export function visibleName(name: string | null | undefined): string {
  const trimmed = name?.trim() ?? '';
  return UNSEEN.test(trimmed) ? '' : trimmed;
}

/**
 * The form of a name whose plain order is the order for people: no case, no accents, 9 before 10. The database
 * keeps it beside the name, so that its pages and the browser agree. Null when there is no name.
 */
export function nameKey(name: string | null | undefined): string | null {
  const folded = fold(visibleName(name));
  return folded === ''
    ? null
    : folded.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(16, '0'));
}
