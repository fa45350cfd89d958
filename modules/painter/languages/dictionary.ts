import { chinese } from './chinese.ts';
import { emoji } from './emoji.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { joinVerbs, splitCompound } from './german-forms.ts';
import { japanese } from './japanese.ts';
import { inflectJapanese } from './japanese-forms.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { Word } from './word.ts';

/** A language's words in English. An empty string marks words without visual meaning. */
export interface Dictionary {
  words: ReadonlyMap<string, string>;
  /** finds inflected words, too, also within phrases: "schlafenden Stadt" */
  lookUp(word: string): string | undefined;
  /** true if adjectives follow their noun, as in "un chat noir" */
  describesAfter: boolean;
  /**
   * true if a later language that finds more words with a visual meaning wins a tie: "dos barcos" is "of the boats" in
   * Portuguese, but "two boats" in Spanish
   */
  yields?: boolean;
  /** brings the two halves of a verb together, for languages that separate them: "die Sonne geht jetzt unter" */
  joinVerbs?: (words: readonly Word[]) => readonly Word[];
}

/** Marks a Japanese ending that negates the word before it. */
export const NOT_THERE = 'not-there';

/** A language's word endings, from those of nouns to ever rarer ones. */
const GERMAN = /(en|er|es|em|e|n|s)$/;
const GERMAN_FORMS = [
  GERMAN,
  /(ere[nrsm]?|er|ste[nrsm]?|este[nrsm]?|chen|lein|chens)$/,
  /(t|te|end|ende[nrsm]?|ige?[nrsm]?|lich|liche[nrsm]?)$/,
];
const FRENCH = /(es|x|s|e)$/;
const FRENCH_FORMS = [FRENCH, /(ee?s?|euse?s?|eux|ive?s?|ement|ette?s?)$/, /(ant|ante?s?)$/];
/** Spanish and Portuguese share most of their endings. */
const SPANISH = /(es|os|as|s|o|a|e)$/;
const SPANISH_FORMS = [
  SPANISH,
  /(it[oa]s?|ill[oa]s?|isim[oa]s?|amente|mente)$/,
  /(ad[oa]s?|id[oa]s?|ando|iendo|os[oa]s?)$/,
];
const PORTUGUESE_FORMS = [
  SPANISH,
  /(z?inh[oa]s?|issim[oa]s?|amente|mente)$/,
  /(ad[oa]s?|id[oa]s?|ando|endo|indo|os[oa]s?)$/,
];

export const DICTIONARIES: readonly Dictionary[] = [
  createDictionary(german, GERMAN, GERMAN_FORMS, false, splitCompound, true),
  createDictionary(french, FRENCH, FRENCH_FORMS, true, (word) =>
    word.endsWith('aux') ? `${word.slice(0, -3)}al` : null,
  ),
  // before Spanish, since "no" means "in the" in "barco no lago", whose words are Spanish, too
  { ...createDictionary(portuguese, SPANISH, PORTUGUESE_FORMS, true, portugueseSingular), yields: true },
  createDictionary(spanish, SPANISH, SPANISH_FORMS, true, (word) =>
    word.endsWith('ces') ? `${word.slice(0, -3)}z` : null,
  ),
];

/** A word of a script without spaces, or an emoji. */
export type Sign = readonly [sign: string, english: string];

/** Words of languages without spaces, longest first. Japanese and Chinese share characters. */
export const SIGNS = {
  japanese: longestFirst(
    pairs(japanese).flatMap(([sign, english]) => inflectJapanese(sign).map((form): Sign => [form, english])),
  ),
  chinese: longestFirst(pairs(chinese)),
};

function longestFirst(signs: readonly Sign[]): readonly Sign[] {
  return [...signs, ...pairs(emoji)].sort(([a], [b]) => b.length - a.length);
}

/** Removes case, accents and variant selectors; kana keep their voicing marks. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0e\ufe0f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** A rule for words that endings don't cover. Returns another word to look up, or the English translation. */
type Rule = (
  word: string,
  lookUp: (part: string) => string | undefined,
  lookUpWhole: (part: string) => string | undefined,
) => string | { english: string } | null;

/** "leões" (lions) is "leão", "cristais" is "cristal", "nuvens" is "nuvem" and "luas" is "lua". */
function portugueseSingular(word: string): string | null {
  const singular = word
    .replace(/[oa]es$/, 'ao')
    .replace(/([aeou])is$/, '$1l')
    .replace(/ns$/, 'm')
    .replace(/s$/, '');
  return singular === word ? null : singular;
}

function createDictionary(
  table: string,
  ending: RegExp,
  forms: readonly RegExp[],
  describesAfter: boolean,
  rule: Rule,
  isSeparable = false,
): Dictionary {
  const strip = (word: string, form: RegExp) => (word.length > 3 ? word.replace(form, '') : word);
  const stripEach = (phrase: string) =>
    phrase
      .split(' ')
      .map((word) => strip(word, ending))
      .join(' ');
  const words = new Map<string, string>();
  const stems = new Map<string, string>();
  /** stems of words that begin a phrase, since most words don't */
  const beginnings = new Set<string>();
  for (const [foreign, english] of pairs(table)) {
    if (!words.has(foreign)) words.set(foreign, english);
    const [first, ...others] = foreign.split(' ');
    if (first && others.length > 0) beginnings.add(strip(first, ending));
    if (foreign.length > 3 && !stems.has(stripEach(foreign))) stems.set(stripEach(foreign), english);
  }
  function inflected(word: string): string | undefined {
    for (const form of forms) {
      const stem = strip(word, form);
      if (stem.length < 3 && stem !== word) continue;
      const found = words.get(stem) ?? stems.get(stem) ?? stems.get(strip(stem, ending));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  function lookUp(word: string): string | undefined {
    const exact = words.get(word);
    if (exact !== undefined) return exact;
    const space = word.indexOf(' ');
    if (space >= 0)
      return beginnings.has(strip(word.slice(0, space), ending)) ? stems.get(stripEach(word)) : undefined;
    const known = inflected(word);
    if (known !== undefined) return known;
    const other = rule(
      word,
      (part) => words.get(part) ?? inflected(part),
      (part) => words.get(part),
    );
    return typeof other === 'string' ? (words.get(other) ?? inflected(other)) : other?.english;
  }
  return {
    words,
    lookUp,
    describesAfter,
    ...(isSeparable && { joinVerbs: (parts: readonly Word[]) => joinVerbs(parts, words) }),
  };
}

function pairs(table: string): [foreign: string, english: string][] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [english = '', foreign = ''] = line.split(': ');
      return foreign
        .split(', ')
        .map((word): [string, string] => [plain(word), english === '-' ? '' : english]);
    });
}
