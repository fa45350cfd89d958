import { fetchJson, OutgoingError } from '../kit/http/outgoing.ts';
import { serverErrorText } from '../kit/http/server-error-text.ts';
import { createAdjustments, type Message } from './adjust-request.ts';
import { createModelChoice } from './choose-model.ts';
import type { LanguageModelConfig } from './contract/settings.ts';
import { isFiltered, isFilterRefusal, ModelDeclined } from './model-declined.ts';
import { type ModelAnswer, readModelAnswer } from './read-model-answer.ts';

export { ModelDeclined };

/** A server with an OpenAI-compatible API, and the model to use. */
export interface LanguageModel {
  baseUrl: string;
  apiKey: string | undefined;
  model: string | undefined;
}

/** The configured model. Null if none is configured. */
export const languageModelOf = (config: LanguageModelConfig): LanguageModel | null =>
  config.LLM_BASE_URL
    ? { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
    : null;

interface AskLimits {
  maxTokens: number;
  /** for all attempts together */
  timeoutMs: number;
  signal?: AbortSignal;
  /** `response_format`, for servers that enforce one */
  form?: object;
}

const ANSWER_MAX_BYTES = 64 * 1024;
/** Status codes for requests that a server can't parse. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 422]);
/** Characters of a message that are enough to recognise it. */
const REPEATED = 20;

/** Adjustments learned per server, for the lifetime of the process. */
const servers = new WeakMap<LanguageModel, ReturnType<typeof createKnowledge>>();
const createKnowledge = () => ({ adjustments: createAdjustments(), choice: createModelChoice() });

/**
 * The model's answer to these messages. If a server rejects the request's format, as newer ones do with `max_tokens`,
 * retries with an adjusted request and keeps the adjustment.
 * @throws ModelDeclined if the model or its filter declines to answer
 * @throws OutgoingError if there is no answer within the limits, with the server's own words
 */
export async function askModel(
  server: LanguageModel,
  messages: readonly Message[],
  { maxTokens, timeoutMs, signal, form }: AskLimits,
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
  const body = {
    ...(model && { model }),
    messages,
    max_tokens: maxTokens,
    stream: false,
    ...(form && { response_format: form }),
  };

  async function post(adjusted: object): Promise<string> {
    const request = { method: 'POST', headers, body: JSON.stringify(adjusted), ...(signal && { signal }) };
    const answered = await fetchJson(`${server.baseUrl}/chat/completions`, request, limits()).catch(declined);
    const answer = readModelAnswer(answered);
    if (answer.declined) throw new ModelDeclined(faultOf(answer), answer.body);
    if (answer.text === '') throw silence(answer);
    return answer.text;
  }

  /** Each adjustment is tried once; a server that repeats the same complaint wants something else. */
  const tried = new Set<number>();
  function nextWay(refusal: unknown, way: ReadonlySet<number>): ReadonlySet<number> {
    if (!(refusal instanceof OutgoingError) || refusal instanceof ModelDeclined) throw refusal;
    const { body, status } = refusal;
    const named = adjustments.named(body, form !== undefined && UNREADABLE.has(status ?? 0));
    if (named === null || tried.has(named)) throw refusal;
    tried.add(named);
    return way.symmetricDifference(new Set([named]));
  }

  try {
    for (let way = adjustments.known(); ; ) {
      try {
        const text = await post(adjustments.apply(way, body));
        adjustments.keep(way);
        return text;
      } catch (refusal) {
        way = nextWay(refusal, way);
      }
    }
  } catch (error) {
    choice.refused(error);
    throw withoutPeople(error, messages);
  }
}

/** Rethrows, as ModelDeclined if the server rejected the content of the request rather than its format. */
function declined(error: unknown): never {
  if (error instanceof OutgoingError && error.status !== null && isFilterRefusal(error.body))
    throw new ModelDeclined(error.message, error.body);
  const [, reason = ''] =
    (error instanceof OutgoingError && error.broken.match(/"finish_reason"\s{0,4}:\s{0,4}"([^"]{1,60})"/)) ||
    [];
  if (isFiltered(reason)) throw new ModelDeclined('the language model was stopped by its filter');
  throw error;
}

const silence = (answer: ModelAnswer) => new OutgoingError(faultOf(answer), { body: answer.body });

function faultOf({ fault, body }: ModelAnswer): string {
  const words = serverErrorText(body);
  return `the language model ${fault}${words && `: ${JSON.stringify(words)}`}`;
}

/** Removes users' words from an error before it is logged; servers echo what they were sent. */
export function withoutPeople(error: unknown, messages: readonly Message[]): unknown {
  if (!(error instanceof OutgoingError)) return error;
  const repeated = messages
    .map(({ content }) => content.trim().slice(0, REPEATED))
    .filter((beginning) => beginning.length > 3)
    .map((beginning) => error.message.indexOf(beginning))
    .filter((at) => at >= 0);
  if (repeated.length === 0) return error;
  const words = `${error.message.slice(0, Math.min(...repeated))}…`;
  return error instanceof ModelDeclined
    ? new ModelDeclined(words, error.body)
    : new OutgoingError(words, error);
}
