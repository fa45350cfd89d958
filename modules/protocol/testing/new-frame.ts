import { encodeFrame, type Frame, type FrameHeader, readFrame } from '../frame.ts';

/** A frame as received from a worker. @throws Error if it violates the protocol */
export function newFrame(header: FrameHeader, picture: Uint8Array): Frame {
  const frame = readFrame(encodeFrame(header, picture));
  if (typeof frame === 'string') throw new Error(frame);
  return frame;
}
