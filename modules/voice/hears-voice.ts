import { SAMPLE_RATE } from './contract/limits.ts';
import { VoiceActivity } from './contract/voice-activity.ts';

const CHUNK = 512;

/** True if someone speaks in a 16 kHz recording. */
export function hearsVoice(sound: Float32Array): boolean {
  const activity = new VoiceActivity();
  for (let at = 0; at + CHUNK <= sound.length; at += CHUNK) {
    if ((activity.push(sound.subarray(at, at + CHUNK)) ?? activity.soFar()) !== null) return true;
  }
  return activity.finish() !== null;
}

/** Longer sounds aren't measured: stray phrases are shorter, and each second takes 2 ms of CPU. */
const MAX_MEASURED_SECONDS = 4;

/** Seconds of speech in a short 16 kHz recording. Undefined for longer ones. */
export function spokenSecondsIn(sound: Float32Array): number | undefined {
  if (sound.length > MAX_MEASURED_SECONDS * SAMPLE_RATE) return undefined;
  const activity = new VoiceActivity();
  let seconds = 0;
  for (let at = 0; at + CHUNK <= sound.length; at += CHUNK)
    seconds += activity.push(sound.subarray(at, at + CHUNK))?.seconds ?? 0;
  return seconds + (activity.finish()?.seconds ?? 0);
}

/**
 * The first channel of a 16-bit WAV file, resampled to 16 kHz well enough to detect a voice.
 * @returns null for any other format
 */
export function readWav(bytes: Uint8Array): Float32Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = findChunk(view, 'fmt ');
  const data = findChunk(view, 'data');
  if (!format || !data || format.length < 16) return null;
  const [kind, channels] = [view.getUint16(format.at, true), view.getUint16(format.at + 2, true)];
  const [rate, bits] = [view.getUint32(format.at + 4, true), view.getUint16(format.at + 14, true)];
  if (kind !== 1 || bits !== 16 || channels === 0 || rate === 0) return null;
  const step = rate / SAMPLE_RATE;
  const frames = Math.floor(data.length / 2 / channels);
  return Float32Array.from({ length: Math.floor(frames / step) }, (_, index) => {
    const frame = Math.floor(index * step);
    return view.getInt16(data.at + frame * channels * 2, true) / 0x8000;
  });
}

function findChunk(view: DataView, name: string): { at: number; length: number } | null {
  const word = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
  if (view.byteLength < 12 || word(0) !== 'RIFF' || word(8) !== 'WAVE') return null;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (word(at) === name) return { at: at + 8, length: Math.min(length, view.byteLength - at - 8) };
    at += 8 + length + (length % 2);
  }
  return null;
}
