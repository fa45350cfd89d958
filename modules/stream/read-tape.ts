import { type FileHandle, open } from 'node:fs/promises';
import { MAX_FRAME_BYTES } from './frame.ts';
import { framesPath } from './tape-folder.ts';
import {
  decodeRecordHeader,
  isTapeHeader,
  matchesChecksum,
  RECORD_HEADER_BYTES,
  type RecordHeader,
  TAPE_HEADER_BYTES,
} from './tape-format.ts';

const READ_AHEAD_BYTES = 1024 * 1024;

/** One recorded picture. */
export interface TapeFrame {
  frameId: number;
  /** when the relay received it, ms since the epoch */
  at: number;
  jpeg: Buffer;
}

/** Where one picture lies in the frames file. */
export interface IndexedFrame {
  frameId: number;
  /** when the relay received it, ms since the epoch */
  at: number;
  /** of the JPEG, from the start of the file */
  offset: number;
  /** of the JPEG, bytes */
  length: number;
}

/** The table of contents of a tape. */
export interface TapeIndex {
  frames: IndexedFrame[];
  /** bytes of the file that hold whole records */
  bytes: number;
  /** true when something unreadable follows them, such as the record that a crash tore */
  torn: boolean;
}

/**
 * The pictures of a tape in order, read ahead in pieces. Ends quietly where the tape is torn. A picture
 * whose own bytes are damaged is left out, and the ones after it still come. A missing file holds none.
 * Each picture is valid for as long as it is kept.
 */
export async function* readTape(tapeDir: string): AsyncGenerator<TapeFrame, void, void> {
  const file = await openFrames(tapeDir);
  if (file === null) return;
  try {
    const reader = createReader(file);
    if (!isTapeHeader(await reader.take(TAPE_HEADER_BYTES))) return;
    while (true) {
      const header = readableHeader(await reader.take(RECORD_HEADER_BYTES));
      if (header === null) return;
      const jpeg = await reader.take(header.length);
      if (jpeg.length < header.length) return;
      if (matchesChecksum(header, jpeg)) yield { frameId: header.frameId, at: header.at, jpeg };
    }
  } finally {
    await file.close();
  }
}

/** Times and places of all pictures without reading them; their own checksums are left to `readTape`. */
export async function scanTape(tapeDir: string): Promise<TapeIndex> {
  const file = await openFrames(tapeDir);
  if (file === null) return { frames: [], bytes: 0, torn: false };
  try {
    return await indexRecords(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function indexRecords(file: FileHandle, size: number): Promise<TapeIndex> {
  const frames: IndexedFrame[] = [];
  if (!isTapeHeader(await readAt(file, 0, TAPE_HEADER_BYTES))) return { frames, bytes: 0, torn: size > 0 };
  let position = TAPE_HEADER_BYTES;
  while (position < size) {
    const header = readableHeader(await readAt(file, position, RECORD_HEADER_BYTES));
    const offset = position + RECORD_HEADER_BYTES;
    if (header === null || offset + header.length > size) break;
    frames.push({ frameId: header.frameId, at: header.at, offset, length: header.length });
    position = offset + header.length;
  }
  return { frames, bytes: position, torn: position < size };
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

/** Hands out consecutive pieces, shorter at the end of the file. Pieces share read-ahead memory, never reused. */
function createReader(file: FileHandle): { take(length: number): Promise<Buffer> } {
  let position = 0;
  let ahead: Buffer = Buffer.alloc(0);
  return {
    async take(length) {
      if (ahead.length < length) {
        const more = await readAt(file, position, Math.max(READ_AHEAD_BYTES, length - ahead.length));
        position += more.length;
        ahead = ahead.length === 0 ? more : Buffer.concat([ahead, more]);
      }
      const piece = ahead.subarray(0, length);
      ahead = ahead.subarray(length);
      return piece;
    },
  };
}
