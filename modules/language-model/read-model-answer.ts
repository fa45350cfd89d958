import { z } from 'zod';

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
        message: z.object({
          content: content.nullish(),
          refusal: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          reasoning: z.string().nullish(),
        }),
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
}

/**
 * Text of a chat completion. Thoughts are never the answer; servers that lose the tag between both leave it among the
 * thoughts.
 */
export function readModelAnswer(answer: unknown): ModelAnswer {
  const read = modelAnswer.safeParse(answer);
  if (!read.success)
    return silent('answered in another form', isRefusal(answer) ? JSON.stringify(answer) : '');
  const [choice] = read.data.choices;
  const { content: said, refusal, reasoning_content, reasoning } = choice?.message ?? {};
  if (said?.trim()) return { text: said, fault: '', said: '' };
  if (refusal) return silent('declined', refusal);
  const thoughts = reasoning_content ?? reasoning ?? '';
  const [, after] = thoughts.match(/<\/think(?:ing)?>([\s\S]*\S[\s\S]*)$/i) ?? [];
  if (after) return { text: after, fault: '', said: '' };
  const ended = choice?.finish_reason === 'length' ? ', which took all the tokens that it had' : '';
  return silent(thoughts ? `gave its reasoning alone${ended}` : 'answered nothing', '');
}

const silent = (fault: string, said: string): ModelAnswer => ({ text: '', fault, said });

/** Some gateways refuse with 200. */
const isRefusal = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  ('error' in answer || 'detail' in answer || 'message' in answer);
