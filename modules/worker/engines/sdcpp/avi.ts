import { m } from '../../../kit/texts/m.ts';
import { EngineFault } from '../kit/adapter.ts';

/** A clip's parts: JPEGs in order, and 16-bit sound if it has any. */
export interface Avi {
  jpegs: Uint8Array[];
  sound: PcmSound | null;
}

export interface PcmSound {
  rate: number;
  channels: number;
  /** interleaved, little-endian, 16 bits per sample */
  pcm: Uint8Array;
}

/** More frames than any clip has. */
const MAX_IMAGES = 1_000;
const MAX_CHANNELS = 8;
/** A few samples at a low rate would become hours of sound. */
const MIN_RATE = 4_000;
const MAX_RATE = 192_000;
const PCM = 1;

/**
 * Splits an AVI of Motion JPEG into its frames, which needs no decoder: every frame is a chunk of its own.
 * @throws EngineFault if it is cut short, isn't an AVI, or isn't Motion JPEG
 */
export function splitAvi(bytes: Uint8Array, engine: string): Avi {
  const fault = () => new EngineFault(m.worker_video_unreadable({ engine }));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const jpegs: Uint8Array[] = [];
  const pcm: Uint8Array[] = [];
  const streams: string[] = [];
  let format: Omit<PcmSound, 'pcm'> | null = null;
  if (bytes.length < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'AVI ') throw fault();
  if (view.getUint32(4, true) + 8 > bytes.length) throw fault();
  walk(12, bytes.length);
  if (jpegs.length === 0 || streams[0] !== 'vids') throw fault();
  return {
    jpegs,
    sound: format && pcm.length > 0 ? { ...(format as object as PcmSound), pcm: joined(pcm) } : null,
  };

  function walk(from: number, end: number): void {
    for (let at = from; at + 8 <= end; ) {
      const [name, size] = [nameAt(at), view.getUint32(at + 4, true)];
      const body = at + 8;
      if (body + size > end) throw fault();
      if (name === 'LIST' && size >= 4) walk(body + 4, body + size);
      else read(name, body, size);
      // chunks start at even positions
      at = body + size + (size % 2);
    }
  }

  function read(name: string, at: number, size: number): void {
    const chunk = bytes.subarray(at, at + size);
    if (name === 'strh' && size >= 8) streams.push(nameAt(at));
    if (name === 'strf' && streams.at(-1) === 'vids' && (size < 20 || nameAt(at + 16) !== 'MJPG'))
      throw fault();
    if (name === 'strf' && streams.at(-1) === 'auds' && size >= 16) format = soundFormat(at);
    // an empty chunk repeats the frame before it
    if (/^\d\dd[bc]$/.test(name)) {
      const jpeg = size > 0 ? chunk : jpegs.at(-1);
      if (!jpeg || jpegs.length >= MAX_IMAGES) throw fault();
      jpegs.push(jpeg);
    }
    if (/^\d\dwb$/.test(name)) pcm.push(chunk);
  }

  /** Null for sound that isn't plain 16-bit PCM: the clip stays silent. */
  function soundFormat(at: number): Omit<PcmSound, 'pcm'> | null {
    const [kind, channels] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const [rate, bits] = [view.getUint32(at + 4, true), view.getUint16(at + 14, true)];
    const isPlain = kind === PCM && bits === 16;
    const isSane = channels > 0 && channels <= MAX_CHANNELS && rate >= MIN_RATE && rate <= MAX_RATE;
    return isPlain && isSane ? { channels, rate } : null;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
