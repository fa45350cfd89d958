/**
 * The binary layout of one frame, the same from worker to relay and from relay to viewer, so that the relay forwards the
 * worker's buffer and touches only the ack flag.
 *
 * Sixteen header bytes, big-endian, then the picture:
 * 0 version (1) · 1 flags (bit 0 request_ack) · 2 codec (0 JPEG) · 3 layer (0) · 4–7 frame_id (uint32) ·
 * 8–15 timestamp (float64, ms since the epoch at the generator).
 */
const HEADER_BYTES = 16;
const VERSION = 1;
const FLAG_REQUEST_ACK = 1;
const ONLY_LAYER = 0;

/** Coding of a frame's image. */
export const CODEC = { jpeg: 0 } as const;
export type Codec = (typeof CODEC)[keyof typeof CODEC];

/** Larger than any 1280×720 JPEG that a generator may send; a bigger frame breaks the protocol. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** One frame, parsed once where it arrives. */
export interface Frame {
  /** frame_id; grows from frame to frame of a dream */
  readonly id: number;
  /** ms since the epoch at the generator */
  readonly at: number;
  readonly codec: Codec;
  /** shows without any frame before it */
  readonly key: boolean;
  /** 0 is needed by later frames */
  readonly layer: number;
  /** the coded picture, a view on the message */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** header and picture as they travel; shared by all who send the frame on */
  readonly message: Uint8Array<ArrayBuffer>;
}

/** Builds the message of one JPEG frame. */
export function encodeFrame(
  { id, at, requestAck = false }: { id: number; at: number; requestAck?: boolean },
  jpeg: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(HEADER_BYTES + jpeg.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(1, requestAck ? FLAG_REQUEST_ACK : 0);
  view.setUint8(2, CODEC.jpeg);
  view.setUint32(4, id);
  view.setFloat64(8, at);
  message.set(jpeg, HEADER_BYTES);
  return message;
}

/** Parses a message, or returns the fault as a sentence. Never throws, never copies. */
export function readFrame(given: Uint8Array): Frame | string {
  const message = given as Uint8Array<ArrayBuffer>;
  if (message.byteLength < HEADER_BYTES + 4) return 'frame is shorter than its header';
  if (message.byteLength > MAX_FRAME_BYTES) return `frame is larger than ${MAX_FRAME_BYTES} bytes`;
  if (message[0] !== VERSION) return `frame version ${message[0]} is not ${VERSION}`;
  if (message[2] !== CODEC.jpeg) return `frame codec ${message[2]} is not JPEG (${CODEC.jpeg})`;
  if (message[3] !== ONLY_LAYER) return `frame layer ${message[3]} is not ${ONLY_LAYER}`;
  if (message[HEADER_BYTES] !== 0xff || message[HEADER_BYTES + 1] !== 0xd8) {
    return 'frame does not hold a JPEG';
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const at = view.getFloat64(8);
  if (!Number.isFinite(at)) return 'frame timestamp is not a number';
  return {
    id: view.getUint32(4),
    at,
    codec: CODEC.jpeg,
    key: true,
    layer: ONLY_LAYER,
    bytes: message.subarray(HEADER_BYTES),
    message,
  };
}

export const asksForAck = ({ message }: Pick<Frame, 'message'>): boolean =>
  ((message[1] ?? 0) & FLAG_REQUEST_ACK) !== 0;

/** Asks the viewer to acknowledge this frame, in place. */
export function requestAck({ message }: Pick<Frame, 'message'>): void {
  message[1] = (message[1] ?? 0) | FLAG_REQUEST_ACK;
}
