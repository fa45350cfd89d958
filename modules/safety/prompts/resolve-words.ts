import type { Word } from './lexicon/find-words.ts';

type Kinds = readonly Word['kind'][];
const PERSONS: Kinds = ['minor', 'young', 'adult', 'pronoun', 'name', 'real'];
const SAID: Kinds = ['bare', 'undress', 'alluring', 'explicit', 'sexual', 'abuse'];
/** Allowed between a person and an age: "she is only 13", "a girl of 12", "a boy (9)". */
const BEFORE_AGE: Kinds = ['link', 'comma', 'joint', ...SAID];
/** Allowed after an age; a number followed by a noun counts something else: "she is 9 feet tall". */
const AFTER_AGE: Kinds = ['comma', 'joint', 'gap', 'pronoun', ...SAID];
const AFTER_STRIP: Kinds = ['comma', 'joint', 'gap'];

const isOf = (word: Word | undefined, kinds: Kinds) => word !== undefined && kinds.includes(word.kind);
const isEnd = (word: Word | undefined, kinds: Kinds) => word === undefined || kinds.includes(word.kind);

/**
 * Resolves words whose meaning depends on their neighbours: a number may be an age, and "strip" may mean undressing.
 */
export const resolveWords = (sentence: readonly Word[]): readonly Word[] =>
  sentence.map((word, at): Word => {
    if (word.kind === 'age') return { ...word, kind: isAge(sentence, at) ? 'minor' : 'link' };
    if (word.kind === 'strip') return { ...word, kind: isUndressing(sentence, at) ? 'undress' : 'other' };
    return word;
  });

function isAge(sentence: readonly Word[], at: number): boolean {
  if (!isEnd(sentence[at + 1], AFTER_AGE)) return false;
  const [before, after] = [nearest(sentence, at, -1, BEFORE_AGE), nearest(sentence, at, 1, ['comma'])];
  if (isOf(before, PERSONS)) return true;
  // The number in "Nude, 12" or "thirteen, naked" counts nothing else.
  const [next, last] = [nearest(sentence, at, 1, ['comma']), nearest(sentence, at, -1, ['comma', 'joint'])];
  return (
    (isOf(last, SAID) && after === undefined) || (isEnd(sentence[at - 1], ['comma']) && isOf(next, SAID))
  );
}

function isUndressing(sentence: readonly Word[], at: number): boolean {
  let next = following(sentence, at);
  // An adverb may come before the person.
  if (sentence[next]?.kind === 'other') next = following(sentence, next);
  if (isOf(sentence[next], PERSONS)) return true;
  const before = nearest(sentence, at, -1, ['link']);
  return (
    isEnd(sentence[following(sentence, at)], AFTER_STRIP) && (before === undefined || isOf(before, PERSONS))
  );
}

/** Index of the next word other than articles and the like. */
function following(sentence: readonly Word[], at: number): number {
  let index = at + 1;
  while (isOf(sentence[index], ['link', 'age'])) index += 1;
  return index;
}

/** The nearest word on one side, skipping these kinds. */
function nearest(sentence: readonly Word[], at: number, step: 1 | -1, passed: Kinds): Word | undefined {
  let index = at + step;
  while (isOf(sentence[index], passed)) index += step;
  return sentence[index];
}
