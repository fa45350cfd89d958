import { crc32 } from 'node:zlib';
import { CODEC, type Frame } from '../../protocol/frame.ts';

/**
 * The bytes of a tape: a file header, then one record a picture, appended only, so that whatever a crash
 * leaves behind is a playable beginning.
 *
 * File header, 16 bytes: magic `RVRTAPE\n` · version (uint32) · reserved (uint32).
 * Record, 28 bytes and the picture: mark · length of the picture (uint32) · frame_id (uint32) · CRC-32 of the picture
 * (uint32) · received (float64, ms since the epoch on the relay's clock) · CRC-32 of the 24 bytes before it
 * (uint32). The mark is `FRME` of a JPEG, `FRMK` of an H.264 keyframe and `FRMP` of a picture of H.264 that refers to
 * those before it. Integers are big-endian. The header has a checksum of its own, so that a scan that skips the
 * pictures can still trust every length and time that it reads.
 */
export const TAPE_HEADER_BYTES = 16;
export const RECORD_HEADER_BYTES = 28;
const MAGIC = Buffer.from('RVRTAPE\n', 'latin1');
const TAPE_VERSION = 1;
/** Every record's mark starts with it; a reader that has lost its place looks for it. */
export const RECORD_MARK = Buffer.from('FRM', 'latin1');
const JPEG_MARK = 'E'.charCodeAt(0);
const KEY_MARK = 'K'.charCodeAt(0);
const PICTURE_MARK = 'P'.charCodeAt(0);

/** Coding of a recorded picture, and whether it shows without those before it. */
export type Coding = Pick<Frame, 'codec' | 'key'>;

/** One record's header as read back. */
export interface RecordHeader extends Coding {
  /** bytes of the picture, which follow the header */
  length: number;
  frameId: number;
  /** CRC-32 of the picture */
  checksum: number;
  /** when the relay received the picture, ms since the epoch */
  at: number;
}

/** The bytes that every tape starts with. */
export function encodeTapeHeader(): Buffer {
  const header = Buffer.alloc(TAPE_HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32BE(TAPE_VERSION, MAGIC.length);
  return header;
}

/** True if a file starts like a tape that this version can read. */
export function isTapeHeader(bytes: Buffer): boolean {
  return (
    bytes.length >= TAPE_HEADER_BYTES &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.readUInt32BE(MAGIC.length) === TAPE_VERSION
  );
}

/** The header to write in front of a picture that the relay received at this time. */
export function encodeRecordHeader(frame: Omit<Frame, 'at' | 'layer' | 'message'>, at: number): Buffer {
  const header = Buffer.allocUnsafe(RECORD_HEADER_BYTES);
  RECORD_MARK.copy(header);
  header[3] = frame.codec === CODEC.jpeg ? JPEG_MARK : frame.key ? KEY_MARK : PICTURE_MARK;
  header.writeUInt32BE(frame.bytes.byteLength, 4);
  header.writeUInt32BE(frame.id, 8);
  header.writeUInt32BE(crc32(frame.bytes), 12);
  header.writeDoubleBE(at, 16);
  header.writeUInt32BE(crc32(header.subarray(0, 24)), 24);
  return header;
}

/** Reads a record header, or null where the tape is torn or damaged. */
export function decodeRecordHeader(bytes: Buffer): RecordHeader | null {
  if (bytes.length < RECORD_HEADER_BYTES) return null;
  const coding = codingOf(bytes);
  if (coding === null || bytes.readUInt32BE(24) !== crc32(bytes.subarray(0, 24))) return null;
  return {
    ...coding,
    length: bytes.readUInt32BE(4),
    frameId: bytes.readUInt32BE(8),
    checksum: bytes.readUInt32BE(12),
    at: bytes.readDoubleBE(16),
  };
}

function codingOf(bytes: Buffer): Coding | null {
  if (!bytes.subarray(0, RECORD_MARK.length).equals(RECORD_MARK)) return null;
  if (bytes[3] === JPEG_MARK) return { codec: CODEC.jpeg, key: true };
  if (bytes[3] === KEY_MARK) return { codec: CODEC.h264, key: true };
  return bytes[3] === PICTURE_MARK ? { codec: CODEC.h264, key: false } : null;
}

/** True if the picture is the one that the header was written for. */
export function matchesChecksum(header: RecordHeader, picture: Uint8Array): boolean {
  return crc32(picture) === header.checksum;
}
