import { beings } from './beings.ts';
import { colours } from './colours.ts';
import type { Entry, Meaning } from './entry.ts';
import { moods, motions } from './moods.ts';
import { places } from './places.ts';
import { rooms } from './rooms.ts';
import { materials, things } from './things.ts';
import { times } from './times.ts';
import { undrawn } from './undrawn.ts';
import { weathers } from './weathers.ts';

const lexicon = compile([
  undrawn,
  colours,
  times,
  weathers,
  places,
  rooms,
  things,
  materials,
  beings,
  moods,
  motions,
]);

/** All known words and phrases, for tests and the curious. */
export function knownWords(): string[] {
  return [...lexicon.keys()];
}

/** Finds the meaning of a phrase, or of a word in any of its common forms. */
export function findMeaning(word: string): Meaning | undefined {
  for (const form of wordForms(word)) {
    const meaning = lexicon.get(form);
    if (meaning) return meaning;
  }
  return undefined;
}

/** True if the word has a meaning in exactly this form. */
export const isWritten = (word: string): boolean => lexicon.has(word);

/** Candidates from the word itself to ever bolder reductions: "foggy" → "fog", "blazing" → "blaze". */
function wordForms(word: string): string[] {
  const forms = [word];
  const add = (stem: string) => {
    if (stem.length < 3) return;
    forms.push(stem);
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
    forms.push(`${stem}e`);
  };
  if (word.endsWith('men')) forms.push(`${word.slice(0, -3)}man`);
  if (word.endsWith('ies')) add(`${word.slice(0, -3)}y`);
  if (word.endsWith('ves')) add(`${word.slice(0, -3)}f`);
  for (const suffix of ['s', 'es', 'ing', 'ed', 'y', 'ly', 'ish', 'er', 'en', 'like', 'ful', 'ous', 'ic']) {
    if (word.endsWith(suffix) && word.length - suffix.length >= 3) add(word.slice(0, -suffix.length));
  }
  if (word.endsWith('ings')) add(word.slice(0, -4));
  if (word.endsWith('ily')) add(word.slice(0, -3));
  return forms;
}

function compile(parts: readonly (readonly Entry[])[]): Map<string, Meaning> {
  const compiled = new Map<string, Meaning>();
  for (const [words, meaning] of parts.flat()) {
    for (const word of words.split(',')) {
      if (!compiled.has(word)) compiled.set(word, meaning);
    }
  }
  return compiled;
}
