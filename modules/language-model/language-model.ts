import { fetchJson, OutgoingError } from '../../src/kit/http/outgoing.ts';
import { serverWords } from '../../src/kit/http/server-words.ts';
import { createAdjustments, type Message } from './adjust-request.ts';
import { createModelChoice } from './choose-model.ts';
import { type ModelAnswer, readModelAnswer } from './read-model-answer.ts';
import type { LanguageModelConfig } from './settings.ts';

/** A server that speaks OpenAI's API, and the model asked of it. */
export interface LanguageModel {
  baseUrl: string;
  apiKey: string | undefined;
  model: string | undefined;
}

/** The one that the settings name; null where they name none. */
export const languageModelOf = (config: LanguageModelConfig): LanguageModel | null =>
  config.LLM_BASE_URL
    ? { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
    : null;

interface AskLimits {
  maxTokens: number;
  /** for all tries together */
  timeoutMs: number;
  signal?: AbortSignal;
}

const ANSWER_MAX_BYTES = 64 * 1024;
/** So many characters of a message are enough to know it by. */
const REPEATED = 20;

/** Adjustments learned of each server, for as long as the program runs. */
const servers = new WeakMap<LanguageModel, ReturnType<typeof createKnowledge>>();
const createKnowledge = () => ({ adjustments: createAdjustments(), choice: createModelChoice() });

/**
 * Answer of the model to these messages. A server that refuses the request's form, as newer ones do with
 * `max_tokens`, is asked once more in the form that it wants, and in that form from then on.
 * @throws OutgoingError when it says nothing within the limits, in the server's own words
 */
export async function askModel(
  server: LanguageModel,
  messages: readonly Message[],
  { maxTokens, timeoutMs, signal }: AskLimits,
): Promise<string> {
  const known = servers.get(server) ?? createKnowledge();
  servers.set(server, known);
  const { adjustments, choice } = known;
  const until = performance.now() + timeoutMs;
  const limits = () => ({
    timeoutMs: Math.max(1, Math.ceil(until - performance.now())),
    maxBytes: ANSWER_MAX_BYTES,
  });
  const headers = {
    'Content-Type': 'application/json',
    ...(server.apiKey && { Authorization: `Bearer ${server.apiKey}` }),
  };
  const model = server.model ?? (await choice.get(server.baseUrl, headers, limits()));
  const body = { ...(model && { model }), messages, max_tokens: maxTokens, stream: false };

  async function post(adjusted: object): Promise<string> {
    const request = { method: 'POST', headers, body: JSON.stringify(adjusted), ...(signal && { signal }) };
    const answer = readModelAnswer(await fetchJson(`${server.baseUrl}/chat/completions`, request, limits()));
    if (answer.text === '') throw silence(answer);
    return answer.text;
  }

  async function postAgain(refusal: unknown): Promise<string> {
    const other = refusal instanceof OutgoingError ? adjustments.after(refusal.said) : null;
    if (!other) throw refusal;
    const text = await post(other.apply(body));
    other.keep();
    return text;
  }

  try {
    return await post(adjustments.apply(body)).catch(postAgain);
  } catch (error) {
    choice.refused(error);
    throw withoutPeople(error, messages);
  }
}

function silence({ fault, said }: ModelAnswer): OutgoingError {
  const words = serverWords(said);
  return new OutgoingError(`the language model ${fault}${words && `: ${JSON.stringify(words)}`}`, { said });
}

/** Servers repeat what they were asked with; what people said is none of the log's. */
export function withoutPeople(error: unknown, messages: readonly Message[]): unknown {
  if (!(error instanceof OutgoingError)) return error;
  const repeated = messages
    .map(({ content }) => content.trim().slice(0, REPEATED))
    .filter((beginning) => beginning.length > 3)
    .map((beginning) => error.message.indexOf(beginning))
    .filter((at) => at >= 0);
  return repeated.length === 0
    ? error
    : new OutgoingError(`${error.message.slice(0, Math.min(...repeated))}…`, error);
}
