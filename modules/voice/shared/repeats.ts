import { keyOf } from './fold.ts';

/** Times in a row from which on a model is caught in a loop, and nobody speaks. */
const LOOP = 3;
/** One word may be said three times for its weight: "faster, faster, faster". */
const LOOP_OF_A_WORD = 4;

/** Scripts that put no blanks between words: there each character counts as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{N}\p{M}'’]+/gu;

/**
 * Cuts a loop at the end down to its words said once.
 * @returns an empty text where the loop is all that there is
 */
export function withoutLoop(text: string): string {
  const words = [...text.matchAll(WORD)];
  const keys = words.map(([word]) => keyOf(word));
  for (let length = 1; length * LOOP <= keys.length; length++) {
    const periodic = periodicFrom(keys, length);
    const times = Math.floor((keys.length - periodic) / length);
    if (times < (length === 1 ? LOOP_OF_A_WORD : LOOP)) continue;
    const last = words[periodic + length - 1];
    return periodic > 0 && last ? text.slice(0, last.index + last[0].length) : '';
  }
  return text;
}

/** The words that a text says over and over and nothing else, or null. */
export function refrainOf(text: string): string | null {
  const words = [...text.matchAll(WORD)];
  const keys = words.map(([word]) => keyOf(word));
  for (let length = 1; length * 2 <= keys.length; length++) {
    const last = words[length - 1];
    if (last && periodicFrom(keys, length) === 0) return text.slice(0, last.index + last[0].length);
  }
  return null;
}

/** From which word on each is the one that was said so many words before; a loop may break off in mid-phrase. */
function periodicFrom(keys: string[], length: number): number {
  let from = keys.length - length;
  while (from > 0 && keys[from - 1] === keys[from - 1 + length]) from--;
  return from;
}
