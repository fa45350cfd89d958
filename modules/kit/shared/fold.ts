/**
 * Marks that readers ignore: accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic, enclosing
 * circles, and the hamza on an alef. Marks that form a different letter stay: kana voicing, Hindi and Thai vowels, and
 * the breve of й. Avoids lookbehind, which older Safaris don't support.
 */
const DECORATION = new RegExp(
  [
    '([иИ]\\u0306)',
    '(\\u0627)[\\u0654\\u0655]',
    '[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u0610-\\u061a\\u0640\\u064b-\\u0653\\u0656-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
    '\\p{DI}',
  ].join('|'),
  'gu',
);
/** Letters without a Unicode decomposition, as people type them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};

/** Cache: words repeat, so non-ASCII runs are folded once for thousands of uses. */
const folded = new Map<string, string>();
const MAX_FOLDED = 5_000;

/** Normalises text for searching and sorting: ignores case, accents and width. */
export const fold = (text: string): string =>
  text.toLowerCase().replace(/\P{ASCII}+/gu, (run) => {
    const known = folded.get(run);
    if (known !== undefined) return known;
    if (folded.size >= MAX_FOLDED) folded.clear();
    const made = foldRun(run);
    folded.set(run, made);
    return made;
  });

/**
 * Upper-cases first, because that covers more pairs than lower-casing does. Finally recomposes Hangul syllables and
 * voiced kana, so that a search doesn't find their parts.
 */
const foldRun = (run: string): string =>
  run
    .normalize('NFKD')
    .replace(DECORATION, (_, letter = '', alef = '') => letter || alef)
    .toUpperCase()
    .toLowerCase()
    .replace(/[ßςøłđħŧðþæœ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC');

/** As above, with line breaks and runs of spaces collapsed. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();
