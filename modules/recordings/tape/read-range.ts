import { readTape, type TapeFrame } from './read-tape.ts';

/** A part of a tape. Times are receive times on the relay, in ms since the epoch. */
export interface TapeRange {
  /** shows the frame of this time first, preceded by those that its decoder needs */
  from: number;
  /** true: the decoder already has the frame of `from`, so the next one comes first */
  continues?: boolean;
  /** the last frame is the last one until this time */
  to: number;
  /** ends earlier than `to` once it has this many bytes */
  maxBytes: number;
}

/**
 * Reads a part of a tape, which may still be growing, from an offset at or before it.
 * @param offset of a record at or before the keyframe to start from
 */
export async function* readRange(
  tapeDir: string,
  offset: number,
  { from, continues = false, to, maxBytes }: TapeRange,
): AsyncGenerator<TapeFrame, void, void> {
  let bytes = 0;
  /** the newest keyframe until `from`, with the frames that refer to it */
  let lead: TapeFrame[] = [];
  let leadBytes = 0;
  for await (const frame of readTape(tapeDir, () => {}, offset)) {
    if (frame.at > to && (continues || lead.length > 0 || bytes > 0)) break;
    if (frame.at <= from) {
      if (continues) continue;
      if (frame.key) [lead, leadBytes] = [[], 0];
      lead.push(frame);
      leadBytes += frame.bytes.length;
      // A generator that sends no keyframes must not make us read the whole tape into memory.
      if (leadBytes > maxBytes) break;
      continue;
    }
    yield* lead.splice(0);
    bytes += leadBytes;
    leadBytes = 0;
    if (bytes >= maxBytes) return;
    bytes += frame.bytes.length;
    yield frame;
  }
  yield* lead;
}
