import { getLexicon, type Meaning } from './lexicon.ts';
import { longestWithin } from './walk.ts';

let segmenter: Intl.Segmenter | undefined;

/** The words of a run without spaces; null for each unlisted word. */
export function hanWords(text: string): (Meaning[] | null)[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const { joined } = getLexicon();
  const words: (Meaning[] | null)[] = [];
  const segments = [...segmenter.segment(text)];
  const ends = new Set(segments.map(({ segment, index }) => index + segment.length));
  let done = 0;
  for (const { segment, index } of segments) {
    for (let from = Math.max(done, index); from < index + segment.length; ) {
      const { length, meanings } = longestWithin(joined, text, from);
      // A short match that isn't a whole word may be part of another, as 性的 is in 個性的.
      const isWhole = from === index && ends.has(from + length);
      if (meanings && (isWhole || (length > 2 && isEnd(text, from + length, ends)))) {
        words.push(meanings);
        from += length;
      } else {
        if (from === index) words.push(null);
        from += 1;
      }
      done = from;
    }
  }
  return words;
}

/** False in the middle of a katakana word. */
const isEnd = (text: string, at: number, ends: ReadonlySet<number>): boolean =>
  ends.has(at) || !(KATAKANA.test(text[at - 1] ?? '') && KATAKANA.test(text[at] ?? ''));
const KATAKANA = /[\p{sc=Kana}ー]/u;
