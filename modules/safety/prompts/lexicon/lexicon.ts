import { foldText } from '../../../kit/shared/fold-text.ts';
import { agePhrases, numerals } from './ages.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { FURTHER } from './further.ts';
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
  ...FURTHER,
} satisfies Record<string, Partial<WordList>>;
type Language = keyof typeof LISTS;

/** In order of priority: if a word has several kinds in several languages, the first of them counts. */
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
  ...['adult', 'strip', 'age', 'clothes', 'pronoun', 'gap', 'joint', 'link'],
] as const satisfies (keyof WordList | 'name' | 'age')[];
export type Kind = (typeof KINDS)[number];

export interface Meaning {
  kind: Kind;
  /** null: all languages */
  language: Language | null;
  /** counts only in a text in this language */
  isAmbiguous: boolean;
}

/**
 * Trie of letters, with a space between the words of a phrase. Nine of ten nodes have one child, so most need no map:
 * with a map in each, the lexicon took 65 MB.
 */
export class Node {
  /** meanings of the phrase that ends here */
  meanings: Meaning[] | null = null;
  /** meanings of phrases whose last word may have any ending */
  stems: Meaning[] | null = null;
  #letter = '';
  #child: Node | undefined;
  #more: Map<string, Node> | undefined;

  get(letter: string): Node | undefined {
    return letter === this.#letter ? this.#child : this.#more?.get(letter);
  }

  children(): Node[] {
    return [...(this.#child ? [this.#child] : []), ...(this.#more?.values() ?? [])];
  }

  add(letter: string): Node {
    const known = this.get(letter);
    if (known) return known;
    const child = new Node();
    if (this.#child) {
      this.#more ??= new Map();
      this.#more.set(letter, child);
    } else {
      this.#letter = letter;
      this.#child = child;
    }
    return child;
  }
}

export interface Lexicon {
  root: Node;
  /** as above, without the spaces in phrases */
  joined: Node;
}

let lexicon: Lexicon | undefined;

/** Created on first use, to keep startup fast. */
export function getLexicon(): Lexicon {
  lexicon ??= createLexicon();
  return lexicon;
}

function createLexicon(): Lexicon {
  const root = new Node();
  const joined = new Node();

  function add(phrase: string, meaning: Meaning): void {
    const isStem = phrase.endsWith('*');
    const words = wordsOf(phrase);
    const slot = isStem ? 'stems' : 'meanings';
    put(root, words, slot, meaning);
    put(joined, words.replaceAll(' ', ''), slot, meaning);
  }

  for (const [language, list] of Object.entries(LISTS) as [Language, Partial<WordList>][])
    for (const kind of Object.keys(list) as (keyof WordList)[])
      for (const phrase of phrasesOf(list[kind] ?? ''))
        add(phrase.replace('~', ''), { kind, language, isAmbiguous: phrase.startsWith('~') });
  for (const phrase of phrasesOf(KNOWN_PEOPLE))
    add(phrase, { kind: 'real', language: null, isAmbiguous: false });
  for (const phrase of phrasesOf(GIVEN_NAMES))
    add(phrase, { kind: 'name', language: null, isAmbiguous: false });
  for (const [language, phrase] of agePhrases())
    for (const form of phrasesOf(phrase)) add(form, { kind: 'minor', language, isAmbiguous: false });
  for (const [language, words] of numerals())
    for (const form of phrasesOf(words)) add(form, { kind: 'age', language, isAmbiguous: false });
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
  'strip',
]);
/** True for kinds that people try to disguise. */
export const isDanger = (kind: Kind): boolean => DANGER.has(kind);

function put(root: Node, words: string, slot: 'meanings' | 'stems', meaning: Meaning): void {
  let node = root;
  for (const letter of words) node = node.add(letter);
  const meanings = node[slot] ?? [];
  node[slot] = meanings;
  if (!meanings.some(({ kind, language }) => kind === meaning.kind && language === meaning.language))
    meanings.push(meaning);
}

/** Normalises a phrase like texts: words separated by single spaces. */
const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}\u3099\u309a]+/gu, ' ').trim();

/** Expands a list into phrases with all endings of their words. */
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
