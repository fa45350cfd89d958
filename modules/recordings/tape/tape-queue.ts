import type { Frame } from '../../protocol/frame.ts';
import { encodeRecordHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** Two buffers a record; the system takes at most 1024 in one call. */
const MAX_BATCH_RECORDS = 512;

interface QueuedFrame {
  frame: Frame;
  /** ms since the epoch at the relay */
  at: number;
}

/** Bytes that a picture takes on the tape. */
export const recordBytes = ({ bytes }: Frame): number => RECORD_HEADER_BYTES + bytes.byteLength;

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

    push(queued: QueuedFrame): void {
      waiting.push(queued);
      bytes += recordBytes(queued.frame);
    },

    /** The records of the oldest, as many as go in one call. */
    nextRecords: (): Uint8Array[] =>
      waiting
        .slice(0, MAX_BATCH_RECORDS)
        .flatMap(({ frame, at }) => [encodeRecordHeader(frame, at), frame.bytes]),

    /** So many bytes of the records are written: takes out those that are whole, and answers how much that is. */
    takeWritten(written: number): { frames: number; bytes: number } {
      let frames = 0;
      let left = written;
      for (const { frame } of waiting) {
        if (recordBytes(frame) > left) break;
        left -= recordBytes(frame);
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
