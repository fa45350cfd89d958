import type { Hono } from 'hono';
import { AppError } from '../kit/errors.ts';
import { jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import { m } from '../kit/texts/m.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import type { AppEnv } from '../web/context.ts';
import { requirePerson } from '../web/guards.ts';
import { agentRequest, askAgent } from './agent.ts';
import type { AgentAnswer } from './contract/schemas.ts';

export interface AssistDeps {
  log: Log;
  rateLimits: RateLimits;
  /** null: agent mode is off */
  agent: LanguageModel | null;
}

/** Assistance with writing prompts. */
export function registerAssist(app: Hono<AppEnv>, deps: AssistDeps): void {
  const { log, rateLimits } = deps;

  app.post('/api/llm/hermes', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('llm', person.id);
    const request = await jsonBody(c, agentRequest);
    if (!deps.agent) throw new AppError(503, 'no-llm', m.voice_error_no_llm(), { retryAfter: 3600 });
    const content = await askAgent(deps.agent, request, log);
    const answer: AgentAnswer = {
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    };
    return c.json(answer);
  });
}
