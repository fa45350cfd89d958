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
  const keys = keysOf(words);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * LOOP <= keys.length; length++) {
    const periodic = keys.length - length - (repeats[length] ?? 0);
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
  const keys = keysOf(words);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * 2 <= keys.length; length++) {
    const last = words[length - 1];
    if (last && repeats[length] === keys.length - length) return text.slice(0, last.index + last[0].length);
  }
  return null;
}

/** Words repeat, and folding one takes longer than looking it up. */
function keysOf(words: readonly RegExpExecArray[]): string[] {
  const known = new Map<string, string>();
  return words.map(([word]) => {
    const key = known.get(word) ?? keyOf(word);
    known.set(word, key);
    return key;
  });
}

/**
 * For each length: how many words at the end, before the last so many, are the ones that were said so many words later. A
 * loop may break off in mid-phrase. Z-function of the words from the end, so that it takes as long as they are many.
 */
function repeatsAtEnd(keys: readonly string[]): number[] {
  const said = keys.toReversed();
  const repeats = new Array<number>(said.length).fill(0);
  for (let at = 1, from = 0, to = 0; at < said.length; at++) {
    let same = at < to ? Math.min(to - at, repeats[at - from] ?? 0) : 0;
    while (at + same < said.length && said[same] === said[at + same]) same++;
    repeats[at] = same;
    if (at + same > to) [from, to] = [at, at + same];
  }
  return repeats;
}
