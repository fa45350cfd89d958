import { trimEndOf } from '../../kit/shared/trim.ts';
import { firstAnswer } from './first-answer.ts';
import { textInJson } from './text-in-json.ts';
import { withoutReasoning } from './without-reasoning.ts';

const WORDS_MAX = 20;
/** Characters examined after the reasoning; only one line is used. */
const READ_MAX = 4_000;

/**
 * Reduces an assistant's answer to a prompt or title: one line of at most 20 words without final punctuation. Models
 * reason aloud, chat, quote and answer in JSON, so the rule applies to every answer.
 * @returns null if nothing is left
 */
export function applyOutputRule(answer: string): string | null {
  const said = withoutReasoning(answer).trim().slice(0, READ_MAX);
  const line = firstAnswer(textInJson(said) ?? said);
  if (!line) return null;
  const words = line.split(' ').slice(0, WORDS_MAX).join(' ');
  return trimEndOf(words, /[\s.,;:!?…。！？、"'”’»」』*_`-]/u) || null;
}
