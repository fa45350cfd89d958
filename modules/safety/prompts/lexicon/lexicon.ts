import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { foldText } from './fold-text.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { GIVEN_NAMES, KNOWN_PEOPLE } from './people.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import type { WordList } from './word-list.ts';

const LISTS = {
  english,
  german,
  dutch,
  french,
  spanish,
  portuguese,
  italian,
  russian,
  japanese,
  chinese,
  korean,
};
type Language = keyof typeof LISTS;

/** The most telling first: of a word's kinds in several languages it is this one that counts. */
export const KINDS = [
  ...[
    'harmless',
    'abuse',
    'minor',
    'explicit',
    'undress',
    'bare',
    'sexual',
    'alluring',
    'real',
    'young',
    'name',
  ],
  ...['adult', 'clothes', 'pronoun', 'gap', 'joint', 'link'],
] as const satisfies (keyof WordList | 'name')[];
export type Kind = (typeof KINDS)[number];

export interface Meaning {
  kind: Kind;
  /** null: of all languages */
  language: Language | null;
  /** counts only in a text of its language */
  isAmbiguous: boolean;
}

/** A tree of letters, with a blank between the words of a phrase. */
export interface Node {
  next: Map<string, Node>;
  /** of the phrase that ends here */
  meanings: Meaning[] | null;
  /** of phrases whose last word may go on */
  stems: Meaning[] | null;
}

export interface Lexicon {
  root: Node;
  /** the same without the blanks of phrases */
  joined: Node;
}

const AGE_MAX = 17;
const AGES: Partial<Record<Language, string[]>> = {
  english: ['year old', 'years old', 'yr old', 'yrs old', 'year olds', 'yo', 'y o', 'years of age'],
  german: ['jahre alt', 'jahrige', 'jahriger', 'jahriges', 'jahrigen', 'jahriger'],
  dutch: ['jaar oud', 'jarige', 'jarig'],
  korean: ['살', '세'],
};
const AGES_AFTER: Partial<Record<Language, [before: string, after: string][]>> = {
  english: [
    ['aged', ''],
    ['age', ''],
  ],
  french: [
    ['de', 'ans'],
    ['a', 'ans'],
  ],
  spanish: [
    ['de', 'anos'],
    ['tiene', 'anos'],
  ],
  portuguese: [
    ['com', 'anos'],
    ['tem', 'anos'],
  ],
  italian: [
    ['di', 'anni'],
    ['ha', 'anni'],
  ],
  dutch: [['van', 'jaar']],
  russian: [
    ['', 'лет'],
    ['', 'летняя'],
    ['', 'летний'],
    ['', 'летнюю'],
    ['', 'летние'],
  ],
};
const NUMERALS: Partial<Record<Language, string>> = {
  english:
    'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen',
  german:
    'zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn',
  french:
    'deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize',
  spanish:
    'dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciséis, diecisiete',
  portuguese:
    'dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, catorze, quinze, dezesseis, dezessete',
  italian:
    'due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici, quindici, sedici, diciassette',
  dutch:
    'twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, dertien, veertien, vijftien, zestien, zeventien',
};
const HAN_NUMERALS = '一, 二, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二, 十三, 十四, 十五, 十六, 十七'.split(
  ', ',
);

let lexicon: Lexicon | undefined;

/** Made when the first text comes, and not while a server starts. */
export function getLexicon(): Lexicon {
  lexicon ??= createLexicon();
  return lexicon;
}

function createLexicon(): Lexicon {
  const root = newNode();
  const joined = newNode();

  function add(phrase: string, meaning: Meaning): void {
    const isStem = phrase.endsWith('*');
    const words = wordsOf(phrase);
    const slot = isStem ? 'stems' : 'meanings';
    put(root, words, slot, meaning);
    put(joined, words.replaceAll(' ', ''), slot, meaning);
  }

  for (const [language, list] of Object.entries(LISTS) as [Language, WordList][])
    for (const kind of Object.keys(list) as (keyof WordList)[])
      for (const phrase of phrasesOf(list[kind] ?? ''))
        add(phrase.replace('~', ''), { kind, language, isAmbiguous: phrase.startsWith('~') });
  for (const phrase of phrasesOf(KNOWN_PEOPLE))
    add(phrase, { kind: 'real', language: null, isAmbiguous: false });
  for (const phrase of phrasesOf(GIVEN_NAMES))
    add(phrase, { kind: 'name', language: null, isAmbiguous: false });
  for (const { phrase, language } of agesOf())
    add(foldText(phrase), { kind: 'minor', language, isAmbiguous: false });
  return { root, joined };
}

const DANGER = new Set<Kind>([
  'abuse',
  'minor',
  'explicit',
  'undress',
  'bare',
  'sexual',
  'alluring',
  'young',
]);
/** True for kinds that a disguise is put on. */
export const isDanger = (kind: Kind): boolean => DANGER.has(kind);

const newNode = (): Node => ({ next: new Map(), meanings: null, stems: null });

function put(root: Node, words: string, slot: 'meanings' | 'stems', meaning: Meaning): void {
  let node = root;
  for (const letter of words) node = step(node, letter);
  const meanings = node[slot] ?? [];
  node[slot] = meanings;
  if (!meanings.some(({ kind, language }) => kind === meaning.kind && language === meaning.language))
    meanings.push(meaning);
}

function step(node: Node, letter: string): Node {
  const known = node.next.get(letter);
  if (known) return known;
  const made = newNode();
  node.next.set(letter, made);
  return made;
}

/** As texts are read: words with one blank between them. */
const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}\u3099\u309a]+/gu, ' ').trim();

/** The phrases of a list, with all endings of their words. */
function phrasesOf(list: string): string[] {
  return foldText(list)
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap((phrase) =>
      phrase
        .split(/\s+/)
        .map(formsOf)
        .reduce(
          (before, forms) => before.flatMap((one) => forms.map((form) => (one ? `${one} ${form}` : form))),
          [''],
        ),
    );
}

function formsOf(word: string): string[] {
  if (word.includes('|')) return word.split('|').flatMap(formsOf);
  const [stem = '', ...endings] = word.split('/');
  return [stem, ...endings.map((ending) => (ending === '' ? stem : stem + ending))];
}

function* agesOf(): Generator<{ phrase: string; language: Language }> {
  for (let age = 0; age <= AGE_MAX; age++) {
    for (const [language, units] of entriesOf(AGES))
      for (const unit of units)
        yield* [`${age} ${unit}`, `${age}${unit}`].map((phrase) => ({ phrase, language }));
    for (const [language, forms] of entriesOf(AGES_AFTER))
      for (const [before, after] of forms) yield { phrase: `${before} ${age} ${after}`.trim(), language };
    // In Portuguese the same words as in Spanish, and kept apart by nothing.
  }
  for (const [language, numerals] of entriesOf(NUMERALS))
    for (const numeral of numerals.split(', ')) {
      for (const unit of AGES[language] ?? [])
        yield* [`${numeral} ${unit}`, `${numeral}${unit}`].map((phrase) => ({ phrase, language }));
      for (const [before, after] of AGES_AFTER[language] ?? [])
        if (after) yield { phrase: `${before} ${numeral} ${after}`, language };
    }
  for (const numeral of HAN_NUMERALS)
    for (const unit of ['歳', '才', '岁', '歲'])
      yield { phrase: numeral + unit, language: unit === '岁' ? 'chinese' : 'japanese' };
}

const entriesOf = <Value>(record: Partial<Record<Language, Value>>) =>
  Object.entries(record) as [Language, Value][];
