/**
 * The binary layout of one picture, the same from worker to relay and from relay to viewer, so that the
 * relay forwards the worker's buffer and touches only the ack flag.
 *
 * Sixteen header bytes, big-endian, then the JPEG:
 * 0 version (1) · 1 flags (bit 0 request_ack) · 2 codec (0 JPEG) · 3 layer (0) · 4–7 frame_id (uint32) ·
 * 8–15 timestamp (float64, ms since the epoch at the generator).
 */
export const FRAME_HEADER_BYTES = 16;
const FRAME_VERSION = 1;
const CODEC_JPEG = 0;
const ONLY_LAYER = 0;
const FLAG_REQUEST_ACK = 1;

/** Larger than any 1280×720 JPEG that a generator may send; a bigger frame breaks the protocol. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

export interface FrameHeader {
  frameId: number;
  /** ms since the epoch at the generator */
  timestamp: number;
  requestAck: boolean;
}

/** Builds one binary frame message. */
export function encodeFrame(header: FrameHeader, jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(FRAME_HEADER_BYTES + jpeg.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, FRAME_VERSION);
  view.setUint8(1, header.requestAck ? FLAG_REQUEST_ACK : 0);
  view.setUint8(2, CODEC_JPEG);
  view.setUint32(4, header.frameId);
  view.setFloat64(8, header.timestamp);
  message.set(jpeg, FRAME_HEADER_BYTES);
  return message;
}

/** Reads the header, or returns the fault as a sentence. Never throws. */
export function readFrameHeader(message: Uint8Array): FrameHeader | string {
  if (message.byteLength < FRAME_HEADER_BYTES + 4) return 'frame is shorter than its header';
  if (message.byteLength > MAX_FRAME_BYTES) return `frame is larger than ${MAX_FRAME_BYTES} bytes`;
  if (message[0] !== FRAME_VERSION) return `frame version ${message[0]} is not ${FRAME_VERSION}`;
  if (message[2] !== CODEC_JPEG) return `frame codec ${message[2]} is not JPEG (${CODEC_JPEG})`;
  if (message[3] !== ONLY_LAYER) return `frame layer ${message[3]} is not ${ONLY_LAYER}`;
  if (message[FRAME_HEADER_BYTES] !== 0xff || message[FRAME_HEADER_BYTES + 1] !== 0xd8) {
    return 'frame does not hold a JPEG';
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const timestamp = view.getFloat64(8);
  if (!Number.isFinite(timestamp)) return 'frame timestamp is not a number';
  return {
    frameId: view.getUint32(4),
    timestamp,
    requestAck: ((message[1] ?? 0) & FLAG_REQUEST_ACK) !== 0,
  };
}

/** Asks the viewer to acknowledge this frame, or not, in place. */
export function setRequestAck(message: Uint8Array, on: boolean): void {
  message[1] = on ? (message[1] ?? 0) | FLAG_REQUEST_ACK : (message[1] ?? 0) & ~FLAG_REQUEST_ACK;
}

/** The JPEG inside a frame message, as a view on the same memory. */
export function frameJpeg(message: Uint8Array): Uint8Array {
  return message.subarray(FRAME_HEADER_BYTES);
}
