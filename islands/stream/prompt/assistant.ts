import { api } from '../../../modules/kit/browser/api.ts';
import { AGENT_HISTORY_MAX, AGENT_TOKENS } from '../../../modules/voice/contract/limits.ts';
import type { AgentAnswer } from '../../../modules/voice/contract/schemas.ts';

/** The server gives up on its model before this. */
const TIMEOUT_MS = 5_000;

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** Turns what a user says into a richer prompt, with the conversation as context. */
export class Assistant {
  /** messages from before this page was opened */
  #earlier: Message[] = [];
  #history: Message[] = [];
  readonly #systemPrompt: () => string;

  constructor(systemPrompt: () => string) {
    this.#systemPrompt = systemPrompt;
  }

  /** Clears the conversation. */
  reset() {
    this.#earlier = [];
    this.#history = [];
  }

  /** Adds the messages from before this page was opened. */
  remember(messages: Message[]) {
    this.#earlier = messages.slice(-AGENT_HISTORY_MAX);
  }

  /** @returns a prompt, or null on failure; the caller then sends the user's own words */
  rewrite = async (userText: string): Promise<string | null> => {
    const messages = [
      ...[...this.#earlier, ...this.#history].slice(1 - AGENT_HISTORY_MAX),
      { role: 'user' as const, content: userText },
    ];
    const history = this.#history;
    const prompt = await ask(messages, this.#systemPrompt());
    // Reset while this was in flight: it belongs to a conversation that is over.
    if (this.#history !== history && this.#history.length === 0) return prompt;
    this.#history = [
      ...this.#history,
      { role: 'user' as const, content: userText },
      { role: 'assistant' as const, content: prompt ?? userText },
    ].slice(-AGENT_HISTORY_MAX);
    return prompt;
  };
}

async function ask(messages: Message[], systemPrompt: string): Promise<string | null> {
  try {
    const request = {
      messages,
      max_tokens: AGENT_TOKENS,
      ...(systemPrompt && { system_prompt: systemPrompt }),
    };
    const [answer, { applyOutputRule }] = await Promise.all([
      api<AgentAnswer>('POST', '/api/llm/hermes', request, { timeoutMs: TIMEOUT_MS }),
      import('../../../modules/language-model/contract/agent-rule.ts'),
    ]);
    const content = answer.choices[0]?.message.content;
    return typeof content === 'string' ? applyOutputRule(content) : null;
  } catch {
    return null;
  }
}
