import { createRequire } from 'node:module';

/** Calls of SQLite that a lock needs, from whichever comes with the runtime. */
interface Sqlite {
  exec(sql: string): unknown;
  close(): void;
}

const require = createRequire(import.meta.url);
const LOOK_INTERVAL_MS = 500;

/**
 * Takes a lock on a small SQLite file, which is the operating system's own: it holds between processes, containers
 * that share the folder included, and ends with its process however that ends. The file stays; taking it away would
 * let two in at once.
 * @param waitMs how long the whole process may stand still for it
 * @returns its release, to be kept as long as the lock shall hold; null while another process has it
 * @throws SQLite's error for a file that can't be written
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

/** One caller at a time does it, of all processes that know the file; the others wait, and go on with their other work. */
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

/** Bun brings SQLite along: packages may be what is locked for. */
function openSqlite(file: string): Sqlite {
  if (process.versions.bun) return new (require('bun:sqlite').Database)(file);
  return new (require('better-sqlite3'))(file);
}
