import type { Hono } from 'hono';
import type { Clock } from '../../src/clock.ts';
import type { AppEnv } from '../../src/context.ts';
import { AppError, badRequest, notFound } from '../../src/errors.ts';
import { jsonBody } from '../../src/http.ts';
import type { Log } from '../../src/log.ts';
import { serveMedia } from '../../src/media.ts';
import type { RateLimits } from '../../src/rate-limit.ts';
import type { Storage } from '../../src/storage.ts';
import { requirePerson } from '../auth/guards.ts';
import type { Lifecycle } from '../dreams/lifecycle.ts';
import { type AgentModel, agentRequest, askAgent } from './agent.ts';
import { audioType, contentTypeOf } from './audio-type.ts';
import { VOICE_MAX_BYTES } from './limits.ts';
import { type SpeechServer, transcribe } from './transcribe.ts';

export interface AssistDeps {
  lifecycle: Lifecycle;
  storage: Storage;
  clock: Clock;
  log: Log;
  rateLimits: RateLimits;
  /** null: agent mode is off */
  agent: AgentModel | null;
  /** null: this server writes no speech down */
  speech: SpeechServer | null;
  /** a folder with voice models that browsers get from us, or null */
  voiceModels: Storage | null;
}

/** The calls that help a person to say what they want to see: the assistant and the voice. */
export function registerAssist(app: Hono<AppEnv>, deps: AssistDeps): void {
  const { lifecycle, storage, clock, log, rateLimits } = deps;

  app.post('/api/llm/hermes', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('llm', person.id);
    const request = await jsonBody(c, agentRequest);
    if (!deps.agent)
      throw new AppError(503, 'no-llm', 'This server has no language model.', { retryAfter: 3600 });
    const content = await askAgent(deps.agent, request, log);
    return c.json({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
  });

  /**
   * Fields: audio, session_id; `keep=no` only writes the words down (a phrase of a live dream), `transcribe=no`
   * only keeps the recording; `offset` says how many bytes of the recording lie before this part, so that it can
   * come in parts, and one that comes twice does no harm. Answers 409 when those bytes are not here.
   */
  app.post('/api/voice', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('voice', person.id);
    if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) {
      throw new AppError(415, 'media-type', 'Send the recording as multipart/form-data.');
    }
    const form = await c.req.formData().catch(() => {
      throw badRequest('The form is not valid.');
    });
    const audio = form.get('audio');
    const sessionId = form.get('session_id');
    if (!(audio instanceof Blob)) throw field('audio', 'A recording is missing.');
    if (typeof sessionId !== 'string' || sessionId === '') throw field('session_id', 'Name the dream.');
    if (audio.size > VOICE_MAX_BYTES) throw tooLarge();
    const dream = await lifecycle.find(sessionId.slice(0, 64));
    if (dream?.userId !== person.id || dream.hiddenAt) throw notFound('No dream');
    const before = await readBefore(storage, dream.voiceKey, offsetOf(form.get('offset')));
    if (before.byteLength + audio.size > VOICE_MAX_BYTES) throw tooLarge();
    const bytes = Buffer.concat([before, new Uint8Array(await audio.arrayBuffer())]);
    const type = audioType(bytes);
    if (!type) throw new AppError(415, 'not-audio', 'This is no audio that can be kept.');

    let address: string | null = null;
    if (form.get('keep') !== 'no') {
      const key = `dreams/${dream.id}/voice.${type.ending}`;
      await storage.put(key, bytes, type.contentType);
      if (dream.voiceKey && dream.voiceKey !== key) await storage.delete(dream.voiceKey);
      await lifecycle.saveVoice(dream.id, key, clock.now());
      address = `/api/sessions/${dream.id}/voice`;
    }
    const wanted = deps.speech && form.get('transcribe') !== 'no';
    const recording = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: type.contentType });
    const text =
      deps.speech && wanted ? await transcribe(deps.speech, recording, `voice.${type.ending}`, log) : null;
    return c.json({ text, voice_recording_url: address });
  });

  app.get('/api/sessions/:id/voice', async (c) => {
    const person = requirePerson(c);
    const dream = await lifecycle.find(c.req.param('id'));
    const mayHear = dream && (person.role === 'admin' || (dream.userId === person.id && !dream.hiddenAt));
    if (!mayHear || !dream.voiceKey) throw notFound('No recording');
    return serveMedia(c.req.raw, storage, dream.voiceKey, {
      contentType: contentTypeOf(dream.voiceKey),
      disposition: 'inline',
      cacheControl: 'private, no-cache',
    });
  });

  app.get('/voice-models/*', async (c) => {
    requirePerson(c);
    const key = decodeURIComponent(c.req.path.slice('/voice-models/'.length));
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

function offsetOf(value: unknown): number {
  if (value === null) return 0;
  const offset = Number(value);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > VOICE_MAX_BYTES) {
    throw field('offset', 'The offset is no number of bytes.');
  }
  return offset;
}

/** The first bytes of the recording that is kept. @throws AppError 409 when there are fewer */
async function readBefore(storage: Storage, key: string | null, bytes: number): Promise<Uint8Array> {
  if (bytes === 0) return new Uint8Array();
  const file = key === null ? null : await storage.open(key, { start: 0, end: bytes - 1 });
  if (!file || file.size < bytes) {
    await file?.stream.cancel();
    throw new AppError(409, 'misplaced-part', 'What lies before this part is not here.');
  }
  return new Uint8Array(await new Response(file.stream).arrayBuffer());
}

/** Recordings are longer than any other call; a form has its borders and fields beside them. */
export const VOICE_FORM_MAX_BYTES = VOICE_MAX_BYTES + 64 * 1024;

const tooLarge = () =>
  new AppError(413, 'too-large', `A recording has at most ${VOICE_MAX_BYTES / 1024 / 1024} MiB.`);

const field = (name: string, message: string) =>
  new AppError(400, 'bad-request', message, { extra: { field: name } });
