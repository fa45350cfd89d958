import { type FileHandle, mkdir, open, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Log } from '../../kit/log.ts';
import { syncPath } from '../tape/tape-file.ts';
import { tapeFolder } from '../tape/tape-folder.ts';
import type { RoomWrite } from './room-writes.ts';

/** Next to the tape; one line per write: CRC-32 of the JSON in hex, a space, the JSON. */
const JOURNAL_FILE = 'journal.jsonl';
/** Retry delay after a write error, such as a full disk. */
const RETRY_MS = 1_000;
/** Above this size the file is truncated once all its writes are stored. */
const MAX_STORED_BYTES = 256 * 1024;

/** A room's writes, kept on disk until the database has them, so that a crash loses none. */
export type Journal = ReturnType<typeof openJournal>;

interface Line {
  text: string;
  /** reverts an earlier write */
  undoes: boolean;
}

/** The file operations that a journal needs. */
export type JournalFile = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>;

export interface JournalOptions {
  log: Log;
  /** creates a file; tests replace it to simulate a failing or stalled disk */
  createFile?: (path: string) => Promise<JournalFile>;
}

/** Opens a dream's journal. The first write creates the file. */
export function openJournal(tapesDir: string, dreamId: string, options: JournalOptions) {
  const { log, createFile = (path) => open(path, 'wx') } = options;
  const dir = tapeFolder(tapesDir, dreamId);
  /** not on disk yet */
  let lines: Line[] = [];
  let file: JournalFile | null = null;
  /** length of the complete and synced part; a failed write after it is overwritten */
  let bytes = 0;
  let isNamed = false;
  let isFailing = false;
  let isStored = false;
  let writing: Promise<void> | null = null;
  /** lines appended so far, and how many of them would survive a crash */
  let appended = 0;
  let safe = 0;
  let waiters: { upTo: number; resolve(): void }[] = [];
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** Writes one batch at a time; lines that arrive meanwhile go into the next batch with a single sync. */
  async function write(): Promise<void> {
    try {
      do {
        if (lines.length > 0) await writeBatch();
        if (isStored && bytes > MAX_STORED_BYTES) await empty();
      } while (lines.length > 0);
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.error('the journal can’t be written, so it stays in memory', { dream: dreamId, error });
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
    /** Queues a write. Never blocks or throws. @returns its length */
    append(write: RoomWrite): number {
      const text = encodeLine(write);
      isStored = false;
      appended += 1;
      lines.push({ text, undoes: write.kind === 'prompt-refused' });
      // Deferred, so that a prompt is acknowledged and rendered before any disk write.
      queueMicrotask(start);
      return text.length;
    },
    /** Resolves once every write so far is on disk or in the database, however long that takes. Null if it already is. */
    kept(): Promise<void> | null {
      if (safe === appended) return null;
      return new Promise((resolve) => waiters.push({ upTo: appended, resolve }));
    },
    /** The database has every write, so none is needed any more. */
    stored(): void {
      // Keep lines that revert a write: the file may contain that write, and a replay would store it again.
      lines = lines.filter(({ undoes }) => undoes);
      isStored = true;
      isSafe(appended);
      if (bytes > MAX_STORED_BYTES) start();
    },
    /** Deletes the file, and the folder if it has no tape. Never rejects. */
    async remove(): Promise<void> {
      lines = [];
      await writing;
      clearTimeout(retry);
      await file?.close().catch(() => {});
      await removeJournal(tapesDir, dreamId).catch((error: unknown) =>
        log.warn('a journal couldn’t be deleted', { dream: dreamId, error }),
      );
    },
  };
}

/** A journal's lines in order, without any torn by a crash; null if there is no journal. */
export async function readJournal(tapesDir: string, dreamId: string): Promise<RoomWrite[] | null> {
  const text = await readFile(join(tapeFolder(tapesDir, dreamId), JOURNAL_FILE), 'utf8').catch(
    nullWhenAbsent,
  );
  return text?.split('\n').flatMap(decodeLine) ?? null;
}

/** Deletes a journal whose writes are all stored. */
export async function removeJournal(tapesDir: string, dreamId: string): Promise<void> {
  const dir = tapeFolder(tapesDir, dreamId);
  await rm(join(dir, JOURNAL_FILE), { force: true });
  // Fails if a tape is there; the folder is then deleted with the tape.
  await rmdir(dir).catch(() => {});
}

async function writeAt(file: JournalFile, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the disk accepts no more bytes');
    done += bytesWritten;
  }
}

const checksum = (json: string) => crc32(json).toString(16);

function encodeLine(write: RoomWrite): string {
  const json = JSON.stringify(write);
  return `${checksum(json)} ${json}\n`;
}

/** The checksum proves that the line is ours and complete. */
function decodeLine(line: string): RoomWrite[] {
  const json = line.slice(line.indexOf(' ') + 1);
  return line === `${checksum(json)} ${json}` ? [JSON.parse(json) as RoomWrite] : [];
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
