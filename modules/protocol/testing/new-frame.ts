import { encodeFrame, type Frame, readFrame } from '../frame.ts';

/** A frame as it comes from a worker. @throws Error where it breaks the protocol */
export function newFrame(header: { id: number; at: number }, jpeg: Uint8Array): Frame {
  const frame = readFrame(encodeFrame(header, jpeg));
  if (typeof frame === 'string') throw new Error(frame);
  return frame;
}
