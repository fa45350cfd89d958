/** Width of a text in the current font. */
export type Measure = (text: string) => number;

/** More than this hides the picture. */
const MAX_LINES = 4;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks a text between words, and within words that are wider than a line. Punctuation stays with the word before it.
 * A text that needs too many lines ends with “…”.
 */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, width, measure)) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trim());
      line = piece.trimStart();
      if (lines.length > MAX_LINES) break;
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trim());
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), shortened(lines[MAX_LINES - 1] ?? '', width, measure)];
}

function* piecesOf(text: string, width: number, measure: Measure): Generator<string> {
  let word = '';
  for (const { segment, isWordLike } of words.segment(text.replace(/\s+/gu, ' ').trim())) {
    if (isWordLike && word !== '' && (/\s$/u.test(word) || endsWord(word))) {
      yield* fitting(word, width, measure);
      word = segment;
    } else word += segment;
  }
  if (word !== '') yield* fitting(word, width, measure);
}

/** Scripts without spaces break between any two words. */
const endsWord = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}、。，．！？」』）】]$/u.test(
    word,
  );

function* fitting(word: string, width: number, measure: Measure): Generator<string> {
  if (measure(word.trimEnd()) <= width) return yield word;
  let part = '';
  for (const { segment } of letters.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      yield part;
      part = '';
    }
    part += segment;
  }
  yield part;
}

function shortened(line: string, width: number, measure: Measure): string {
  const kept = [...letters.segment(line)].map(({ segment }) => segment);
  while (kept.length > 0 && measure(`${kept.join('').trimEnd()}…`) > width) kept.pop();
  return `${kept.join('').replace(/[\s\p{P}]{1,20}$/u, '')}…`;
}
