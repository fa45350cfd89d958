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
  const keys = keysOf(text);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * LOOP <= keys.length; length++) {
    const periodic = keys.length - length - (repeats[length] ?? 0);
    const times = Math.floor((keys.length - periodic) / length);
    if (times < (length === 1 ? LOOP_OF_A_WORD : LOOP)) continue;
    return periodic > 0 ? firstWords(text, periodic + length) : '';
  }
  return text;
}

/** The words that a text says over and over and nothing else, or null. */
export function refrainOf(text: string): string | null {
  const keys = keysOf(text);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * 2 <= keys.length; length++)
    if (repeats[length] === keys.length - length) return firstWords(text, length);
  return null;
}

/** Its beginning, up to the end of so many words. */
function firstWords(text: string, count: number): string {
  let words = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    words += 1;
    if (words === count) return text.slice(0, index + word.length);
  }
  return text;
}

/** Words repeat, and folding one takes longer than looking it up. */
function keysOf(text: string): string[] {
  const known = new Map<string, string>();
  return (text.match(WORD) ?? []).map((word) => {
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
