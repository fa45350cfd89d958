import { SOUND_CODEC } from './codecs.ts';
import { encodeFrame, HEADER_BYTES } from './frame.ts';

/**
 * A dream's sound: Opus packets of 20 ms, 48 kHz stereo, each a message with the header of a frame (frame.ts) and codec
 * 16. They have their own ids, and the timestamp of their first sample on the frames' clock. They are never acknowledged.
 */
export const SOUND_RATE = 48_000;
export const SOUND_CHANNELS = 2;
export const PACKET_MS = 20;
export const PACKET_SAMPLES = (SOUND_RATE * PACKET_MS) / 1000;
/** More than Opus needs at its highest rate. */
export const SOUND_PACKET_MAX = 4 * 1024;
/** Longest caption, in characters. */
export const CAPTION_MAX = 100;

export interface SoundPacket {
  id: number;
  /** ms since the epoch at the generator */
  at: number;
  /** one Opus packet, a view of `message` */
  bytes: Uint8Array<ArrayBuffer>;
  message: Uint8Array<ArrayBuffer>;
}

export const isSound = (message: Uint8Array): boolean => message[2] === SOUND_CODEC;

export const encodeSound = (id: number, at: number, opus: Uint8Array): Uint8Array<ArrayBuffer> =>
  encodeFrame({ id, at, codec: SOUND_CODEC }, opus);

/** Parses a message with sound. Never throws or copies. @returns the packet, or the fault as a sentence */
export function readSound(given: Uint8Array): SoundPacket | string {
  const message = given as Uint8Array<ArrayBuffer>;
  const { byteLength } = message;
  if (byteLength <= HEADER_BYTES) return 'sound is shorter than its header';
  if (byteLength > HEADER_BYTES + SOUND_PACKET_MAX) return `sound is larger than ${SOUND_PACKET_MAX} bytes`;
  if (message[0] !== 1) return `sound version ${message[0]} is not 1`;
  const view = new DataView(message.buffer, message.byteOffset, byteLength);
  const at = view.getFloat64(8);
  if (!Number.isFinite(at)) return 'sound timestamp is not a number';
  return { id: view.getUint32(4), at, bytes: message.subarray(HEADER_BYTES), message };
}
