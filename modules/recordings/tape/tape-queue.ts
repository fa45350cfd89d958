import { encodeRecordHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** Two buffers a record; the system takes at most 1024 in one call. */
const MAX_BATCH_RECORDS = 512;

interface QueuedFrame {
  frameId: number;
  at: number;
  jpeg: Uint8Array;
}

/** Bytes that a picture takes on the tape. */
export const recordBytes = (jpeg: Uint8Array): number => RECORD_HEADER_BYTES + jpeg.byteLength;

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
      bytes += recordBytes(frame.jpeg);
    },

    /** The records of the oldest, as many as go in one call. */
    nextRecords: (): Uint8Array[] =>
      waiting
        .slice(0, MAX_BATCH_RECORDS)
        .flatMap(({ frameId, at, jpeg }) => [encodeRecordHeader(frameId, at, jpeg), jpeg]),

    /** So many bytes of the records are written: takes out those that are whole, and answers how much that is. */
    takeWritten(written: number): { frames: number; bytes: number } {
      let frames = 0;
      let left = written;
      for (const { jpeg } of waiting) {
        if (recordBytes(jpeg) > left) break;
        left -= recordBytes(jpeg);
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
