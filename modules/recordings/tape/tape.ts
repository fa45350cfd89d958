import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from '../../protocol/frame.ts';
import { readRange, type TapeRange } from './read-range.ts';
import type { TapeFrame } from './read-tape.ts';
import { createSoundTape } from './sound-tape.ts';
import { createAppended, createTape, TapeExists, type TapeFile, writeAll } from './tape-file.ts';
import { type TapeMeta, tapeFolder } from './tape-folder.ts';
import { encodeTapeHeader } from './tape-format.ts';
import { createTapePlaces } from './tape-places.ts';
import { createTapeQueue, recordBytes } from './tape-queue.ts';
import { createTapeSync } from './tape-sync.ts';
import { createTapeTrouble } from './tape-trouble.ts';

/** Maximum time a frame waits in memory before it is written. */
const FLUSH_MS = 250;
/** A batch this large is written immediately. */
const EARLY_FLUSH_BYTES = 1024 * 1024;
/** Maximum queue for a slow disk; frames beyond it aren't recorded. */
export const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** Maximum queue while the disk fails, which may affect many tapes at once: a few seconds of frames. */
export const MAX_REFUSED_BYTES = 8 * 1024 * 1024;
/** Retry delays for a failing disk; the last one repeats. */
const RETRY_MS = [250, 500, 1000, 2000];
/** Maximum wait for a failing disk when closing a tape. */
const CLOSE_PATIENCE_MS = 3000;
/** Seconds by which a tape may exceed its budget. */
const BURST_SECONDS = 10;

/** The crash-safe recording of one live dream. */
export interface Tape {
  readonly sessionId: string;
  readonly dir: string;
  /** frames in the file */
  readonly frames: number;
  /** bytes of complete records in the file */
  readonly bytes: number;
  /** bytes of complete records in the file with the sound */
  readonly soundBytes: number;
  /** frames not recorded because the disk was too slow or failed for too long */
  readonly dropped: number;
  /** recording resumes only with a frame that needs no earlier one */
  readonly needsKey: boolean;
  /** true once recording has stopped for good; what's in the file stays playable */
  readonly failed: boolean;
  /** receive times of the first and last frame in the file, ms since the epoch; null before the first */
  readonly span: { from: number; to: number } | null;
  /** Reads frames that are in the file, while more are recorded. */
  read(range: TapeRange): AsyncGenerator<TapeFrame, void, void>;
  /**
   * Records a frame received at this time on the relay's clock (ms since the epoch). Keeps its buffer, without copying,
   * until it is written. Never blocks or throws.
   */
  append(frame: Frame, receivedAtMs: number): void;
  /** Records a packet of sound at this time on the relay's clock. Copies it. Never blocks or throws. */
  appendSound(packet: Uint8Array, at: number): void;
  /** Writes the queue, syncs and closes the file. Never rejects: see `failed`. */
  close(): Promise<TapeSummary>;
}

export interface TapeSummary {
  frames: number;
  bytes: number;
  dropped: number;
  /** frames at the end are missing, or may be after a power loss */
  failed: boolean;
}

export interface TapeOptions {
  /**
   * Called with the reason when the disk starts to fail, and with null once recording resumes. The live stream
   * continues either way.
   */
  onTrouble?: (reason: Error | null) => void;
  /** true if the disk has space beyond what others have reserved; default: always */
  hasRoom?: () => Promise<boolean>;
  /** reserved space; frames beyond it aren't recorded unless there is space to spare */
  budget?: { bytesPerSecond: number; mayExceed(): boolean };
  /** creates a file for appending; tests replace it to simulate disk faults */
  createFile?: (path: string) => Promise<TapeFile>;
}

/**
 * Starts a dream's tape in `{tapesDir}/{sessionId}`. Returns immediately; the first write creates the folder. If the
 * disk fails, frames wait in memory up to a limit while writes are retried; the file is first truncated to its last
 * complete record. Never overwrites an existing tape. Throws only if the session id isn't a plain name.
 */
export function openTape(tapesDir: string, meta: TapeMeta, options: TapeOptions = {}): Tape {
  const dir = tapeFolder(tapesDir, meta.sessionId);
  const queue = createTapeQueue();
  const places = createTapePlaces();
  const trouble = createTapeTrouble(options.onTrouble);
  const sync = createTapeSync(dir, trouble);
  const sound = createSoundTape(dir, options.hasRoom);
  let frames = 0;
  let bytes = 0;
  let dropped = 0;
  /** recording resumes only with a frame that needs no earlier one */
  let needsKey = true;
  let failed = false;
  let retries = 0;
  let closing: Promise<TapeSummary> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  /** the file may end in a partial record */
  let ragged = false;
  let file: TapeFile | null = null;

  function append(frame: Frame, receivedAtMs: number): void {
    if ((needsKey && !frame.key) || !takes(recordBytes(frame), receivedAtMs)) {
      dropped += 1;
      // Later frames depend on this one and would decode against the wrong reference.
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
    const waiting = queue.bytes + size;
    const fits = waiting <= MAX_REFUSED_BYTES || (waiting <= MAX_QUEUED_BYTES && !trouble.refusesWrites);
    return fits && !isOverBudget(size, at);
  }

  function isOverBudget(more: number, at: number): boolean {
    const { budget } = options;
    if (!budget) return false;
    const seconds = (at - meta.startedAt) / 1000 + BURST_SECONDS;
    return bytes + queue.bytes + more > seconds * budget.bytesPerSecond && !budget.mayExceed();
  }

  /** Only one write at a time. It continues with the next batch if that is already full. */
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
      if (options.hasRoom && !(await options.hasRoom())) throw new Error('the disk has no space for frames');
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

  /** Removes the fully written records from the queue. */
  async function writeBatch(target: TapeFile): Promise<void> {
    const { written, fault } = await writeAll(target, queue.nextRecords());
    for (const { frame, at } of queue.takeWritten(written)) {
      places.add({ key: frame.key, at }, bytes);
      frames += 1;
      bytes += recordBytes(frame);
    }
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
    await sound.close();
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
    get soundBytes() {
      return sound.bytes;
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
    get span() {
      return places.span;
    },
    read: (range) => readRange(dir, places.before(range.from), range),
    append,
    appendSound(packet, at) {
      if (!failed && closing === null) sound.append(packet, at);
    },
    close() {
      closing ??= finish();
      return closing;
    },
  };
}
