import { keyOf } from './fold.ts';

/** This many repetitions mean that the model is stuck in a loop and nobody is speaking. */
const LOOP = 3;
/** People repeat a single word three times for emphasis: "faster, faster, faster". */
const LOOP_OF_A_WORD = 4;

/** In scripts without spaces, each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{N}\p{M}'’]+/gu;

/**
 * Reduces a loop at the end to a single repetition.
 * @returns an empty string if the loop is all there is
 */
export function withoutLoop(text: string): string {
  const keys = keysOf(text);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * LOOP <= keys.length; length++) {
    const periodic = keys.length - length - (repeats[length] ?? 0);
    const times = Math.floor((keys.length - periodic) / length);
    if (times < (length === 1 ? LOOP_OF_A_WORD : LOOP)) continue;
    return periodic > 0 ? firstPaint(text, periodic + length) : '';
  }
  return text;
}

/** The phrase that the whole text repeats, or null. */
export function refrainOf(text: string): string | null {
  const keys = keysOf(text);
  const repeats = repeatsAtEnd(keys);
  for (let length = 1; length * 2 <= keys.length; length++)
    if (repeats[length] === keys.length - length) return firstPaint(text, length);
  return null;
}

/** The text up to the end of its nth word. */
function firstPaint(text: string, count: number): string {
  let words = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    words += 1;
    if (words === count) return text.slice(0, index + word.length);
  }
  return text;
}

/** Cached, because words repeat and folding is slower than a lookup. */
function keysOf(text: string): string[] {
  const known = new Map<string, string>();
  return (text.match(WORD) ?? []).map((word) => {
    const key = known.get(word) ?? keyOf(word);
    known.set(word, key);
    return key;
  });
}

/**
 * For each period: how many words at the end equal the word one period later. A loop may break off mid-phrase. Linear
 * time, using a Z-function from the end.
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
