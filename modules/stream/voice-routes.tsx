import type { Hono } from 'hono';
import type { Clock } from '../../src/clock.ts';
import type { AppEnv } from '../../src/context.ts';
import { renderPage } from '../../src/document.tsx';
import { AppError, badRequest, notFound } from '../../src/errors.ts';
import { wantsHtml } from '../../src/http.ts';
import type { Log } from '../../src/log.ts';
import { serveMedia } from '../../src/media.ts';
import type { RateLimits } from '../../src/rate-limit.ts';
import type { Storage } from '../../src/storage.ts';
import { requirePerson } from '../auth/guards.ts';
import type { Lifecycle } from '../dreams/lifecycle.ts';
import { audioType, contentTypeOf } from './audio-type.ts';
import { VOICE_MAX_BYTES } from './limits.ts';
import { RecordingsPage } from './pages/recordings.tsx';
import { type SpeechServer, transcribe } from './transcribe.ts';

export interface VoiceDeps {
  lifecycle: Lifecycle;
  storage: Storage;
  clock: Clock;
  log: Log;
  rateLimits: RateLimits;
  /** null: this server writes no speech down */
  speech: SpeechServer | null;
}

/** Of one dream: each page that it was spoken to makes a recording of its own. */
const RECORDINGS_MAX = 20;

/** What people say to their dreams: written down, kept, and heard again by them and by admins. */
export function registerVoice(app: Hono<AppEnv>, deps: VoiceDeps): void {
  const { lifecycle, storage, clock, log, rateLimits } = deps;

  /**
   * Fields: audio, session_id; `keep=no` only writes the words down (a phrase of a live dream), `transcribe=no`
   * only keeps the recording; `recording` tells the recordings of one dream apart: ms since the epoch when it began;
   * `offset` says how many of its bytes lie before this part, so that it can come in parts, and one that comes
   * twice does no harm. Answers 409 when those bytes are not here.
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
    const recording = recordingOf(form.get('recording'));
    const kept = await listRecordings(storage, dream.id);
    const earlier = kept.find((one) => one.recording === recording)?.key ?? null;
    const before = await readBefore(storage, earlier, offsetOf(form.get('offset')));
    if (before.byteLength + audio.size > VOICE_MAX_BYTES) throw tooLarge();
    const bytes = Buffer.concat([before, new Uint8Array(await audio.arrayBuffer())]);
    const type = audioType(bytes);
    if (!type) throw new AppError(415, 'not-audio', 'This is no audio that can be kept.');

    let address: string | null = null;
    if (form.get('keep') !== 'no') {
      if (earlier === null && kept.length >= RECORDINGS_MAX) throw tooMany();
      const key = `dreams/${dream.id}/voice${recording && `-${recording}`}.${type.ending}`;
      await storage.put(key, bytes, type.contentType);
      if (earlier && earlier !== key) await storage.delete(earlier);
      await lifecycle.saveVoice(dream.id, key, clock.now());
      address = `/api/sessions/${dream.id}/voice`;
    }
    const wanted = deps.speech && form.get('transcribe') !== 'no';
    const whole = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: type.contentType });
    const text =
      deps.speech && wanted ? await transcribe(deps.speech, whole, `voice.${type.ending}`, log) : null;
    return c.json({ text, voice_recording_url: address });
  });

  /** The last recording, or `?recording=` of them; somebody who opens it gets a page where there are several. */
  app.get('/api/sessions/:id/voice', async (c) => {
    const person = requirePerson(c);
    const dream = await lifecycle.find(c.req.param('id'));
    const mayHear = dream && (person.role === 'admin' || (dream.userId === person.id && !dream.hiddenAt));
    if (!mayHear || !dream.voiceKey) throw notFound('No recording');
    const recordings = await listRecordings(storage, dream.id);
    const asked = c.req.query('recording');
    if (asked === undefined && recordings.length > 1 && wantsHtml(c)) {
      return renderPage(c, {
        title: 'Voice recordings',
        page: <RecordingsPage address={c.req.path} recordings={recordings} />,
      });
    }
    const key =
      asked === undefined ? dream.voiceKey : recordings.find(({ recording }) => recording === asked)?.key;
    if (!key) throw notFound('No recording');
    return serveMedia(c.req.raw, storage, key, {
      contentType: contentTypeOf(key),
      disposition: 'inline',
      cacheControl: 'private, no-cache',
    });
  });
}

/** In the order in which they began; one without a name is from a caller who makes only one. */
async function listRecordings(storage: Storage, dreamId: string) {
  const keys = await storage.list(`dreams/${dreamId}/voice`);
  return keys.map((key) => ({ key, recording: key.match(/\/voice-(\d+)\.\w+$/)?.[1] ?? '' }));
}

function recordingOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string' || !/^\d{13}$/.test(value)) {
    throw field('recording', 'The recording is no time in ms.');
  }
  return value;
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

const tooMany = () => new AppError(413, 'too-many', `A dream has at most ${RECORDINGS_MAX} recordings.`);

const field = (name: string, message: string) =>
  new AppError(400, 'bad-request', message, { extra: { field: name } });
