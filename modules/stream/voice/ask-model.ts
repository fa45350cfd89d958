import { z } from 'zod';
import { fetchJson } from '../../../src/kit/outgoing.ts';

/** The language model, as the settings name it. */
export interface LanguageModel {
  baseUrl: string;
  apiKey: string | undefined;
  model: string | undefined;
}

const ANSWER_MAX_BYTES = 64 * 1024;

const modelAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * What the model says to these messages; empty when its answer has another shape.
 * @throws OutgoingError when there is none within the limits
 */
export async function askModel(
  { baseUrl, apiKey, model }: LanguageModel,
  messages: readonly { role: string; content: string }[],
  { maxTokens, timeoutMs, signal }: { maxTokens: number; timeoutMs: number; signal?: AbortSignal },
): Promise<string> {
  const answer = await fetchJson(
    `${baseUrl}/chat/completions`,
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model: model ?? 'default', messages, max_tokens: maxTokens, stream: false }),
      ...(signal && { signal }),
    },
    { timeoutMs, maxBytes: ANSWER_MAX_BYTES },
  );
  const read = modelAnswer.safeParse(answer);
  return (read.success && read.data.choices[0]?.message.content) || '';
}
