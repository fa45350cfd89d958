import { z } from 'zod';
import { isFiltered, isFilterRefusal } from './model-declined.ts';

/** Content as servers send it: text, or parts of which some are thoughts. */
const part = z.union([z.string(), z.object({ type: z.string().optional(), text: z.string() })]);
const content = z.union([
  z.string(),
  z.array(z.unknown()).transform((parts) =>
    parts
      .flatMap((one) => part.safeParse(one).data ?? [])
      .flatMap((one) => (typeof one === 'string' ? one : isThought(one.type) ? [] : one.text))
      .join(''),
  ),
  part.transform((one) => (typeof one === 'string' ? one : one.text)),
]);
const isThought = (type = 'text') => /think|thought|reason/i.test(type);

const modelAnswer = z.object({
  choices: z
    .array(
      z.object({
        message: z
          .object({
            content: content.nullish(),
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          // A filter may leave out the message itself.
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

export interface ModelAnswer {
  text: string;
  /** why there is no text: "answered …" */
  fault: string;
  /** the server's own words about it */
  said: string;
  /** the model, or the filter in front of it, refuses to answer */
  declined: boolean;
}

/**
 * Text of a chat completion. Thoughts are never the answer; servers that lose the tag between both leave it among the
 * thoughts.
 */
export function readModelAnswer(answer: unknown): ModelAnswer {
  const read = modelAnswer.safeParse(answer);
  if (!read.success) {
    const words = isRefusal(answer) ? JSON.stringify(answer) : '';
    return { ...silent('answered in another form', words), declined: isFilterRefusal(words) };
  }
  const [choice] = read.data.choices;
  const { content: said, refusal, reasoning_content, reasoning } = choice?.message ?? {};
  if (refusal) return { ...silent('declined', refusal), declined: true };
  if (isFiltered(choice?.finish_reason))
    return { ...silent('was stopped by its filter', ''), declined: true };
  if (said?.trim()) return { text: said, fault: '', said: '', declined: false };
  const thoughts = reasoning_content ?? reasoning ?? '';
  const [, after] = thoughts.match(/<\/think(?:ing)?>([\s\S]*\S[\s\S]*)$/i) ?? [];
  if (after) return { text: after, fault: '', said: '', declined: false };
  const ended = choice?.finish_reason === 'length' ? ', which took all the tokens that it had' : '';
  return silent(thoughts ? `gave its reasoning alone${ended}` : 'answered nothing', '');
}

const silent = (fault: string, said: string): ModelAnswer => ({ text: '', fault, said, declined: false });

/** Some gateways refuse with 200. */
const isRefusal = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  ('error' in answer || 'detail' in answer || 'message' in answer);
