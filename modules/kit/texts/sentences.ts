import { m } from './m.ts';

/** Joins sentences as the language does: Chinese and Japanese have no space after a full stop. */
export const joinSentences = (sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(m.kit_sentence_gap());
