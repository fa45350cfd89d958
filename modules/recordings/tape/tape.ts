import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from '../../protocol/frame.ts';
import { createAppended, createTape, TapeExists, type TapeFile, writeAll } from './tape-file.ts';
import { type TapeMeta, tapeFolder } from './tape-folder.ts';
import { encodeTapeHeader } from './tape-format.ts';
import { createTapeQueue, recordBytes } from './tape-queue.ts';
import { createTapeSync } from './tape-sync.ts';
import { createTapeTrouble } from './tape-trouble.ts';

/** Longest wait of a frame in memory before it is handed to the system. */
const FLUSH_MS = 250;
/** A batch this large is written without waiting for the timer. */
const EARLY_FLUSH_BYTES = 1024 * 1024;
/** Bytes that may wait for a slow disk; beyond it frames are left out of the recording. */
export const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** The same for a disk that refuses, as many tapes may meet at once: some seconds of pictures. */
export const MAX_REFUSED_BYTES = 8 * 1024 * 1024;
/** A disk that refuses is asked again after these waits, and then every last one of them. */
const RETRY_MS = [250, 500, 1000, 2000];
/** Time that the end of a tape waits for a disk that refuses. */
const CLOSE_PATIENCE_MS = 3000;
/** Seconds that a tape may run ahead of its budget. */
const BURST_SECONDS = 10;

/** The crash-safe recording of one live dream. */
export interface Tape {
  readonly sessionId: string;
  readonly dir: string;
  /** pictures that are in the file */
  readonly frames: number;
  /** bytes of the file that hold whole records */
  readonly bytes: number;
  /** pictures left out because the disk was too slow, or refused for too long */
  readonly dropped: number;
  /** nothing more is recorded before a frame that shows without others */
  readonly needsKey: boolean;
  /** true once nothing more can be recorded; what is there stays playable */
  readonly failed: boolean;
  /**
   * Records one frame, received at this time on the relay's clock (ms since the epoch). Keeps its buffer until it is
   * written, without copying; never waits and never throws.
   */
  append(frame: Frame, receivedAtMs: number): void;
  /** Writes what waits, forces it onto the disk and closes. Never rejects: see `failed`. */
  close(): Promise<TapeSummary>;
}

export interface TapeSummary {
  frames: number;
  bytes: number;
  dropped: number;
  /** pictures at the end are missing, or may be after a loss of power */
  failed: boolean;
}

export interface TapeOptions {
  /**
   * Called with the reason when the disk begins to refuse, full or broken, and with null once the recording goes on.
   * The live picture must go on all the same.
   */
  onTrouble?: (reason: Error | null) => void;
  /** whether the disk has room for more pictures beside what others need of it; always at first */
  hasRoom?: () => Promise<boolean>;
  /** what is promised to this tape; beyond it pictures are left out, unless there is room to spare */
  budget?: { bytesPerSecond: number; mayExceed(): boolean };
  /** opens a file for appending that must not exist yet: the disk, whose faults no test can wait for */
  createFile?: (path: string) => Promise<TapeFile>;
}

/**
 * Starts the tape of a dream in `{tapesDir}/{sessionId}`. Returns at once: the folder is made by the first
 * write. A disk that refuses is asked again and again, while the newest pictures wait in memory as far as that
 * goes; the file is cut back to its last whole record first. A tape that already exists is never written over.
 * Throws only on a session id that is no plain name.
 */
export function openTape(tapesDir: string, meta: TapeMeta, options: TapeOptions = {}): Tape {
  const dir = tapeFolder(tapesDir, meta.sessionId);
  const queue = createTapeQueue();
  const trouble = createTapeTrouble(options.onTrouble);
  const sync = createTapeSync(dir, trouble);
  let frames = 0;
  let bytes = 0;
  let dropped = 0;
  /** nothing is recorded before the next frame that shows without others */
  let needsKey = true;
  let failed = false;
  let retries = 0;
  let closing: Promise<TapeSummary> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  /** a part of a record may lie at the end of the file */
  let ragged = false;
  let file: TapeFile | null = null;

  function append(frame: Frame, receivedAtMs: number): void {
    if ((needsKey && !frame.key) || !takes(recordBytes(frame), receivedAtMs)) {
      dropped += 1;
      // Later ones refer to it, and would be drawn on a picture that is not the one that they were made for.
      if (frame.layer === 0) needsKey = true;
      return;
    }
    needsKey = false;
    queue.push({ frame, at: receivedAtMs });
    if (writing !== null) return;
    if (queue.bytes >= EARLY_FLUSH_BYTES && !trouble.refusesWrites) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  }

  function takes(size: number, at: number): boolean {
    if (failed || closing !== null) return false;
    const mayWait = trouble.refusesWrites ? MAX_REFUSED_BYTES : MAX_QUEUED_BYTES;
    return queue.bytes + size <= mayWait && !isOverBudget(size, at);
  }

  function isOverBudget(more: number, at: number): boolean {
    const { budget } = options;
    if (!budget) return false;
    const seconds = (at - meta.startedAt) / 1000 + BURST_SECONDS;
    return bytes + queue.bytes + more > seconds * budget.bytesPerSecond && !budget.mayExceed();
  }

  /** One writer at a time: it goes on for as long as a batch has gathered behind it. */
  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing ??= writeQueue().finally(() => {
      writing = null;
      if (queue.length > 0 && closing === null) timer ??= setTimeout(flush, nextWait());
    });
  }

  const nextWait = () =>
    trouble.refusesWrites ? (RETRY_MS[Math.min(retries, RETRY_MS.length) - 1] ?? FLUSH_MS) : FLUSH_MS;

  async function writeQueue(): Promise<void> {
    try {
      if (options.hasRoom && !(await options.hasRoom())) throw new Error('the disk has no room for pictures');
      file ??= await createTape(dir, meta, options.createFile ?? createAppended);
      if (ragged) await file.truncate(bytes);
      ragged = false;
      if (bytes === 0) await writeHeader(file);
      do await writeBatch(file);
      while (queue.bytes >= EARLY_FLUSH_BYTES);
      retries = 0;
      trouble.accept('write');
      sync.sometimes(file);
    } catch (error) {
      retries += 1;
      if (error instanceof TapeExists) giveUp();
      trouble.refuse('write', error);
    }
  }

  async function writeHeader(target: TapeFile): Promise<void> {
    const header = encodeTapeHeader();
    const { written, fault } = await writeAll(target, [header]);
    ragged = fault !== null;
    if (fault !== null) throw fault;
    bytes = written;
  }

  /** Takes from the queue what the disk took whole. */
  async function writeBatch(target: TapeFile): Promise<void> {
    const { written, fault } = await writeAll(target, queue.nextRecords());
    const whole = queue.takeWritten(written);
    frames += whole.frames;
    bytes += whole.bytes;
    ragged = fault !== null;
    if (fault !== null) throw fault;
  }

  function giveUp(): void {
    failed = true;
    dropped += queue.clear();
  }

  async function finish(): Promise<TapeSummary> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const patientUntil = performance.now() + CLOSE_PATIENCE_MS;
    while (writing !== null || queue.length > 0) {
      flush();
      await writing;
      if (queue.length === 0 || !trouble.refusesWrites) continue;
      if (performance.now() >= patientUntil) giveUp();
      else await sleep(nextWait());
    }
    await sync.settled();
    try {
      if (file !== null) {
        if (ragged) await file.truncate(bytes);
        await sync.now(file);
      }
    } catch (error) {
      failed = true;
      trouble.refuse('sync', error);
    }
    await file?.close().catch((error: unknown) => trouble.refuse('sync', error));
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
    get needsKey() {
      return needsKey;
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
