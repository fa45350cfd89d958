import { readingsOf } from '../../kit/shared/fold-text.ts';
import { findWords } from './lexicon/find-words.ts';
import { getLexicon } from './lexicon/lexicon.ts';
import {
  goesOn,
  hasKind,
  hasNudity,
  isAboutMinors,
  isAboutRealPerson,
  isOpenBare,
  isOpenNudity,
  type Sentence,
  sentencesOf,
} from './sentence-rules.ts';

/** The rule that a text breaks. */
export type WordFault = 'minors' | 'real-person' | 'sexual';

/** Subjects of a dream's earlier prompts. */
export interface Context {
  minor: boolean;
  /** girls and boys, who may be adults */
  young: boolean;
  real: boolean;
  /** nudity that describes a person */
  nudity: boolean;
  /** nudity that describes no one named */
  bare: boolean;
}

export const NO_CONTEXT: Context = { minor: false, young: false, real: false, nudity: false, bare: false };

export interface WordRules {
  /** sexual content with adults is allowed here */
  adults: boolean;
  /** an uploaded image is in use */
  pictured: boolean;
  /** from earlier prompts */
  context: Context;
}

/** The sentences of one possible reading of a text. */
export type Reading = readonly Sentence[];

/** Parses a text in each possible reading. */
export const readPrompt = (text: string): Reading[] => findWords(readingsOf(text)).map(sentencesOf);

/** Loads the word lists, so the first prompt doesn't wait for them. */
export const loadWords = (): void => void getLexicon();

/** The rule that a prompt's words break, or null. */
export function wordFault(
  readings: readonly Reading[],
  { adults, pictured, context }: WordRules,
): WordFault | null {
  if (readings.some((sentences) => isOfMinors(sentences, context))) return 'minors';
  if (readings.some((sentences) => isOfRealPerson(sentences, pictured, context))) return 'real-person';
  if (!adults && readings.some((sentences) => sentences.some(isSexual))) return 'sexual';
  return null;
}

/** The subjects that a prompt adds to its dream's context. */
export function contextOf(readings: readonly Reading[]): Context {
  const sentences = readings.flat();
  return {
    minor: sentences.some((sentence) => hasKind(sentence, 'minor')),
    young: sentences.some((sentence) => hasKind(sentence, 'young')),
    bare: sentences.some(isOpenBare),
    real: sentences.some((sentence) => hasKind(sentence, 'real') || hasKind(sentence, 'name')),
    nudity: sentences.some(
      (sentence) => isOpenNudity(sentence) || (hasNudity(sentence) && hasKind(sentence, 'adult')),
    ),
  };
}

/** True for words that undress people if excluded from the image. */
export const namesClothes = (readings: readonly Reading[]): boolean =>
  readings.flat().some((sentence) => hasKind(sentence, 'clothes'));

const isSexual = (sentence: Sentence) =>
  sentence.some(({ kind, isLoose }) => kind === 'explicit' && !isLoose);

/** In one sentence, or in two if the second continues the first. */
function isOfMinors(sentences: readonly Sentence[], context: Context): boolean {
  const before = { ...context };
  return sentences.some((sentence) => {
    if (isAboutMinors(sentence)) return true;
    const minor = hasKind(sentence, 'minor');
    const young = hasKind(sentence, 'young');
    const adult = hasKind(sentence, 'adult');
    const nudity = isOpenNudity(sentence);
    const bare = isOpenBare(sentence);
    if (goesOn(sentence)) {
      if (before.minor && nudity && !minor) return true;
      if (before.nudity && minor) return true;
      // As within one sentence, girls and boys count next to nudity but not next to sex.
      if (before.young && bare && !adult) return true;
      if (before.bare && young && !adult) return true;
    }
    before.minor = minor || (before.minor && !adult);
    before.young = young || (before.young && !adult);
    before.nudity ||= nudity;
    before.bare ||= bare;
    return false;
  });
}

function isOfRealPerson(sentences: readonly Sentence[], pictured: boolean, context: Context): boolean {
  if (pictured && sentences.some(hasNudity)) return true;
  let real = context.real;
  return sentences.some((sentence) => {
    if (isAboutRealPerson(sentence)) return true;
    if (real && goesOn(sentence) && isOpenNudity(sentence)) return true;
    if (context.nudity && hasKind(sentence, 'real')) return true;
    real ||= hasKind(sentence, 'real') || hasKind(sentence, 'name');
    return false;
  });
}
