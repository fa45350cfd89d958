import { emoji } from './emoji.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { spanish } from './spanish.ts';

/** One language's words in English ones; an empty text stands for words that carry no picture. */
export interface Dictionary {
  words: ReadonlyMap<string, string>;
  /** the same without their endings, for forms that the table doesn't hold */
  stems: ReadonlyMap<string, string>;
  stem(word: string): string;
  /** "un chat noir": what describes a thing comes after it */
  describesAfter: boolean;
}

export const DICTIONARIES: readonly Dictionary[] = [
  createDictionary(german, (word) => word.replace(/(en|er|es|em|e|n|s)$/, ''), false),
  createDictionary(french, (word) => word.replace(/(es|x|s|e)$/, ''), true),
  createDictionary(spanish, (word) => word.replace(/(es|os|as|s|o|a|e)$/, ''), true),
];

/** What is written without spaces: signs and runs of signs, the longest first. */
export const SIGNS: readonly (readonly [sign: string, english: string])[] = [
  ...pairs(japanese),
  ...pairs(emoji),
].sort(([a], [b]) => b.length - a.length);

/** Without case, accents and the ways to write one sign. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

function createDictionary(
  table: string,
  strip: (word: string) => string,
  describesAfter: boolean,
): Dictionary {
  const stem = (word: string) => (word.length > 3 ? strip(word) : word);
  const words = new Map<string, string>();
  const stems = new Map<string, string>();
  for (const [foreign, english] of pairs(table)) {
    if (!words.has(foreign)) words.set(foreign, english);
    if (foreign.length > 3 && !stems.has(stem(foreign))) stems.set(stem(foreign), english);
  }
  return { words, stems, stem, describesAfter };
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
