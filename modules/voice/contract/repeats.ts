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
 * @returns the text, empty if the loop is all there is, and the phrase that all of it repeats, or null
 */
export function readRepeats(text: string): { text: string; refrain: string | null } {
  const keys = keysOf(text);
  const repeats = repeatsAtEnd(keys);
  const loop = loopLength(repeats);
  if (loop === null) return { text, refrain: refrainOf(text, repeats) };
  const before = keys.length - loop - (repeats[loop] ?? 0);
  if (before === 0) return { text: '', refrain: null };
  const kept = firstWords(text, before + loop);
  return { text: kept, refrain: refrainOf(kept, repeatsAtEnd(keys.slice(0, before + loop))) };
}

/** Words in the shortest phrase that the end repeats too often, or null. */
function loopLength(repeats: readonly number[]): number | null {
  const count = repeats.length;
  for (let length = 1; length * LOOP <= count; length++) {
    const times = Math.floor((length + (repeats[length] ?? 0)) / length);
    if (times >= (length === 1 ? LOOP_OF_A_WORD : LOOP)) return length;
  }
  return null;
}

function refrainOf(text: string, repeats: readonly number[]): string | null {
  for (let length = 1; length * 2 <= repeats.length; length++)
    if (repeats[length] === repeats.length - length) return firstWords(text, length);
  return null;
}

/** The text up to the end of its nth word. */
function firstWords(text: string, count: number): string {
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
