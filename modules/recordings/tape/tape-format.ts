import { crc32 } from 'node:zlib';
import { CODEC_IDS, CODECS } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';

/**
 * Tape format: a file header, then one record per frame. Append-only, so that whatever a crash leaves is playable from
 * the start.
 *
 * File header, 16 bytes: magic `RVRTAPE\n` · version (uint32) · reserved (uint32).
 *
 * Record, 28 bytes plus the frame: mark · frame length (uint32) · frame_id (uint32) · CRC-32 of the frame (uint32) ·
 * receive time (float64, ms since the epoch on the relay's clock) · CRC-32 of the preceding 24 bytes (uint32). The mark
 * is `FRM` and a letter from codecs.ts: `FRME` for a JPEG, `FRMK` for an H.264 keyframe and `FRMP` for an H.264 frame
 * that refers to earlier ones. Integers are big-endian. The header's own checksum means that a scan can trust lengths
 * and times without reading the frames.
 */
export const TAPE_HEADER_BYTES = 16;
export const RECORD_HEADER_BYTES = 28;
const MAGIC = Buffer.from('RVRTAPE\n', 'latin1');
const TAPE_VERSION = 1;
/** Start of every record's mark; readers search for it to resynchronise. */
export const RECORD_MARK = Buffer.from('FRM', 'latin1');

/** A recorded frame's codec, and whether it can be decoded without earlier frames. */
export type Coding = Pick<Frame, 'codec' | 'key'>;

const CODINGS: ReadonlyMap<string, Coding> = new Map(
  CODEC_IDS.flatMap((codec) => {
    const { key, delta } = CODECS[codec].tapeMarks;
    const marks: [string, Coding][] = [[key, { codec, key: true }]];
    return delta === null ? marks : [...marks, [delta, { codec, key: false }]];
  }),
);

export interface RecordHeader extends Coding {
  /** bytes of the frame that follows */
  length: number;
  frameId: number;
  /** CRC-32 of the frame */
  checksum: number;
  /** receive time on the relay, ms since the epoch */
  at: number;
}

export function encodeTapeHeader(): Buffer {
  const header = Buffer.alloc(TAPE_HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32BE(TAPE_VERSION, MAGIC.length);
  return header;
}

/** True if the file starts like a tape of this version. */
export function isTapeHeader(bytes: Buffer): boolean {
  return (
    bytes.length >= TAPE_HEADER_BYTES &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.readUInt32BE(MAGIC.length) === TAPE_VERSION
  );
}

/** Header for a frame that the relay received at this time. */
export function encodeRecordHeader(
  frame: Pick<Frame, 'id' | 'codec' | 'key'> & { bytes: Uint8Array },
  at: number,
): Buffer {
  const header = Buffer.allocUnsafe(RECORD_HEADER_BYTES);
  RECORD_MARK.copy(header);
  const { key, delta } = CODECS[frame.codec].tapeMarks;
  header.write(frame.key ? key : (delta ?? key), RECORD_MARK.length, 'latin1');
  header.writeUInt32BE(frame.bytes.byteLength, 4);
  header.writeUInt32BE(frame.id, 8);
  header.writeUInt32BE(crc32(frame.bytes), 12);
  header.writeDoubleBE(at, 16);
  header.writeUInt32BE(crc32(header.subarray(0, 24)), 24);
  return header;
}

/** Null if torn or damaged. */
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
  return CODINGS.get(String.fromCharCode(bytes[RECORD_MARK.length] ?? 0)) ?? null;
}

export function matchesChecksum(header: RecordHeader, bytes: Uint8Array): boolean {
  return crc32(bytes) === header.checksum;
}
