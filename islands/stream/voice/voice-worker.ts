import type { VoiceAnswer } from '../../../modules/stream/schemas.ts';
import { type Phrase, VoiceActivity } from '../../../modules/stream/shared/speech/voice-activity.ts';
import { api } from '../../api.ts';
import { HeardQueue } from './heard.ts';
import type { VoiceCommand, VoiceReport } from './voice-messages.ts';
import { encodeWav } from './wav.ts';

/**
 * Listens: cuts phrases out of the sound and has them written down, one after the other. The model is loaded
 * only when it is wanted, so that this worker itself is small.
 */
type WriteDown = (phrase: Float32Array<ArrayBuffer>) => Promise<string | null>;

const LEVEL_EVERY_CHUNKS = 3;
/** Words that come much later than they were said change a dream that has gone on. */
const MAX_PENDING = 3;

const report = (message: VoiceReport) => self.postMessage(message);
const heard = new HeardQueue(
  (words) => report({ type: 'heard', ...words }),
  () => performance.now(),
);
let port: MessagePort | null = null;
let activity = new VoiceActivity();
let writeDown: WriteDown | null = null;
let chain: Promise<void> = Promise.resolve();
let pending = 0;
let chunks = 0;

self.onmessage = ({ data }: MessageEvent<VoiceCommand>) => {
  if (data.type === 'start') void start(data);
  else stop();
};

async function start(settings: Extract<VoiceCommand, { type: 'start' }>) {
  stop();
  const own = settings.port;
  port = own;
  activity = new VoiceActivity();
  let ready = false;
  // What is said while the model loads is let go: words that come minutes late belong to no picture.
  own.onmessage = ({ data }: MessageEvent<Float32Array>) => ready && listen(data);
  try {
    writeDown ??= await prepare(settings);
  } catch (error) {
    return report({ type: 'failed', message: (error as Error).message });
  }
  if (port !== own) return;
  ready = true;
  report({ type: 'ready' });
}

function stop() {
  port?.close();
  port = null;
  const last = activity.finish();
  if (last) write(last);
}

async function prepare(settings: Extract<VoiceCommand, { type: 'start' }>): Promise<WriteDown> {
  if (settings.mode === 'server') return (phrase) => askServer(phrase, settings.sessionId);
  const { loadWhisper } = await import('./whisper.ts');
  return loadWhisper(settings, (loaded, total) => report({ type: 'loading', loaded, total }));
}

function listen(chunk: Float32Array) {
  const phrase = activity.push(chunk);
  if (chunks++ % LEVEL_EVERY_CHUNKS === 0) {
    report({ type: 'level', level: activity.level, speaking: activity.speaking });
  }
  if (phrase) write(phrase);
}

function write({ sound, seconds }: Phrase) {
  const job = writeDown;
  if (!job || pending >= MAX_PENDING) return;
  pending++;
  report({ type: 'writing', pending });
  chain = chain.then(async () => {
    try {
      const text = await job(sound);
      if (text !== null) heard.offer(text, seconds);
    } catch (error) {
      report({ type: 'failed', message: (error as Error).message });
    }
    pending--;
    report({ type: 'writing', pending });
  });
}

/** null when the server could not tell; the next phrase may do better. */
async function askServer(phrase: Float32Array<ArrayBuffer>, sessionId: string): Promise<string | null> {
  const form = new FormData();
  form.set('audio', encodeWav(phrase), 'phrase.wav');
  form.set('session_id', sessionId);
  form.set('keep', 'no');
  try {
    return (await api<VoiceAnswer>('POST', '/api/voice', form, { timeoutMs: null })).text;
  } catch {
    return null;
  }
}
