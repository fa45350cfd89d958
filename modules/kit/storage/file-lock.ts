import { createRequire } from 'node:module';

/** The SQLite calls that a lock needs; either runtime's SQLite has them. */
interface Sqlite {
  exec(sql: string): unknown;
  close(): void;
}

const require = createRequire(import.meta.url);
const LOOK_INTERVAL_MS = 500;

/**
 * Locks a small SQLite file with an operating-system lock. It works across processes, including containers that share
 * the folder, and ends with its process. The file is never deleted, because that would let two holders in.
 * @param waitMs blocks the whole process for at most this long
 * @returns a function that releases the lock, to be kept until then; null while another process holds it
 * @throws SQLite's error if the file can't be written
 */
export function takeLock(file: string, waitMs: number): (() => void) | null {
  const lock = openSqlite(file);
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`);
    lock.exec('PRAGMA journal_mode = OFF');
    lock.exec('PRAGMA locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/**
 * Runs `body` in one process at a time, across all processes that use the file. Waiting doesn't block the event loop.
 */
export async function withTurn<T>(file: string, body: () => Promise<T>): Promise<T> {
  let release = takeLock(file, 0);
  while (!release) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
    release = takeLock(file, 0);
  }
  try {
    return await body();
  } finally {
    release();
  }
}

/** Uses Bun's built-in SQLite, because the lock may protect the installation of packages. */
function openSqlite(file: string): Sqlite {
  if (process.versions.bun) return new (require('bun:sqlite').Database)(file);
  return new (require('better-sqlite3'))(file);
}
