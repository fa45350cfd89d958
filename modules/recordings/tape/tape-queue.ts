import { encodeRecordHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** Two buffers a record; the system takes at most 1024 in one call. */
const MAX_BATCH_RECORDS = 512;

interface QueuedFrame {
  id: number;
  /** ms since the epoch at the relay */
  at: number;
  picture: Uint8Array;
}

/** Bytes that a picture takes on the tape. */
export const recordBytes = (picture: Uint8Array): number => RECORD_HEADER_BYTES + picture.byteLength;

/** The pictures of a tape that wait for its disk, in order. */
export function createTapeQueue() {
  let waiting: QueuedFrame[] = [];
  let bytes = 0;

  return {
    get length() {
      return waiting.length;
    },
    /** as records */
    get bytes() {
      return bytes;
    },

    push(frame: QueuedFrame): void {
      waiting.push(frame);
      bytes += recordBytes(frame.picture);
    },

    /** The records of the oldest, as many as go in one call. */
    nextRecords: (): Uint8Array[] =>
      waiting
        .slice(0, MAX_BATCH_RECORDS)
        .flatMap(({ id, at, picture }) => [encodeRecordHeader(id, at, picture), picture]),

    /** So many bytes of the records are written: takes out those that are whole, and answers how much that is. */
    takeWritten(written: number): { frames: number; bytes: number } {
      let frames = 0;
      let left = written;
      for (const { picture } of waiting) {
        if (recordBytes(picture) > left) break;
        left -= recordBytes(picture);
        frames += 1;
      }
      waiting.splice(0, frames);
      bytes -= written - left;
      return { frames, bytes: written - left };
    },

    /** Throws away what waits, and answers how many that were. */
    clear(): number {
      const { length } = waiting;
      waiting = [];
      bytes = 0;
      return length;
    },
  };
}
