import { CODEC, CODEC_IDS, CODECS, type Codec, isCodec, type SOUND_CODEC } from './codecs.ts';

/**
 * Binary layout of a frame, the same from worker to relay and from relay to viewer, so that the relay forwards the
 * worker's buffer and changes only the ack flag.
 *
 * 16 byte header, big-endian, then the image: 0 version (1) · 1 flags (bit 0 request_ack, bit 1 keyframe) · 2 codec
 * (codecs.ts) · 3 layer (0, or 1 for a frame that no other frame refers to) · 4–7 frame_id (uint32) · 8–15 timestamp
 * (float64, ms since the epoch at the generator). The image is a JPEG, or an H.264 access unit in Annex B (h264.ts). A
 * JPEG is always a keyframe, whatever its flags.
 */
export const HEADER_BYTES = 16;
const VERSION = 1;
const FLAG_REQUEST_ACK = 1;
const FLAG_KEYFRAME = 2;
const TOP_LAYER = 1;
const KNOWN = CODEC_IDS.map((id) => `${id} (${CODECS[id].label})`).join(', ');

/** More than any 1280 × 720 frame needs. Larger messages violate the protocol. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** A frame, parsed once on arrival. */
export interface Frame {
  /** frame_id; increases within a dream */
  readonly id: number;
  /** ms since the epoch at the generator */
  readonly at: number;
  readonly codec: Codec;
  /** can be decoded without earlier frames */
  readonly key: boolean;
  /** 0: later frames may refer to it; 1: it can be dropped without affecting others */
  readonly layer: number;
  /** the encoded image, a view of `message` */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** header and image as transmitted; shared by everyone who forwards the frame */
  readonly message: Uint8Array<ArrayBuffer>;
}

export interface FrameHeader {
  id: number;
  at: number;
  codec?: Codec | typeof SOUND_CODEC;
  /** video only */
  key?: boolean;
  layer?: number;
  requestAck?: boolean;
}

/** Builds a frame's message. The default codec is JPEG. */
export function encodeFrame(header: FrameHeader, picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const { id, at, codec = CODEC.jpeg, key = false, layer = 0, requestAck = false } = header;
  const message = new Uint8Array(HEADER_BYTES + picture.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(1, (requestAck ? FLAG_REQUEST_ACK : 0) | (key ? FLAG_KEYFRAME : 0));
  view.setUint8(2, codec);
  view.setUint8(3, layer);
  view.setUint32(4, id);
  view.setFloat64(8, at);
  message.set(picture, HEADER_BYTES);
  return message;
}

/** Parses a message. Never throws or copies. @returns the frame, or the fault as a sentence */
export function readFrame(given: Uint8Array): Frame | string {
  const message = given as Uint8Array<ArrayBuffer>;
  const { byteLength } = message;
  if (byteLength < HEADER_BYTES + 4) return 'frame is shorter than its header';
  if (byteLength > MAX_FRAME_BYTES) return `frame is larger than ${MAX_FRAME_BYTES} bytes`;
  if (message[0] !== VERSION) return `frame version ${message[0]} is not ${VERSION}`;
  const codec = message[2];
  const layer = message[3] ?? 0;
  if (!isCodec(codec)) return `frame codec ${codec} is not one of ${KNOWN}`;
  const { label, startsWith, video } = CODECS[codec];
  if (layer > (video ? TOP_LAYER : 0)) return `frame layer ${layer} is none of its codec`;
  if (startsWith.some((byte, at) => message[HEADER_BYTES + at] !== byte))
    return `frame does not hold ${label}`;
  const view = new DataView(message.buffer, message.byteOffset, byteLength);
  const at = view.getFloat64(8);
  if (!Number.isFinite(at)) return 'frame timestamp is not a number';
  return {
    id: view.getUint32(4),
    at,
    codec,
    key: video === null || ((message[1] ?? 0) & FLAG_KEYFRAME) !== 0,
    layer,
    bytes: message.subarray(HEADER_BYTES),
    message,
  };
}

export const asksForAck = ({ message }: Pick<Frame, 'message'>): boolean =>
  ((message[1] ?? 0) & FLAG_REQUEST_ACK) !== 0;

/** Asks the viewer to acknowledge this frame, by setting a flag in place. */
export function requestAck({ message }: Pick<Frame, 'message'>): void {
  message[1] = (message[1] ?? 0) | FLAG_REQUEST_ACK;
}
