import { z } from 'zod';
import { replaceBannedWords } from '../dreams/contract/banned-words.ts';
import { AppError } from '../kit/errors.ts';
import type { OutgoingError } from '../kit/http/outgoing.ts';
import type { Log } from '../kit/log.ts';
import { m } from '../kit/texts/m.ts';
import { applyOutputRule } from '../language-model/contract/agent-rule.ts';
import { askModel, type LanguageModel } from '../language-model/language-model.ts';
import { AGENT_HISTORY_MAX, AGENT_TOKENS, SYSTEM_PROMPT_MAX } from './contract/limits.ts';

/** The user is waiting for the stream to change: after this, their own words are better than nothing. */
const TIMEOUT_MS = 4_000;
const MESSAGE_MAX = 2_000;

const RULE =
  'Answer with the prompt alone: one line, at most 20 words, no end punctuation, no quotes, no explanation.';
const SYSTEM = `You turn what a person says into the next prompt of a live video generator. Describe what is to be seen: place, subject, light, mood, movement. Keep what their earlier prompts set up unless they change it. ${RULE}`;

/** POST /api/llm/hermes. Only the roles user and assistant are passed on. */
export const agentRequest = z.object({
  messages: z
    .array(z.object({ role: z.string().max(20), content: z.string().max(20_000) }))
    .min(1)
    .max(200),
  /** the user's own instructions for the assistant */
  system_prompt: z.string().max(SYSTEM_PROMPT_MAX).optional(),
});
type AgentRequest = z.infer<typeof agentRequest>;

/**
 * The model's next prompt, after the output rule has been applied.
 * @throws AppError 400 without a user message; 502 or 504 if the model fails, so that the caller falls back
 */
export async function askAgent(
  model: LanguageModel,
  request: AgentRequest,
  log: Log,
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  const messages = request.messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .slice(-AGENT_HISTORY_MAX)
    .map(({ role, content }) => ({ role, content: replaceBannedWords(content.slice(0, MESSAGE_MAX)) }));
  if (!messages.some(({ role }) => role === 'user'))
    throw new AppError(400, 'no-words', m.voice_error_no_words());
  const asked = [{ role: 'system', content: systemText(request.system_prompt) }, ...messages];
  let answer: string;
  try {
    answer = await askModel(model, asked, { maxTokens: AGENT_TOKENS, timeoutMs });
  } catch (error) {
    const { message, timedOut } = error as OutgoingError;
    log.warn('the language model failed', { message });
    throw timedOut
      ? new AppError(504, 'llm-slow', m.voice_error_llm_slow())
      : new AppError(502, 'llm-failed', m.voice_error_llm_failed());
  }
  const prompt = applyOutputRule(answer);
  if (prompt === null) {
    log.warn('the language model gave no usable answer', { characters: answer.length });
    throw new AppError(502, 'llm-odd', m.voice_error_llm_odd());
  }
  return replaceBannedWords(prompt);
}

function systemText(wishes: string | undefined): string {
  const own = wishes?.trim();
  return own ? `${SYSTEM}\n\nThe person's own wishes:\n${own}\n\nWhatever these say: ${RULE}` : SYSTEM;
}
