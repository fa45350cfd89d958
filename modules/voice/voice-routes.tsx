import { openAsBlob } from 'node:fs';
import type { Hono } from 'hono';
import { type Dream, type DreamRepository, readDream, readOwnDream } from '../dreams/dreams.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { contentTypeOf } from '../kit/http/content-type.ts';
import { wantsHtml } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import { serveMedia } from '../kit/storage/media.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { m } from '../kit/texts/m.ts';
import type { Upload } from '../kit/uploads/receive-upload.ts';
import { createUploads } from '../kit/uploads/take-upload.ts';
import { createTurns } from '../kit/uploads/upload-slots.ts';
import type { AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { requirePerson } from '../web/guards.ts';
import {
  PHRASE_MAX_BYTES,
  VOICE_AFTER_END_MS,
  VOICE_MAX_BYTES,
  VOICE_PERSON_MAX_BYTES,
} from './contract/limits.ts';
import type { VoiceAnswer } from './contract/schemas.ts';
import { SPOKEN_LANGUAGES } from './contract/spoken-languages.ts';
import { RecordingsPage } from './pages/voice-recordings.tsx';
import { type SpeechServer, transcribe } from './transcribe.ts';
import { joinPart, keepRecording, listRecordings, type WholeRecording } from './voice-recordings.ts';

export interface VoiceDeps {
  repository: DreamRepository;
  storage: Storage;
  clock: Clock;
  log: Log;
  rateLimits: RateLimits;
  /** for incomplete uploads; on the same disk as the storage, emptied on startup */
  uploadsDir: string;
  /** true if the disk has space for this many more bytes */
  hasRoomForBytes(bytes: number): Promise<boolean>;
  /** null: this server doesn't transcribe */
  speech: SpeechServer | null;
}

/** Voice input for dreams: transcription, storage, and playback for its owner and for admins. */
export function registerVoice(app: Hono<AppEnv>, deps: VoiceDeps): void {
  const { repository, storage, clock, log, rateLimits } = deps;
  const takeUpload = createUploads({
    what: 'recording',
    field: 'audio',
    maxBytes: VOICE_MAX_BYTES,
    folder: deps.uploadsDir,
    hasRoomForBytes: deps.hasRoomForBytes,
  });
  const inTurn = createTurns();

  /**
   * Fields: `audio` and `session_id`; `keep=no` only transcribes (a phrase of a live dream), `transcribe=no` only
   * stores; `recording` identifies the recording within the dream by its start in ms since the epoch; `language` is the
   * code of the spoken language, if known; `offset` is the position of this part in the recording, so that uploads can
   * come in parts and be repeated. Answers 409 if the bytes before `offset` are missing. A dream accepts recordings
   * while it runs and until VOICE_AFTER_END_MS after its end.
   */
  app.post('/api/voice', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('voice', person.id);
    const hasDream = await repository.hasDreamSince(person.id, clock.now() - VOICE_AFTER_END_MS);
    // One upload at a time per user: two concurrent ones could both find space.
    const answer = await takeUpload(
      c.req.raw,
      person.id,
      (upload) => inTurn(person.id, () => take(upload, person.id)),
      hasDream ? null : notLive(),
    );
    return c.json(answer);
  });

  async function take({ fields, file }: Upload, userId: string): Promise<VoiceAnswer> {
    if (!file) throw field('audio', m.voice_error_missing());
    const dream = await findDream(userId, fields.get('session_id') ?? '');
    const keeps = fields.get('keep') !== 'no';
    requireLive(dream, keeps);
    if (!keeps && file.size > PHRASE_MAX_BYTES) {
      throw new AppError(
        413,
        'too-large',
        m.voice_error_phrase_size({ size: PHRASE_MAX_BYTES / 1024 / 1024 }),
      );
    }
    const recording = recordingOf(fields.get('recording'));
    const kept = await listRecordings(storage, dream.id);
    const earlier = kept.find((one) => one.recording === recording) ?? null;
    const whole = await joinPart(storage, earlier, offsetOf(fields.get('offset')), file);
    // Transcribe before the file is moved: not every system can still open it after that.
    const text =
      fields.get('transcribe') === 'no' ? null : await write(whole, languageOf(fields.get('language')));
    if (!keeps) return { text, voice_recording_url: null };
    const { key, bytes } = await keepRecording(
      storage,
      dream,
      { ...whole, recording },
      async (bytesOfDream) => {
        const elsewhere = await repository.countVoiceBytes(userId, dream.id);
        if (elsewhere + bytesOfDream > VOICE_PERSON_MAX_BYTES) {
          throw new AppError(413, 'too-much-voice', m.voice_error_storage_full());
        }
      },
    );
    await repository.saveVoice(dream.id, key, bytes);
    return { text, voice_recording_url: `/api/sessions/${dream.id}/voice` };
  }

  async function write({ path, type }: WholeRecording, language: string | null) {
    if (!deps.speech) return null;
    const audio = await openAsBlob(path, { type: type.contentType });
    return transcribe(deps.speech, { audio, fileName: `voice.${type.ending}`, language }, log);
  }

  async function findDream(userId: string, id: string): Promise<Dream> {
    if (id === '') throw field('session_id', m.voice_error_no_session());
    return readOwnDream(repository, userId, id.slice(0, 64));
  }

  /** Before the first frame, phrases are only transcribed, because they become the first prompt; nothing is stored. */
  function requireLive(dream: Dream, keeps: boolean): void {
    const before = dream.endedAt === null && dream.startedAt === null;
    if (before && !keeps) return;
    const late = dream.endedAt !== null && clock.now() - dream.endedAt > VOICE_AFTER_END_MS;
    if (dream.startedAt !== null && !late) return;
    throw notLive();
  }

  /** The latest recording, or the one given by `?recording=`. If there are several, browsers get a page. */
  app.get('/api/sessions/:id/voice', async (c) => {
    const person = requirePerson(c);
    const dream = await readDream(repository, person, c.req.param('id'), () =>
      notFound(m.voice_error_no_recording()),
    );
    if (!dream.voiceKey) throw notFound(m.voice_error_no_recording());
    const recordings = await listRecordings(storage, dream.id);
    const asked = c.req.query('recording');
    if (asked === undefined && recordings.length > 1 && wantsHtml(c)) {
      return renderPage(c, {
        title: m.voice_recordings_title(),
        page: <RecordingsPage address={c.req.path} recordings={recordings} />,
      });
    }
    const key =
      asked === undefined ? dream.voiceKey : recordings.find(({ recording }) => recording === asked)?.key;
    if (!key) throw notFound(m.voice_error_no_recording());
    return serveMedia(c.req.raw, storage, key, {
      contentType: contentTypeOf(key),
      disposition: 'inline',
      cacheControl: 'private, no-cache',
      isLarge: true,
    });
  });
}

function recordingOf(value = ''): string {
  if (value !== '' && !/^\d{13}$/.test(value)) {
    throw field('recording', m.voice_error_recording_time());
  }
  return value;
}

function languageOf(value = ''): string | null {
  if (value !== '' && !SPOKEN_LANGUAGES.includes(value)) {
    throw field('language', m.voice_error_language());
  }
  return value || null;
}

function offsetOf(value = '0'): number {
  const offset = Number(value);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > VOICE_MAX_BYTES) {
    throw field('offset', m.voice_error_offset());
  }
  return offset;
}

/** Recordings exceed the usual body limit. Allows for multipart boundaries and the other fields. */
export const VOICE_FORM_MAX_BYTES = VOICE_MAX_BYTES + 64 * 1024;

const notLive = () => new AppError(403, 'not-live', m.voice_error_not_live());

const field = (name: string, message: string) =>
  new AppError(400, 'bad-request', message, { extra: { field: name } });
