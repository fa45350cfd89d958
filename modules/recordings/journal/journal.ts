import { type FileHandle, mkdir, open, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Log } from '../../../src/kit/log.ts';
import { syncPath } from '../tape/tape-file.ts';
import { tapeFolder } from '../tape/tape-folder.ts';
import type { RoomWrite } from './room-writes.ts';

/** Beside the tape: one line a write, the CRC-32 of its JSON in hex, a blank and the JSON. */
const JOURNAL_FILE = 'journal.jsonl';
/** A disk that refused, as a full one does, is asked again after this. */
const RETRY_MS = 1_000;
/** A file of this size starts over once nothing in it is needed. */
const MAX_STORED_BYTES = 256 * 1024;

/** Writes of one room, on the disk until the database has them, so that no kill in between loses them. */
export interface Journal {
  /** Keeps one write, after those before it; answers its length. Never waits and never throws. */
  append(write: RoomWrite): number;
  /** Resolves once all that was appended is on the disk, or stored, however long that takes; null when it is by now. */
  kept(): Promise<void> | null;
  /** The database has all that was kept: none of it is needed any more. */
  stored(): void;
  /** Takes the file away, with its folder where no tape is in it. Never rejects. */
  remove(): Promise<void>;
}

interface Line {
  text: string;
  /** takes an earlier write back */
  undoes: boolean;
}

/** The little that a journal needs of a file handle. */
export type JournalFile = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>;

export interface JournalOptions {
  log: Log;
  /** opens a file that must not exist yet; tests put a failing or stalling disk here */
  createFile?: (path: string) => Promise<JournalFile>;
}

/** Starts the journal of a dream. Nothing is on the disk before the first write. */
export function openJournal(tapesDir: string, dreamId: string, options: JournalOptions): Journal {
  const { log, createFile = (path) => open(path, 'wx') } = options;
  const dir = tapeFolder(tapesDir, dreamId);
  /** what the disk does not have yet */
  let lines: Line[] = [];
  let file: JournalFile | null = null;
  /** bytes of the file that are whole and synced; what a failed write left behind them is written over */
  let bytes = 0;
  let isNamed = false;
  let isFailing = false;
  let isStored = false;
  let writing: Promise<void> | null = null;
  /** how many lines were appended, and how many of them no kill can lose */
  let appended = 0;
  let safe = 0;
  let waiters: { upTo: number; resolve(): void }[] = [];
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** One writer at a time: what comes meanwhile goes together, with one sync. */
  async function write(): Promise<void> {
    try {
      do {
        if (lines.length > 0) await writeBatch();
        if (isStored && bytes > MAX_STORED_BYTES) await empty();
      } while (lines.length > 0);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('the journal can’t be written; memory keeps it', { dream: dreamId, error });
      isFailing = true;
      retry = setTimeout(start, RETRY_MS);
    }
    writing = null;
  }

  function start(): void {
    clearTimeout(retry);
    writing ??= write();
  }

  async function writeBatch(): Promise<void> {
    const batch = lines;
    const upTo = appended;
    lines = [];
    try {
      const text = Buffer.from(batch.map((line) => line.text).join(''));
      file ??= await create();
      await writeAt(file, text, bytes);
      await file.datasync();
      if (!isNamed) for (const path of [dir, tapesDir]) await syncPath(path);
      isNamed = true;
      bytes += text.length;
    } catch (error) {
      lines = [...batch, ...lines];
      throw error;
    }
    isSafe(upTo);
  }

  function isSafe(upTo: number): void {
    safe = Math.max(safe, upTo);
    const done = waiters.filter((one) => one.upTo <= safe);
    waiters = waiters.filter((one) => one.upTo > safe);
    for (const { resolve } of done) resolve();
  }

  async function empty(): Promise<void> {
    await file?.truncate(0);
    bytes = 0;
  }

  async function create(): Promise<JournalFile> {
    await mkdir(dir, { recursive: true });
    return createFile(join(dir, JOURNAL_FILE));
  }

  return {
    append(write) {
      const text = encodeLine(write);
      isStored = false;
      appended += 1;
      lines.push({ text, undoes: write.kind === 'prompt-refused' });
      // Not within the caller's step: a prompt is acknowledged and drawn before anything is written.
      queueMicrotask(start);
      return text.length;
    },
    kept() {
      if (safe === appended) return null;
      return new Promise((resolve) => waiters.push({ upTo: appended, resolve }));
    },
    stored() {
      // The file may hold what these take back: a replay without them would store it again.
      lines = lines.filter(({ undoes }) => undoes);
      isStored = true;
      isSafe(appended);
      if (bytes > MAX_STORED_BYTES) start();
    },
    async remove() {
      lines = [];
      await writing;
      clearTimeout(retry);
      await file?.close().catch(() => {});
      await removeJournal(tapesDir, dreamId).catch((error: unknown) =>
        log.warn('a journal could not be removed', { dream: dreamId, error }),
      );
    },
  };
}

/** Lines of a journal on the disk, in order, without those that a crash tore; null when there is none. */
export async function readJournal(tapesDir: string, dreamId: string): Promise<RoomWrite[] | null> {
  const text = await readFile(join(tapeFolder(tapesDir, dreamId), JOURNAL_FILE), 'utf8').catch(
    nullWhenAbsent,
  );
  return text?.split('\n').flatMap(decodeLine) ?? null;
}

/** Takes a journal away whose writes are stored. */
export async function removeJournal(tapesDir: string, dreamId: string): Promise<void> {
  const dir = tapeFolder(tapesDir, dreamId);
  await rm(join(dir, JOURNAL_FILE), { force: true });
  // The tape's, if there is one, goes with the tape.
  await rmdir(dir).catch(() => {});
}

async function writeAt(file: JournalFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the disk takes no more bytes');
    done += bytesWritten;
  }
}

const checksum = (json: string) => crc32(json).toString(16);

function encodeLine(write: RoomWrite): string {
  const json = JSON.stringify(write);
  return `${checksum(json)} ${json}\n`;
}

/** The checksum says that we wrote it, and all of it. */
function decodeLine(line: string): RoomWrite[] {
  const json = line.slice(line.indexOf(' ') + 1);
  return line === `${checksum(json)} ${json}` ? [JSON.parse(json) as RoomWrite] : [];
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
