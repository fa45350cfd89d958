import type { Word } from './lexicon/find-words.ts';
import type { Kind } from './lexicon/lexicon.ts';
import { resolveWords } from './resolve-words.ts';

/** Words between two sentence ends. */
export type Sentence = readonly Word[];

/** Maximum distance, in words of one sentence, between a word and another that it describes. */
const NEAR = 10;
/** Number of unlisted words allowed between an adjective and its noun, as in "naked little blond children". */
const UNKNOWN_BETWEEN = 2;
/** A sentence of up to this many words belongs to the one before. */
const FRAGMENT = 4;

type Kinds = readonly Word['kind'][];
const SEXUAL: Kinds = ['explicit', 'sexual'];
const BARE: Kinds = ['bare', 'undress'];
const SAID: Kinds = ['bare', 'undress', 'alluring'];
const NUDE: Kinds = ['bare', 'undress', 'explicit'];
/** Words allowed between an adjective and its noun. */
const PASSED: Kinds = ['link', ...SAID];
/** Words that may start a sentence before its first noun. */
const OPENING: Kinds = ['link', 'joint', 'gap', 'pronoun', ...SAID];
/** Marks after which no noun follows. */
const ENDING: Kinds = ['comma', 'joint', 'gap', 'pronoun'];
/** Nouns that aren't people, and unlisted words. */
const THINGS: Kinds = ['other', 'harmless', 'clothes'];
const PERSONS: Kinds = ['minor', 'young', 'adult'];

const isOf = (word: Word | undefined, kinds: Kinds) => word !== undefined && kinds.includes(word.kind);

export function sentencesOf(words: readonly Word[]): Sentence[] {
  const sentences: Word[][] = [[]];
  for (const word of words) {
    if (word.kind === 'stop') sentences.push([]);
    else sentences.at(-1)?.push(word);
  }
  return sentences.filter((sentence) => sentence.length > 0).map(resolveWords);
}

/** True for a sentence with a child and with sex or nudity that relates to it. */
export function isAboutMinors(sentence: Sentence): boolean {
  return sentence.some((word, at) => {
    if (word.kind === 'abuse') return true;
    if (isOf(word, SEXUAL)) return isNear(sentence, at, ['minor']);
    return isOf(word, SAID) && isSaidOf(sentence, at);
  });
}

function isNear(sentence: Sentence, at: number, kinds: Kinds): boolean {
  return sentence.slice(Math.max(0, at - NEAR), at + NEAR + 1).some((word) => isOf(word, kinds));
}

/** True if the word for nudity at this position describes a child. */
function isSaidOf(sentence: Sentence, at: number): boolean {
  const word = sentence[at];
  if (!word) return false;
  const before = nearestBefore(sentence, at);
  if (isChild(before.word, word)) return !before.comma || isFree(sentence, at);
  // An adjective that follows its noun belongs to that noun.
  if (word.follows && isOf(before.word, THINGS) && !before.comma) return false;
  return isBeforeChild(sentence, at) || (isFree(sentence, at) && isAfterChild(sentence, at));
}

const isChild = (word: Word | undefined, said: Word) =>
  word?.kind === 'minor' || (word?.kind === 'young' && isOf(said, BARE));

/** The preceding word, skipping articles, copulas and other adjectives. */
function nearestBefore(sentence: Sentence, at: number): { word: Word | undefined; comma: boolean } {
  let comma = false;
  for (let index = at - 1; index >= 0 && at - index <= NEAR; index--) {
    const word = sentence[index];
    if (word?.kind === 'comma') comma = true;
    else if (!isOf(word, PASSED)) return { word, comma };
  }
  return { word: undefined, comma };
}

/** True if the noun after an adjective is a child, or an adult who is with a child. */
function isBeforeChild(sentence: Sentence, at: number): boolean {
  const said = sentence[at];
  if (!said) return false;
  const opens = at <= NEAR && sentence.slice(0, at).every((word) => isOf(word, OPENING));
  let unknown = 0;
  let comma = false;
  let gap = false;
  for (let index = at + 1; index < sentence.length && index - at <= NEAR; index++) {
    const word = sentence[index];
    if (word === undefined) break;
    if (isChild(word, said)) return word.kind === 'minor' || unknown === 0;
    if (word.kind === 'comma') {
      if (unknown > 0 && !(gap && opens)) return false;
      comma = true;
    } else if (word.kind === 'joint') {
      if (unknown > 0 && !(gap && opens)) return false;
    } else if (word.kind === 'gap') {
      if (unknown > 0 && !(gap && opens)) return false;
      gap = true;
    } else if (isOf(word, THINGS)) {
      unknown += 1;
      // "Naked in the river, two children": no one else is there to be naked.
      if (gap && opens && said.kind !== 'alluring') continue;
      if (comma || gap || unknown > UNKNOWN_BETWEEN) return false;
    }
  }
  return false;
}

/** True for an adjective that no noun follows, as in "they are naked in the rain". */
function isFree(sentence: Sentence, at: number): boolean {
  if (sentence[at]?.kind === 'undress') return true;
  for (let index = at + 1; index < sentence.length && index - at <= NEAR; index++) {
    const word = sentence[index];
    if (isOf(word, PASSED)) continue;
    return isOf(word, ENDING);
  }
  return true;
}

/** True if the last person before this position is a child. */
function isAfterChild(sentence: Sentence, at: number): boolean {
  const said = sentence[at];
  for (let index = at - 1, gap = false; said && index >= 0 && at - index <= NEAR; index--) {
    const word = sentence[index];
    if (word?.kind === 'gap') gap = true;
    if (isChild(word, said)) return !(said.follows && gap);
    if (isOf(word, PERSONS)) return false;
  }
  return false;
}

/** Nudity that describes no one in its own sentence, or a person only through a pronoun. */
export function isOpenBare(sentence: Sentence): boolean {
  const adult = hasKind(sentence, 'adult');
  return sentence.some(
    (word, at) =>
      word.kind === 'undress' ||
      (word.kind === 'bare' &&
        !adult &&
        isFree(sentence, at) &&
        !isOf(nearestBefore(sentence, at).word, THINGS)),
  );
}

/** As above, including sex. */
export const isOpenNudity = (sentence: Sentence): boolean =>
  isOpenBare(sentence) || hasKind(sentence, 'explicit');

/** Nudity or sex of any kind, except words that are only suggestive. */
export const hasNudity = (sentence: Sentence): boolean => sentence.some((word) => isOf(word, NUDE));

/**
 * True if nudity describes a real person: one from an image or the user's own life, or one whose name is next to it.
 */
export const isAboutRealPerson = (sentence: Sentence): boolean =>
  hasNudity(sentence) &&
  (sentence.some((word) => word.kind === 'real') ||
    sentence.some(
      (word, at) =>
        isOf(word, NUDE) && [-3, -2, -1, 1, 2, 3].some((step) => isNameOf(sentence, at, at + step)),
    ));

const BETWEEN_NAME: Kinds = ['link', 'joint', 'adult', 'young', 'bare', 'pronoun', 'name', 'comma'];

/** True for a person's name at this position; a name after "by" is the artist's. */
function isNameOf(sentence: Sentence, said: number, at: number): boolean {
  if (sentence[at]?.kind !== 'name') return false;
  const between = sentence.slice(Math.min(said, at) + 1, Math.max(said, at));
  return between.every((word) => isOf(word, BETWEEN_NAME));
}

export const hasKind = (sentence: Sentence, kind: Kind): boolean =>
  sentence.some((word) => word.kind === kind);

/** True for a sentence that continues the one before: a short one, or one with a pronoun. */
export const goesOn = (sentence: Sentence): boolean =>
  sentence.length <= FRAGMENT || hasKind(sentence, 'pronoun');
