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
      if (meanings && isWordAt(text, from, from + length, from === index, ends)) {
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

/** True if the match is a word of its own, not part of another, as 性的 is in 個性的. */
function isWordAt(
  text: string,
  from: number,
  to: number,
  begins: boolean,
  ends: ReadonlySet<number>,
): boolean {
  if (ends.has(to)) return begins || to - from > 2;
  const goesOn = KATAKANA.test(text[to - 1] ?? '') && KATAKANA.test(text[to] ?? '');
  return to - from > 2 && !goesOn;
}
const KATAKANA = /[\p{sc=Kana}ー]/u;
