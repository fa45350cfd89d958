import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENT_MS } from '../src/kit/unavailable.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const DAY_MS = 24 * 3600_000;
/** A file of this size is rewritten in less time than a write may wait; a larger one is rewritten at a start. */
const NIGHTLY_BYTES = 64_000_000;
/** A start rewrites a file that was not for so long: closed accounts are gone within three months. */
const MAX_AGE_DAYS = 30;
/** Pages that are given back at once, 2 MB of them. */
const STEP_PAGES = 512;
/** Readers that hold the log: others have read on by then. */
const LOG_WAITS_MS = 200;
const LOG_RETRY_MS = 1_000;
const LOG_ATTEMPTS = 10;

/** As `createFairLock` makes it. */
type Acquire = (limitMs: number) => Promise<() => void>;

/**
 * Rewrites a SQLite file that was not for some time, or never. `secure_delete` overwrites rows where they are, but not
 * the copies that SQLite leaves in unused parts of pages when it moves rows to others. `user_version` has the day.
 */
export async function rewriteAtStart(connection: SqliteConnection): Promise<void> {
  if (today() - (await read(connection, 'user_version')) < MAX_AGE_DAYS) return;
  if ((await usedBytes(connection)) > NIGHTLY_BYTES)
    console.warn(
      'The database is rewritten, so that nothing erased stays in its file. A gigabyte takes about a minute.',
    );
  try {
    await rewrite(connection);
  } catch (error) {
    // A full disk, or another program that reads: the file is as it was, and the next start tries again.
    console.warn(`The database could not be rewritten, so erased texts may stay in its file: ${error}`);
  }
}

/**
 * Rewrites a small file; gives back the pages of a large one in steps, between which others write. Then empties the log,
 * which has pages as they were before.
 */
export async function clearErasedBytes(
  connection: SqliteConnection,
  acquire: Acquire,
  signal: AbortSignal,
  nightlyBytes = NIGHTLY_BYTES,
): Promise<void> {
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await acquire(PATIENT_MS);
    return work().finally(release);
  };
  if ((await usedBytes(connection)) <= nightlyBytes) await alone(() => rewrite(connection));
  else
    while ((await read(connection, 'freelist_count')) > 0) {
      signal.throwIfAborted();
      const began = performance.now();
      await alone(() => connection.query(`PRAGMA incremental_vacuum(${STEP_PAGES})`, [], 'exec'));
      // Others get at least half of the time.
      await sleep(performance.now() - began);
    }
  for (let attempt = 1; !(await alone(() => emptyLog(connection))); attempt += 1) {
    if (attempt === LOG_ATTEMPTS) throw new Error('the log of the database is being read all the time');
    await sleep(LOG_RETRY_MS, undefined, { signal });
  }
}

async function rewrite(connection: SqliteConnection): Promise<void> {
  await connection.query('VACUUM', [], 'exec');
  await connection.query(`PRAGMA user_version = ${today()}`, [], 'exec');
}

/** @returns false while a reader holds it */
async function emptyLog(connection: SqliteConnection): Promise<boolean> {
  const before = await read(connection, 'busy_timeout');
  await connection.query(`PRAGMA busy_timeout = ${LOG_WAITS_MS}`, [], 'exec');
  try {
    const [[busy] = []] = await connection.query('PRAGMA wal_checkpoint(TRUNCATE)', [], 'all');
    return busy === 0;
  } finally {
    await connection.query(`PRAGMA busy_timeout = ${before}`, [], 'exec');
  }
}

async function usedBytes(connection: SqliteConnection): Promise<number> {
  const pages = (await read(connection, 'page_count')) - (await read(connection, 'freelist_count'));
  return pages * (await read(connection, 'page_size'));
}

async function read(connection: SqliteConnection, pragma: string): Promise<number> {
  const [[value] = []] = await connection.query(`PRAGMA ${pragma}`, [], 'all');
  return Number(value);
}

const today = () => Math.floor(Date.now() / DAY_MS);
