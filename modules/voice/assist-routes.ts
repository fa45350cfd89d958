import type { Hono } from 'hono';
import { AppError, notFound } from '../../src/kit/errors.ts';
import { jsonBody } from '../../src/kit/http/http.ts';
import type { RateLimits } from '../../src/kit/http/rate-limit.ts';
import type { Log } from '../../src/kit/log.ts';
import { serveMedia } from '../../src/kit/storage/media.ts';
import type { Storage } from '../../src/kit/storage/storage.ts';
import type { AppEnv } from '../../src/web/context.ts';
import { requirePerson } from '../../src/web/guards.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import { agentRequest, askAgent } from './agent.ts';
import { createVoiceModelList } from './list-voice-model.ts';
import type { AgentAnswer } from './schemas.ts';

export interface AssistDeps {
  log: Log;
  rateLimits: RateLimits;
  /** null: agent mode is off */
  agent: LanguageModel | null;
  /** a folder with voice models that browsers get from us, or null */
  voiceModels: Storage | null;
}

/** As the hub lists the files of a model. */
const LISTED = /^api\/models\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)\/tree\/\w+$/;

/** Help for a person to say what they want to see: the assistant, and the models that understand speech. */
export function registerAssist(app: Hono<AppEnv>, deps: AssistDeps): void {
  const { log, rateLimits } = deps;
  const listVoiceModel = deps.voiceModels && createVoiceModelList(deps.voiceModels);

  app.post('/api/llm/hermes', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('llm', person.id);
    const request = await jsonBody(c, agentRequest);
    if (!deps.agent)
      throw new AppError(503, 'no-llm', 'This server has no language model.', { retryAfter: 3600 });
    const content = await askAgent(deps.agent, request, log);
    const answer: AgentAnswer = {
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    };
    return c.json(answer);
  });

  app.get('/voice-models/*', async (c) => {
    requirePerson(c);
    // The hub's own addresses, of which the revision means nothing here.
    const asked = c.req.path.slice('/voice-models/'.length);
    const listed = asked.match(LISTED)?.[1];
    if (listed !== undefined && listVoiceModel) {
      const files = await listVoiceModel(listed);
      if (files.length === 0) throw notFound('No voice model');
      return c.json(files);
    }
    const key = asked.replace(/\/resolve\/\w+\//, '/');
    if (
      !deps.voiceModels ||
      !/^[\w.-]+(\/[\w.-]+)*\.(json|onnx|onnx_data|txt)$/.test(key) ||
      key.includes('..')
    ) {
      throw notFound('No voice model');
    }
    return serveMedia(c.req.raw, deps.voiceModels, key, {
      contentType: key.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      disposition: 'inline',
      cacheControl: 'private, max-age=3600',
    });
  });
}
