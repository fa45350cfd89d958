import { foldAligned } from '../../../src/kit/shared/fold-text.ts';
import { trimEndOf } from '../../../src/kit/shared/trim.ts';
import { listedLetters, listedWords, type Span, withFlowers } from './listed-words.ts';

/** A word whose letters signs part, as in sh-it or f*u*c*k. */
const PARTED = /[^\s,'’]+/gu;
/** Letters that stand alone, one sign or blank apart. */
const SPELLED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:(?:[^\p{L}\p{N}\s]{1,2}\s?|\s{1,3})[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu;
/** Letters of a word within others that were spelled out; fewer stand there by chance. */
const SPELLED_MIN = 4;

/** Puts "flower" in the place of every banned word, in disguise as well: invisible characters, look-alikes, letters that are parted. */
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

/** Words that are listed as a whole without the signs within them. */
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

/** Listed words anywhere in letters that were spelled out: the blanks between words are lost. */
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
