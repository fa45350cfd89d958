import confusables from 'unhomoglyph/data.json' with { type: 'json' };

/** Letters in which the confusables table ends although they themselves resemble Latin letters. */
const LETTERS = new Map(
  Object.entries({
    ...{
      ᴀ: 'a',
      ʙ: 'b',
      ᴄ: 'c',
      ᴅ: 'd',
      ᴇ: 'e',
      ɛ: 'e',
      ꞓ: 'e',
      є: 'e',
      ꜰ: 'f',
      ɢ: 'g',
      ʜ: 'h',
      ɪ: 'i',
      ᴊ: 'j',
      ᴋ: 'k',
    },
    ...{
      ĸ: 'k',
      ʟ: 'l',
      ᴍ: 'm',
      ʍ: 'm',
      ɴ: 'n',
      ᴏ: 'o',
      ᴘ: 'p',
      ʀ: 'r',
      ꜱ: 's',
      ᴛ: 't',
      ᴜ: 'u',
      ᴠ: 'v',
      ᴡ: 'w',
      ʏ: 'y',
      ᴢ: 'z',
    },
    ...{
      β: 'b',
      π: 'n',
      ß: 'ss',
      æ: 'ae',
      œ: 'oe',
      þ: 'th',
      ð: 'd',
      ə: 'e',
      ɐ: 'a',
      ᴉ: 'i',
      ł: 'l',
      đ: 'd',
      ø: 'o',
      ı: 'i',
    },
    // Small Greek letters whose capitals resemble Latin ones.
    ...{ ε: 'e', ζ: 'z', μ: 'm', χ: 'x' },
  }),
);

/** First code points of boxed and regional-indicator letters, 26 each, which NFKC leaves alone. */
const BOXED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

/** Digits and symbols used as letters, as in ch1ld; `1` and `|` may be i or l. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    0: 'o',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
    9: 'g',
    '@': 'a',
    $: 's',
    '€': 'e',
    '£': 'l',
    '+': 't',
    '¢': 'c',
    '¥': 'y',
    '§': 's',
    '!': 'i',
  },
};
const SIGNED = /[\p{L}\p{N}@$|!€£+¢¥§]+/gu;
/** A number with a unit, as in 12yo; not treated as letters. */
const MEASURE = /^\p{N}+(?:yo|yrs?|y|st|nd|rd|th)$/u;

/** Symbols between two letters, as in na-ked. Spaces are excluded because they separate words. */
const WITHIN = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s@$|!€£+¢¥§*#%•'’,，、。！？:;：；]+(?=\p{L})/gu;
const HELD = /(\p{L})\1{2,}/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\ufffc\ufffd]/gu;
/** Single characters that stand for Arabic phrases; NFKC expands them to up to eighteen characters. */
const LIGATURES = /[\ufdf0-\ufdfc]/g;
/** Combining marks except those of kana, which form other letters. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;

let letters: Map<string, string> | undefined;

/** The Latin letters that a character resembles, otherwise the character itself. */
function latinOf(character: string): string {
  letters ??= readConfusables();
  const small = character.toLowerCase();
  // Small and capital Cyrillic letters must stay alike.
  return letters.get(small) ?? (/\p{sc=Cyrl}/u.test(small) ? small : (letters.get(character) ?? small));
}

function readConfusables(): Map<string, string> {
  const map = new Map<string, string>();
  for (const [character, looksLike] of Object.entries(confusables)) {
    if (/[\p{ASCII}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]/u.test(character)) continue;
    const plain = looksLike.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    // A vertical stroke may also be an i.
    if (plain === 'l') map.set(character, '1');
    else if (/^[a-z]+$/.test(plain)) map.set(character, plain);
    else if (LETTERS.has(plain)) map.set(character, LETTERS.get(plain) ?? plain);
  }
  for (const [character, letter] of LETTERS) map.set(character, letter);
  for (const first of BOXED)
    for (let n = 0; n < 26; n++) map.set(String.fromCodePoint(first + n), String.fromCharCode(97 + n));
  return map;
}

/**
 * Removes everything that doesn't change how a text reads: compatibility forms, invisible characters, look-alikes from
 * other scripts (Unicode's confusables), case and accents. Word lists are folded the same way, so both sides match.
 */
export function foldText(text: string): string {
  const shown = text.replace(LIGATURES, ' ').normalize('NFKC').replace(INVISIBLE, '');
  if (/^\p{ASCII}*$/u.test(shown)) return shown.toLowerCase();
  const plain = shown.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return Array.from(plain, latinOf).join('');
}

/** Accented letters of ordinary writing, which make different words: a râpe is a grater. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/u;

/** Folds a text but keeps its accents. `places` has the original index of each character, and of the end. */
export function foldAligned(text: string): { text: string; places: number[] } {
  const folded: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const last = folded.at(-1);
    const composed = last && character > '\x7f' ? (last + character).normalize('NFC') : '';
    if (composed.length === 1 && ACCENTED.test(composed)) folded[folded.length - 1] = composed;
    else {
      const isPlain = character <= '\x7f' || ACCENTED.test(character);
      for (const made of isPlain ? character.toLowerCase() : foldText(character)) {
        folded.push(made);
        for (let unit = 0; unit < made.length; unit++) places.push(at);
      }
    }
    at += character.length;
  }
  places.push(at);
  return { text: folded.join(''), places };
}

/** A vertical stroke may be an i or an l. */
const STROKES = [
  { 1: 'i', '|': 'l' },
  { 1: 'l', '|': 'l' },
  { 1: 'i', '|': 'i' },
];

/**
 * Possible readings of a text: folded, without symbols inside words, with digits and symbols read as letters, and
 * without repeated letters.
 */
export function readingsOf(text: string): string[] {
  const plain = foldText(text);
  const whole = plain.replace(WITHIN, '');
  const lettered = STROKES.map((strokes) => withLetters(whole, strokes));
  const held = ['$1', '$1$1'].map((letters) => (lettered[0] ?? whole).replace(HELD, letters));
  return [...new Set([plain, whole, ...lettered, ...held])];
}

function withLetters(text: string, strokes: Readonly<Record<string, string>>): string {
  return text.replace(SIGNED, (word) => {
    if (!/\p{L}/u.test(word) || MEASURE.test(word)) return word;
    // A trailing exclamation mark is punctuation, unless the word uses other symbols as letters.
    let end = word.length;
    while (word[end - 1] === '!' || word[end - 1] === '+') end--;
    if (/[^\p{L}\p{N}]/u.test(word.slice(0, end))) end = word.length;
    const inner = word.slice(0, end).replace(/\P{L}/gu, (sign) => strokes[sign] ?? SIGNS[sign] ?? sign);
    return inner + word.slice(end);
  });
}
