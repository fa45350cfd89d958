import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENT_MS } from '../modules/kit/unavailable.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const DAY_MS = 24 * 3600_000;
/**
 * A file up to this size is rewritten every night, faster than a write may wait; larger files are rewritten at start.
 */
const NIGHTLY_BYTES = 64_000_000;
/** A file not rewritten for this long is rewritten at start, so that closed accounts are gone within three months. */
const MAX_AGE_DAYS = 30;
/** Pages freed per step: 2 MB. */
const STEP_PAGES = 512;
/** Wait for readers that hold the log; by then most have moved on. */
const LOG_WAITS_MS = 200;
const LOG_RETRY_MS = 1_000;
const LOG_ATTEMPTS = 10;

/** Signature of the lock that `createFairLock` returns. */
type Acquire = (limitMs: number) => Promise<() => void>;

/**
 * Rewrites a SQLite file that has never been rewritten, or not recently. `secure_delete` overwrites rows in place, but
 * not the copies that SQLite leaves in unused parts of pages when it moves rows. `user_version` holds the day of the
 * last rewrite.
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
    // The disk is full, or another program is reading. The file is unchanged, and the next start retries.
    console.warn(`The database could not be rewritten, so erased texts may stay in its file: ${error}`);
  }
}

/**
 * Rewrites a small file; frees the pages of a large one in steps, so that others can write in between. Then truncates
 * the log, which contains earlier versions of pages.
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
      // Leaves others at least half of the time.
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

/** @returns false if a reader holds the log */
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
