import { pictureFault } from '../kit/images/jpeg.ts';
import { CODEC } from './codecs.ts';
import type { VideoControl } from './controls.ts';
import { type Frame, HEADER_BYTES, readFrame } from './frame.ts';
import { VIDEO_FRAME_BYTES } from './limits.ts';

/** A frame with its header. */
export const VIDEO_MESSAGE_BYTES = HEADER_BYTES + VIDEO_FRAME_BYTES;

/** Each side may be this many times longer than declared, since cameras are turned. */
const SIZE_TOLERANCE = 2;

/**
 * Parses a frame of a camera or screen, for relay and worker alike. Reads headers only, never throws.
 * @returns the frame, or the fault as a sentence
 */
export function readVideoFrame(message: Uint8Array, { width, height }: VideoControl): Frame | string {
  const frame = readFrame(message);
  if (typeof frame === 'string') return frame;
  if (frame.codec !== CODEC.jpeg) return 'a frame of a camera must be a JPEG';
  if (frame.bytes.byteLength > VIDEO_FRAME_BYTES) return `it has more than ${VIDEO_FRAME_BYTES} bytes`;
  const longest = SIZE_TOLERANCE * Math.max(width, height);
  return pictureFault(frame.bytes, { width: longest, height: longest }) ?? frame;
}
