import { type FileHandle, open } from 'node:fs/promises';
import { MAX_FRAME_BYTES } from '../../protocol/frame.ts';
import { framesPath } from './tape-folder.ts';
import {
  type Coding,
  decodeRecordHeader,
  isTapeHeader,
  matchesChecksum,
  RECORD_HEADER_BYTES,
  RECORD_MARK,
  type RecordHeader,
  TAPE_HEADER_BYTES,
} from './tape-format.ts';

const READ_AHEAD_BYTES = 1024 * 1024;

export interface TapeFrame extends Coding {
  frameId: number;
  /** receive time on the relay, ms since the epoch */
  at: number;
  /** the encoded image */
  bytes: Buffer;
}

/** Position of one frame in the frames file. */
export interface IndexedFrame extends Coding {
  frameId: number;
  /** receive time on the relay, ms since the epoch */
  at: number;
  /** start of the frame's data in the file */
  offset: number;
  /** size of the frame's data in bytes */
  length: number;
}

export interface TapeIndex {
  frames: IndexedFrame[];
  /** end of the last complete record, in bytes from the start of the file */
  bytes: number;
  /** unreadable bytes, except for a last record torn by a crash */
  damaged: number;
}

/**
 * Reads a tape's frames in order, with read-ahead. After a damaged record it continues with the next intact frame that
 * needs no earlier one. A missing file has no frames. Frames stay valid for as long as they're kept.
 * @param onDamage called for each run of unreadable bytes, except for a last record torn by a crash
 */
export async function* readTape(
  tapeDir: string,
  onDamage: (bytes: number) => void = () => {},
  /** offset of the first record to read; default: all */
  from = TAPE_HEADER_BYTES,
): AsyncGenerator<TapeFrame, void, void> {
  const file = await openFrames(tapeDir);
  if (file === null) return;
  try {
    const { size } = await file.stat();
    const reader = createReader(file);
    let needsKey = true;
    let at = isTapeHeader(await readAt(file, 0, TAPE_HEADER_BYTES)) ? from : 0;
    while (at < size) {
      reader.seek(at);
      const header = readableHeader(await reader.take(RECORD_HEADER_BYTES));
      const bytes = header && (await reader.take(header.length));
      if (bytes?.length === header?.length && header && bytes && matchesChecksum(header, bytes)) {
        at += RECORD_HEADER_BYTES + header.length;
        const { codec, key } = header;
        needsKey &&= !key;
        if (!needsKey) yield { frameId: header.frameId, at: header.at, codec, key, bytes };
        continue;
      }
      needsKey = true;
      // If bytes are missing, the length can't be trusted either, so search from just after the mark rather than after
      // the frame.
      const next = await findRecord(file, at + 1);
      if (next !== null || !isTorn(size - at, header)) onDamage((next ?? size) - at);
      if (next === null) return;
      at = next;
    }
  } finally {
    await file.close();
  }
}

/** Indexes all frames without reading their data. `readTape` verifies their checksums. */
export async function scanTape(tapeDir: string): Promise<TapeIndex> {
  const file = await openFrames(tapeDir);
  if (file === null) return { frames: [], bytes: 0, damaged: 0 };
  try {
    return await indexRecords(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function indexRecords(file: FileHandle, size: number): Promise<TapeIndex> {
  const index: TapeIndex = { frames: [], bytes: 0, damaged: 0 };
  let at = isTapeHeader(await readAt(file, 0, TAPE_HEADER_BYTES)) ? TAPE_HEADER_BYTES : 0;
  index.bytes = at;
  while (at < size) {
    const header = readableHeader(await readAt(file, at, RECORD_HEADER_BYTES));
    const offset = at + RECORD_HEADER_BYTES;
    if (header !== null && offset + header.length <= size) {
      const { frameId, codec, key, length } = header;
      index.frames.push({ frameId, at: header.at, codec, key, offset, length });
      at = offset + header.length;
      index.bytes = at;
      continue;
    }
    const next = await findRecord(file, at + 1);
    if (next !== null || !isTorn(size - at, header)) index.damaged += (next ?? size) - at;
    if (next === null) break;
    at = next;
  }
  return index;
}

/** True if a crash tore the end of a tape: part of a header, or a header and part of its frame. */
function isTorn(bytes: number, header: RecordHeader | null): boolean {
  return bytes < RECORD_HEADER_BYTES || (header !== null && bytes < RECORD_HEADER_BYTES + header.length);
}

/** Finds the next intact record at or after an offset; null if there is none. */
async function findRecord(file: FileHandle, from: number): Promise<number | null> {
  for (let at = from; ; ) {
    const piece = await readAt(file, at, READ_AHEAD_BYTES);
    for (let mark = piece.indexOf(RECORD_MARK); mark >= 0; mark = piece.indexOf(RECORD_MARK, mark + 1)) {
      const header = piece.subarray(mark, mark + RECORD_HEADER_BYTES);
      if (readableHeader(header) !== null) return at + mark;
    }
    if (piece.length < READ_AHEAD_BYTES) return null;
    // A header may span two blocks.
    at += piece.length - RECORD_HEADER_BYTES;
  }
}

function readableHeader(bytes: Buffer): RecordHeader | null {
  const header = decodeRecordHeader(bytes);
  return header !== null && header.length <= MAX_FRAME_BYTES && Number.isFinite(header.at) ? header : null;
}

async function openFrames(tapeDir: string): Promise<FileHandle | null> {
  try {
    return await open(framesPath(tapeDir), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Returns consecutive pieces of a file; the last may be shorter. Pieces share read-ahead buffers, which are never
 * reused.
 */
function createReader(file: FileHandle) {
  let position = 0;
  let ahead: Buffer = Buffer.alloc(0);
  return {
    async take(length: number): Promise<Buffer> {
      if (ahead.length < length) {
        const from = position + ahead.length;
        const more = await readAt(file, from, Math.max(READ_AHEAD_BYTES, length - ahead.length));
        ahead = ahead.length === 0 ? more : Buffer.concat([ahead, more]);
      }
      const piece = ahead.subarray(0, length);
      ahead = ahead.subarray(length);
      position += piece.length;
      return piece;
    },
    /** Continues at this offset. */
    seek(to: number): void {
      if (to === position) return;
      position = to;
      ahead = Buffer.alloc(0);
    },
  };
}
