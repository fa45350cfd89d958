import { foldAligned } from '../../kit/shared/fold-text.ts';
import { trimEndOf } from '../../kit/shared/trim.ts';
import { listedLetters, listedWords, type Span, withFlowers } from './listed-words.ts';

/** A run of characters whose letters may be separated by signs, as in sh-it or f*u*c*k. */
const PARTED = /[^\s,'’]+/gu;
/** Single letters, each separated by a sign or a space. */
const SPELLED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:(?:[^\p{L}\p{N}\s]{1,2}\s?|\s{1,3})[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu;
/** Minimum length of a word found inside spelled-out letters; shorter ones occur by chance. */
const SPELLED_MIN = 4;

/**
 * Replaces every banned word with "flower", even if disguised by invisible characters, look-alikes or separated
 * letters.
 */
export function replaceBannedWords(text: string): string {
  const { text: folded, places } = foldAligned(text);
  const found = [...listedWords(folded), ...partedWords(folded), ...spelledWords(folded)].map(
    ({ start, end }) => ({ start: places[start] ?? 0, end: places[end] ?? text.length }),
  );
  const isPlain = folded === text.toLowerCase();
  const spans = isPlain ? found : [...listedWords(text), ...found];
  return withFlowers(
    text,
    spans.sort((one, other) => one.start - other.start),
  );
}

const LETTER = /[\p{L}\p{N}@$]/u;
const NO_LETTER = /[^\p{L}\p{N}@$]/u;
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}@$]+/gu, '');

/** Words that match the list as a whole once signs inside them are removed. */
function partedWords(text: string): Span[] {
  return [...text.matchAll(PARTED)].flatMap(({ 0: word, index }): Span[] => {
    const letters = lettersOf(word);
    const from = word.search(LETTER);
    const within = trimEndOf(word.slice(Math.max(0, from)), NO_LETTER);
    if (within.length === letters.length) return [];
    const [found] = listedWords(letters);
    if (found?.start !== 0 || found.end < letters.length) return [];
    return [{ start: index + from, end: index + from + within.length }];
  });
}

/** Listed words anywhere in spelled-out letters, where the spaces between words are lost. */
function spelledWords(text: string): Span[] {
  return [...text.matchAll(SPELLED)].flatMap(({ 0: run, index }): Span[] => {
    const letters = lettersOf(run);
    const all = [...run.matchAll(/[\p{L}\p{N}@$]/gu)];
    const isWhole = listedWords(letters).some(({ start, end }) => start === 0 && end === letters.length);
    return listedLetters(letters)
      .filter(({ start, end }) => isWhole || end - start >= SPELLED_MIN)
      .map(({ start, end }) => ({
        start: index + (isWhole ? 0 : (all[start]?.index ?? 0)),
        end: index + (isWhole ? run.length : (all[end - 1]?.index ?? 0) + 1),
      }));
  });
}
