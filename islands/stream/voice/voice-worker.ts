import { replaceListedWords } from '../../../modules/dreams/contract/listed-words.ts';
import { api } from '../../../modules/kit/browser/api.ts';
import type { VoiceAnswer } from '../../../modules/voice/contract/schemas.ts';
import { VoiceActivity } from '../../../modules/voice/contract/voice-activity.ts';
import { HeardQueue } from './heard.ts';
import { SpokenSentences } from './spoken-sentences.ts';
import type { VoiceCommand, VoiceReport } from './voice-messages.ts';
import { encodeWav } from './wav.ts';
import { ModelError, startWhisper, type WhisperClient } from './whisper-client.ts';

/** Cuts phrases out of the sound, gets them transcribed and groups them into sentences. */
type Settings = Extract<VoiceCommand, { type: 'start' }>;
type WriteDown = (sound: Float32Array<ArrayBuffer>) => Promise<string | null>;

const LEVEL_EVERY_CHUNKS = 3;

const report = (message: VoiceReport) => self.postMessage(message);
const heard = new HeardQueue(
  (words) => report({ type: 'heard', ...words }),
  () => performance.now(),
);
let port: MessagePort | null = null;
let activity = new VoiceActivity();
let sentences: SpokenSentences | null = null;
let whisper: Promise<WhisperClient> | null = null;
let chunks = 0;

self.onmessage = ({ data }: MessageEvent<VoiceCommand>) => {
  if (data.type === 'start') void start(data);
  else if (data.type === 'stop') stop();
  else sentences?.discard();
};

async function start(settings: Settings) {
  stop();
  const own = settings.port;
  port = own;
  activity = new VoiceActivity();
  const writeDown = prepare(settings);
  sentences = listenTo(settings, writeDown);
  let isReady = false;
  own.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    listen(data);
    // A microphone may take a while to deliver sound after permission was given.
    if (isReady) report({ type: 'listening' });
    isReady = false;
  };
  try {
    await writeDown;
  } catch (error) {
    whisper = null;
    return fail(error);
  }
  if (port !== own) return;
  isReady = true;
  report({ type: 'ready' });
}

function fail(error: unknown) {
  const kind = error instanceof ModelError ? error.kind : 'unknown';
  report({ type: 'failed', kind, message: (error as Error).message });
}

function stop() {
  port?.close();
  port = null;
  const last = activity.finish();
  if (last) sentences?.add(last);
  sentences?.finish();
}

async function prepare(settings: Settings): Promise<WriteDown> {
  if (settings.mode === 'server') return (sound) => askServer(sound, settings);
  whisper ??= startWhisper(settings.thread, settings.model, (loaded, total) =>
    report({ type: 'loading', loaded, total }),
  );
  const model = await whisper;
  return async (sound) => {
    const { text, ms } = await model.write(sound, settings.spoken);
    report({ type: 'took', ms });
    return text;
  };
}

function listenTo(settings: Settings, writeDown: Promise<WriteDown>): SpokenSentences {
  return new SpokenSentences({
    transcribe: async (sound) => (await writeDown)(sound),
    show: (text) => report({ type: 'words', text: text && replaceListedWords(text) }),
    release: (text, seconds) => void heard.offer(text, seconds),
    onWriting: (pending) => report({ type: 'writing', pending }),
    onFault: fail,
    now: () => performance.now(),
    // The server limits calls and may pay for each.
    growing: settings.mode === 'local',
  });
}

function listen(chunk: Float32Array) {
  const phrase = activity.push(chunk);
  if (chunks++ % LEVEL_EVERY_CHUNKS === 0) {
    report({ type: 'level', level: activity.level, speaking: activity.speaking });
  }
  if (phrase) sentences?.add(phrase);
  else sentences?.listen(activity.speaking, () => activity.soFar());
}

/** Null if the server couldn't answer; the next phrase may succeed. */
async function askServer(
  sound: Float32Array<ArrayBuffer>,
  { sessionId, spoken: { language } }: Settings,
): Promise<string | null> {
  const form = new FormData();
  form.set('audio', encodeWav(sound), 'phrase.wav');
  form.set('session_id', sessionId);
  form.set('keep', 'no');
  if (language !== null) form.set('language', language);
  try {
    return (await api<VoiceAnswer>('POST', '/api/voice', form, { timeoutMs: null })).text;
  } catch {
    return null;
  }
}
