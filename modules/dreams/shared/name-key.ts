/** Text as searches compare it: without case and accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/**
 * The form of a name whose plain order is the order for people: no case, no accents, 9 before 10. The database
 * keeps it beside the name, so that its pages and the browser agree. Null when there is no name.
 */
export function nameKey(name: string | null | undefined): string | null {
  const folded = fold(name?.trim() ?? '');
  return folded === ''
    ? null
    : folded.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(16, '0'));
}
