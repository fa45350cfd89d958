import { encodeFrame, type Frame, type FrameHeader, readFrame } from './frame.ts';

/**
 * Frames one after the other, as an HTTP answer carries them: for each, the length of its message (uint32, big-endian),
 * then the message.
 */
const LENGTH_BYTES = 4;

export function packFrame(header: FrameHeader, picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = encodeFrame(header, picture);
  const packed = new Uint8Array(LENGTH_BYTES + message.byteLength);
  new DataView(packed.buffer).setUint32(0, message.byteLength);
  packed.set(message, LENGTH_BYTES);
  return packed;
}

/** Unpacks an answer as it arrives. Frames that this version can't read are left out. */
export async function* unpackFrames(answer: ReadableStream<Uint8Array>): AsyncGenerator<Frame, void, void> {
  const reader = answer.getReader();
  let rest = new Uint8Array();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      rest = joined(rest, piece.value);
      for (let length = lengthIn(rest); length !== null; length = lengthIn(rest)) {
        const frame = readFrame(rest.slice(LENGTH_BYTES, LENGTH_BYTES + length));
        rest = rest.subarray(LENGTH_BYTES + length);
        if (typeof frame !== 'string') yield frame;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Length of the first message, once it is there completely. */
function lengthIn(bytes: Uint8Array): number | null {
  if (bytes.byteLength < LENGTH_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return bytes.byteLength < LENGTH_BYTES + length ? null : length;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.byteLength + other.byteLength);
  both.set(one);
  both.set(other, one.byteLength);
  return both;
}
