import { fold } from '../../kit/shared/fold.ts';

/** Invisible characters: spaces, controls, joiners, direction marks, fillers, the blank braille pattern. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Replaces direction marks, line breaks and NUL, none of which belong in a single line. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** The trimmed name; empty if it would be invisible. */
export function visibleName(name: string | null | undefined): string {
  const trimmed = name?.trim() ?? '';
  return UNSEEN.test(trimmed) ? '' : trimmed;
}

/**
 * Sort key of a name. Comparing keys as plain text gives the order that people expect: ignoring case and accents, 9
 * before 10. Stored in the database so that its pages and the browser agree. Null for an untitled dream.
 */
export function nameKey(name: string | null | undefined): string | null {
  const folded = fold(visibleName(name));
  // Thai and Lao write some vowels before the consonant that they follow in speech and sorting.
  const inOrder = folded.replace(/([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g, '$2$1');
  return folded === ''
    ? null
    : inOrder.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(16, '0'));
}
