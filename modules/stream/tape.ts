import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FRAME_HEADER_BYTES, frameJpeg } from './frame.ts';
import { framesPath, metaPath, type TapeMeta, tapeFolder, writeTapeMeta } from './tape-folder.ts';
import { encodeRecordHeader, encodeTapeHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** How long a picture may wait in memory before it is handed to the system. */
const FLUSH_MS = 250;
/** How often what was written is forced onto the disk, against a loss of power. */
const SYNC_MS = 1000;
/** A batch this large is written without waiting for the timer. */
const EARLY_FLUSH_BYTES = 1024 * 1024;
/** What may wait for a slow disk; beyond it pictures are left out of the recording. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** Two buffers a record; the system takes at most 1024 in one call. */
const MAX_BATCH_RECORDS = 512;

/** The crash-safe recording of one live dream. */
export interface Tape {
  readonly sessionId: string;
  readonly dir: string;
  /** pictures that are in the file */
  readonly frames: number;
  /** bytes that are in the file */
  readonly bytes: number;
  /** pictures left out because the disk was too slow, or failed */
  readonly dropped: number;
  /** true once the disk refused: nothing more is recorded, what is there stays playable */
  readonly failed: boolean;
  /**
   * Records one frame message (header and JPEG), received at this time on the relay's clock (ms since the
   * epoch). Keeps the buffer until it is written, without copying; never waits and never throws.
   */
  append(frameMessage: Uint8Array, receivedAtMs: number): void;
  /** Writes what waits, forces it onto the disk and closes. Never rejects: `failed` tells. */
  close(): Promise<TapeSummary>;
}

export interface TapeSummary {
  frames: number;
  bytes: number;
  dropped: number;
  failed: boolean;
}

export interface TapeOptions {
  /** told once, when the disk refuses; the live picture must go on */
  onFailed?: (error: Error) => void;
  /** bytes that may wait for a slow disk, 32 MiB at first */
  maxQueuedBytes?: number;
  /** opens a file that must not exist yet; tests put a failing or stalling disk here */
  createFile?: (path: string) => Promise<TapeFile>;
}

/** The little that a tape needs of a file handle. */
export interface TapeFile {
  writev(buffers: Uint8Array[]): Promise<{ bytesWritten: number }>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

interface QueuedFrame {
  frameId: number;
  at: number;
  jpeg: Uint8Array;
}

/**
 * Starts the tape of a dream in `{tapesDir}/{sessionId}`. Returns at once: the folder is made by the first
 * write, and a fault there is reported like any other. A tape that already exists is never written over.
 * Throws only on a session id that is no plain name.
 */
export function openTape(tapesDir: string, meta: TapeMeta, options: TapeOptions = {}): Tape {
  const dir = tapeFolder(tapesDir, meta.sessionId);
  const maxQueuedBytes = options.maxQueuedBytes ?? MAX_QUEUED_BYTES;
  let queue: QueuedFrame[] = [];
  let queuedBytes = 0;
  let frames = 0;
  let bytes = 0;
  let dropped = 0;
  let failed = false;
  let closing: Promise<TapeSummary> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let syncing: Promise<void> | null = null;
  let lastSync = 0;
  let named = false;
  let file: TapeFile | null = null;

  function append(frameMessage: Uint8Array, receivedAtMs: number): void {
    if (failed || closing !== null || frameMessage.byteLength <= FRAME_HEADER_BYTES) {
      dropped += 1;
      return;
    }
    const jpeg = frameJpeg(frameMessage);
    const size = RECORD_HEADER_BYTES + jpeg.byteLength;
    if (queuedBytes + size > maxQueuedBytes) {
      dropped += 1;
      return;
    }
    queue.push({ frameId: readFrameId(frameMessage), at: receivedAtMs, jpeg });
    queuedBytes += size;
    if (writing !== null) return;
    if (queuedBytes >= EARLY_FLUSH_BYTES) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  }

  /** One writer at a time: it goes on for as long as a batch has gathered behind it. */
  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing ??= writeQueue().finally(() => {
      writing = null;
      if (queue.length > 0) timer ??= setTimeout(flush, FLUSH_MS);
    });
  }

  async function writeQueue(): Promise<void> {
    try {
      file ??= await createTape(dir, meta, options.createFile ?? createFile);
      if (bytes === 0) bytes += await writeAll(file, [encodeTapeHeader()]);
      do await writeBatch(file, queue.splice(0, MAX_BATCH_RECORDS));
      while (queuedBytes >= EARLY_FLUSH_BYTES);
      syncSometimes(file);
    } catch (error) {
      fail(error);
    }
  }

  async function writeBatch(target: TapeFile, batch: QueuedFrame[]): Promise<void> {
    const records = batch.flatMap(({ frameId, at, jpeg }) => [encodeRecordHeader(frameId, at, jpeg), jpeg]);
    try {
      const written = await writeAll(target, records);
      bytes += written;
      frames += batch.length;
      queuedBytes -= written;
    } catch (error) {
      // The file may hold a part of them, but nothing promises it.
      dropped += batch.length;
      throw error;
    }
  }

  /**
   * Beside the writer, not in its way: a disk that takes seconds to sync must not keep pictures in a memory
   * that dies with the process.
   */
  function syncSometimes(target: TapeFile): void {
    const now = performance.now();
    if (syncing !== null || now - lastSync < SYNC_MS) return;
    lastSync = now;
    syncing = sync(target)
      .catch(fail)
      .finally(() => {
        syncing = null;
      });
  }

  async function sync(target: TapeFile): Promise<void> {
    await target.datasync();
    // A new name survives a loss of power only once its folder is on the disk too.
    if (!named) for (const path of [metaPath(dir), dir, dirname(dir)]) await syncPath(path);
    named = true;
  }

  function fail(cause: unknown): void {
    if (failed) return;
    failed = true;
    dropped += queue.length;
    queue = [];
    queuedBytes = 0;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    try {
      options.onFailed?.(error);
    } catch {
      // The listener's own fault must not reach the live picture.
    }
  }

  async function finish(): Promise<TapeSummary> {
    while (writing !== null || (queue.length > 0 && !failed)) {
      flush();
      await writing;
    }
    if (timer !== null) clearTimeout(timer);
    timer = null;
    await syncing;
    try {
      if (file !== null && !failed) await sync(file);
      await file?.close();
    } catch (error) {
      fail(error);
    }
    return { frames, bytes, dropped, failed };
  }

  return {
    sessionId: meta.sessionId,
    dir,
    get frames() {
      return frames;
    },
    get bytes() {
      return bytes;
    },
    get dropped() {
      return dropped;
    },
    get failed() {
      return failed;
    },
    append,
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

async function createTape(
  dir: string,
  meta: TapeMeta,
  create: (path: string) => Promise<TapeFile>,
): Promise<TapeFile> {
  await mkdir(dir, { recursive: true });
  const file = await create(framesPath(dir));
  try {
    await writeTapeMeta(dir, meta);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

function createFile(path: string): Promise<TapeFile> {
  return open(path, 'wx');
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system may take a part of what it is given; a nearly full disk does. */
async function writeAll(file: TapeFile, buffers: Uint8Array[]): Promise<number> {
  let rest = buffers;
  let total = 0;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    if (bytesWritten === 0) throw new Error('the disk takes no more bytes');
    total += bytesWritten;
    rest = skipBytes(rest, bytesWritten);
  }
  return total;
}

function skipBytes(buffers: Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  for (const [index, buffer] of buffers.entries()) {
    if (left < buffer.byteLength) return [buffer.subarray(left), ...buffers.slice(index + 1)];
    left -= buffer.byteLength;
  }
  return [];
}

function readFrameId(message: Uint8Array): number {
  return new DataView(message.buffer, message.byteOffset, message.byteLength).getUint32(4);
}
