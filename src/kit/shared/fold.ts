/**
 * Marks that readers pass over: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, circles around signs,
 * the hamza on an alef. Marks of other scripts make another letter: kana voicing, the vowels of Hindi and Thai; and й is
 * no и. Without lookbehind, which older Safaris can't read.
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
/** Letters that Unicode takes apart no further, as they are typed on keyboards without them. */
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

/** Words repeat: what lies beyond ASCII is folded once for thousands of them. */
const folded = new Map<string, string>();
const MAX_FOLDED = 5_000;

/** Text as searches and orders compare it: without case, accents and width. */
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
 * Upper case comes first, since it knows more pairs than lower case alone. What is a syllable or a voiced kana is put
 * together again, or its parts would be found in it.
 */
const foldRun = (run: string): string =>
  run
    .normalize('NFKD')
    .replace(DECORATION, (_, letter = '', alef = '') => letter || alef)
    .toUpperCase()
    .toLowerCase()
    .replace(/[ßςøłđħŧðþæœ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC');

/** The same of a text of several lines, in one. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();
