import { fold } from '../../../src/kit/shared/fold.ts';

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
  // Thai and Lao write some vowels before the consonant that they are spoken and sorted after.
  const inOrder = folded.replace(/([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g, '$2$1');
  return folded === ''
    ? null
    : inOrder.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(16, '0'));
}
