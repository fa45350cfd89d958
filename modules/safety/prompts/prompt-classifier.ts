import { fetchJson, OutgoingError } from '../../kit/http/outgoing.ts';
import {
  askModel,
  type LanguageModel,
  ModelDeclined,
  withoutPeople,
} from '../../language-model/language-model.ts';
import type { PromptVerdict } from '../contract/categories.ts';
import type { SafetyConfig } from '../contract/settings.ts';
import { asData, FORM, readBrokenVerdict, readVerdict, SYSTEM } from './model-verdict.ts';
import { readBrokenModeration, readModeration } from './moderation-answer.ts';
import { declinedVerdict } from './prompt-verdict.ts';

/** A person is waiting for the stream to change, so a slower classifier isn't waited for. */
const TIMEOUT_MS = 2_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** More than the answer needs, since some models add a few words. */
const ANSWER_TOKENS = 120;

export interface PromptClassifier {
  /** as the audit names it */
  name: string;
  /**
   * Answers or rejects within two seconds.
   * @throws Error with a readable message if there is no answer or it can't be parsed
   */
  classify(text: string): Promise<PromptVerdict>;
}

/** The classifier from the settings, or null. */
export function promptClassifierOf(
  config: Pick<
    SafetyConfig,
    'PROMPT_SAFETY' | 'MODERATION_BASE_URL' | 'MODERATION_API_KEY' | 'MODERATION_MODEL'
  >,
  model: LanguageModel | null,
  timeoutMs = TIMEOUT_MS,
): PromptClassifier | null {
  if (config.PROMPT_SAFETY === 'moderation')
    return { name: 'moderation server', classify: (text) => askModeration(config, text, timeoutMs) };
  if (config.PROMPT_SAFETY === 'llm' && model)
    return { name: 'language model', classify: (text) => askLanguageModel(model, text, timeoutMs) };
  return null;
}

async function askModeration(
  {
    MODERATION_BASE_URL: base,
    MODERATION_API_KEY: key,
    MODERATION_MODEL: model,
  }: Pick<SafetyConfig, 'MODERATION_BASE_URL' | 'MODERATION_API_KEY' | 'MODERATION_MODEL'>,
  text: string,
  timeoutMs: number,
): Promise<PromptVerdict> {
  const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
  const body = JSON.stringify({ ...(model && { model }), input: text });
  try {
    const limits = { timeoutMs, maxBytes: ANSWER_MAX_BYTES };
    return readModeration(await fetchJson(`${base}/moderations`, { method: 'POST', headers, body }, limits));
  } catch (error) {
    const verdict = error instanceof OutgoingError ? readBrokenModeration(error.broken) : null;
    if (verdict) return verdict;
    throw withoutPeople(error, [{ role: 'user', content: text }]);
  }
}

async function askLanguageModel(
  model: LanguageModel,
  text: string,
  timeoutMs: number,
): Promise<PromptVerdict> {
  const messages = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: asData(text) },
  ];
  try {
    const limits = { maxTokens: ANSWER_TOKENS, timeoutMs, form: FORM };
    return readVerdict(await askModel(model, messages, limits), text);
  } catch (error) {
    if (error instanceof ModelDeclined) return declinedVerdict(error.reasons);
    const verdict = error instanceof OutgoingError ? readBrokenVerdict(error.broken) : null;
    if (verdict) return verdict;
    throw error;
  }
}
