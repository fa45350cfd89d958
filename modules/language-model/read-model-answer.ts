import { z } from 'zod';
import { isFiltered, isFilterRefusal } from './model-declined.ts';

/** Content as servers send it: text, an already parsed object, or parts, some of them reasoning or refusals. */
const part = z.union([
  z.string().transform((text) => ({ type: 'text', text, refusal: '' })),
  z.object({
    type: z.string().catch('text'),
    text: z.string().catch(''),
    refusal: z.string().catch(''),
  }),
]);
const isThought = (type: string) => /think|thought|reason/i.test(type);

function partsOf(content: unknown) {
  const list = Array.isArray(content) ? content : [content];
  return list.flatMap((one) => part.safeParse(one).data ?? []);
}

function textIn(content: unknown): string {
  if (isObject(content) && !('text' in content) && !('refusal' in content)) return JSON.stringify(content);
  return partsOf(content)
    .map(({ type, text }) => (isThought(type) ? '' : text))
    .join('');
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A refusal field, or one among the parts. A flag is enough. */
function refusalIn(refusal: unknown, content: unknown): string {
  if (typeof refusal === 'string' && refusal !== '') return refusal;
  if (refusal === true || isObject(refusal)) return 'refusal';
  return partsOf(content)
    .map((one) => one.refusal)
    .join('');
}

const text = z.string().nullish().catch(null);
const modelAnswer = z.object({
  choices: z
    .array(
      z.object({
        message: z
          .object({
            content: z.unknown().optional(),
            refusal: z.unknown().optional(),
            reasoning_content: text,
            reasoning: text,
          })
          // A filter may leave out the message itself.
          .nullish(),
        finish_reason: z.unknown().optional(),
      }),
    )
    .min(1),
});

export interface ModelAnswer {
  text: string;
  /** why there is no text, such as "answered …" */
  fault: string;
  /** the server's own words about it */
  body: string;
  /** true if the model or its filter declines to answer */
  declined: boolean;
}

/**
 * Extracts the text of a chat completion. Reasoning is never the answer, but servers that lose the closing tag leave
 * the answer inside the reasoning.
 */
export function readModelAnswer(given: unknown): ModelAnswer {
  const answer = Array.isArray(given) ? joinEvents(given) : given;
  const read = modelAnswer.safeParse(answer);
  if (!read.success) {
    const words = isRefusal(answer) ? JSON.stringify(answer) : '';
    return { ...silent('answered in another form', words), declined: isFilterRefusal(words) };
  }
  const [choice] = read.data.choices;
  const { content, refusal, reasoning_content, reasoning } = choice?.message ?? {};
  const refused = refusalIn(refusal, content);
  if (refused) return { ...silent('declined', refused), declined: true };
  if (isFiltered(String(choice?.finish_reason ?? '')))
    return { ...silent('was stopped by its filter', ''), declined: true };
  const words = textIn(content);
  if (words.trim()) return { text: words, fault: '', body: '', declined: false };
  const thoughts = reasoning_content ?? reasoning ?? '';
  const [, after] = thoughts.match(/<\/think(?:ing)?>([\s\S]*\S[\s\S]*)$/i) ?? [];
  if (after) return { text: after, fault: '', body: '', declined: false };
  const ended = choice?.finish_reason === 'length' ? ', which took all the tokens that it had' : '';
  return silent(thoughts ? `gave its reasoning alone${ended}` : 'answered nothing', '');
}

const silent = (fault: string, body: string): ModelAnswer => ({ text: '', fault, body, declined: false });

const chunk = z.object({
  choices: z.array(
    z.object({
      index: z.number().catch(0),
      delta: z
        .object({ content: z.unknown().optional(), refusal: text, reasoning_content: text, reasoning: text })
        .nullish(),
      finish_reason: z.unknown().optional(),
    }),
  ),
});

/**
 * Joins an answer that a server streamed although we didn't ask for it. Any other event, such as an error, takes its
 * place.
 */
function joinEvents(events: readonly unknown[]): unknown {
  const other = events.find(
    (event) => isRefusal(event) || modelAnswer.safeParse(event).data?.choices[0]?.message,
  );
  if (other) return other;
  const choices = events
    .flatMap((event) => chunk.safeParse(event).data?.choices ?? [])
    .filter(({ index }) => index === 0);
  if (choices.length === 0) return null;
  const joined = (
    read: (delta: NonNullable<(typeof choices)[number]['delta']>) => string | null | undefined,
  ) => choices.map(({ delta }) => (delta && read(delta)) ?? '').join('');
  const message = {
    content: joined(({ content }) => textIn(content)),
    refusal: joined(({ refusal }) => refusal),
    reasoning_content: joined((delta) => delta.reasoning_content ?? delta.reasoning),
  };
  const finish_reason = choices.findLast((choice) => choice.finish_reason)?.finish_reason;
  return { choices: [{ message, finish_reason }] };
}

/** Some gateways send refusals with status 200. */
const isRefusal = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  ['error', 'detail', 'message', 'promptFeedback'].some((key) => key in answer);
