import type { Frame } from '../../protocol/frame.ts';
import { encodeRecordHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** Two buffers per record; the system accepts at most 1024 per call. */
const MAX_BATCH_RECORDS = 512;

interface QueuedFrame {
  frame: Frame;
  /** receive time on the relay, ms since the epoch */
  at: number;
}

/** Size of a frame's record on tape, in bytes. */
export const recordBytes = ({ bytes }: Frame): number => RECORD_HEADER_BYTES + bytes.byteLength;

/** Frames waiting to be written to a tape, in order. */
export function createTapeQueue() {
  let waiting: QueuedFrame[] = [];
  let bytes = 0;

  return {
    get length() {
      return waiting.length;
    },
    /** size as records */
    get bytes() {
      return bytes;
    },

    push(queued: QueuedFrame): void {
      waiting.push(queued);
      bytes += recordBytes(queued.frame);
    },

    /** Records of the oldest frames, as many as fit in one call. */
    nextRecords: (): Uint8Array[] =>
      waiting
        .slice(0, MAX_BATCH_RECORDS)
        .flatMap(({ frame, at }) => [encodeRecordHeader(frame, at), frame.bytes]),

    /** Removes and returns the frames whose records are complete within `written` bytes. */
    takeWritten(written: number): QueuedFrame[] {
      let frames = 0;
      let left = written;
      for (const { frame } of waiting) {
        if (recordBytes(frame) > left) break;
        left -= recordBytes(frame);
        frames += 1;
      }
      bytes -= written - left;
      return waiting.splice(0, frames);
    },

    /** Discards all waiting frames. @returns their number */
    clear(): number {
      const { length } = waiting;
      waiting = [];
      bytes = 0;
      return length;
    },
  };
}
