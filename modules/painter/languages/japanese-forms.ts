/** Inflections of an い-adjective's ending. */
const ADJECTIVE_ENDINGS = [
  'い',
  'く',
  'くて',
  'かった',
  'き',
  'さ',
  'くする',
  'くして',
  'くなる',
  'くなって',
];
const HIRAGANA_TO_KATAKANA = 0x60;

/** Lists the forms in which a word may occur: inflected adjectives, and hiragana words in katakana. */
export function inflectJapanese(word: string): string[] {
  const forms = /\p{Script=Han}\p{Script=Hiragana}?い$/u.test(word)
    ? ADJECTIVE_ENDINGS.map((ending) => word.slice(0, -1) + ending)
    : [word];
  return /^[ぁ-ゖー]{2,}$/.test(word) ? [...forms, inKatakana(word)] : forms;
}

const inKatakana = (word: string) =>
  word.replace(/[ぁ-ゖ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + HIRAGANA_TO_KATAKANA));
