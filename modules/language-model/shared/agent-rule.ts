import { trimEndOf } from '../../../src/kit/shared/trim.ts';
import { firstAnswer } from './first-answer.ts';
import { textInJson } from './text-in-json.ts';
import { withoutReasoning } from './without-reasoning.ts';

const WORDS_MAX = 20;
/** Of an answer after its reasoning; one line of it counts. */
const READ_MAX = 4_000;

/**
 * Words of an assistant to the generator, and the title that it gives: one line of at most 20 words without end
 * punctuation. Models reason aloud, chat, quote and answer in JSON, so the rule is applied to whatever they answer.
 * @returns null when nothing is left to say
 */
export function applyOutputRule(answer: string): string | null {
  const said = withoutReasoning(answer).trim().slice(0, READ_MAX);
  const line = firstAnswer(textInJson(said) ?? said);
  if (!line) return null;
  const words = line.split(' ').slice(0, WORDS_MAX).join(' ');
  return trimEndOf(words, /[\s.,;:!?…。！？、"'”’»」』*_`-]/u) || null;
}
