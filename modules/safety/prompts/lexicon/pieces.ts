/** Separator before a piece: a symbol without spaces, a space, a comma, or the end of a sentence. */
export type Before = 'tight' | 'space' | 'comma' | 'stop';

/** A run of letters and digits in one script. */
export interface Piece {
  text: string;
  /** `han`: written without spaces between words; `hangul`: written in syllables */
  script: 'word' | 'han' | 'hangul';
  before: Before;
  /** the characters before it */
  gap: string;
}

const RUNS =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆\u3099\u309a]+)|(\p{sc=Hang}+)|((?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆]|\p{sc=Hang})[\p{L}\p{N}])+)/gu;

/** Splits a folded text into its runs. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: run, 1: han, 2: hangul, index } of text.matchAll(RUNS)) {
    const gap = text.slice(end, index);
    end = index + run.length;
    const script = han ? 'han' : hangul ? 'hangul' : 'word';
    pieces.push({ text: run, script, before: beforeOf(gap), gap });
  }
  return pieces;
}

function beforeOf(gap: string): Before {
  if (/[。！？\n]|[.!?;…](?:\s|["'”’»)\]]|$)/u.test(gap) && /[。！？\n\s]/u.test(gap)) return 'stop';
  if (/[,、:(){}“”«»「」–—]/u.test(gap)) return 'comma';
  return /\s/u.test(gap) ? 'space' : 'tight';
}
