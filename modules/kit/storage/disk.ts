import { randomFill } from 'node:crypto';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';

/**
 * A file that reserves disk space for the database. Deleted when nothing else is free, because deleting rows needs
 * space, too.
 */
const RESERVE_FILE = 'reserved-room';
const RESERVE_BYTES = 8 * 1024 * 1024;
/** Images, videos and voice recordings leave this much free for everything else. */
const FLOOR_BYTES = 64 * 1024 * 1024;
/** Small disks reserve fractions instead. */
const RESERVE_PART = 64;
const FLOOR_PART = 32;
/** Below this the disk counts as full: a database grows by larger steps. */
const NOTHING_BYTES = 256 * 1024;
const LOOK_INTERVAL_MS = 1000;
const PIECE_BYTES = 1024 * 1024;

export type Disk = Awaited<ReturnType<typeof watchDisk>>;

/**
 * Monitors the disk of the data folder, logs when it fills up and when it has space again, and keeps a reserve with
 * which the database can still write, so that a full disk can be cleaned up.
 */
export async function watchDisk(dir: string, log: Log) {
  const reserve = join(dir, RESERVE_FILE);
  let room = 0;
  let full = false;
  let held = false;
  let making: Promise<void> | null = null;
  let looking: Promise<void> | null = null;

  async function lookOnce(): Promise<void> {
    const disk = await statfs(dir);
    const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
    // Some file systems don't report their size; there, writes fail when the disk is full.
    if (total === 0) {
      room = Number.POSITIVE_INFINITY;
      return;
    }
    const kept = Math.min(RESERVE_BYTES, Math.floor(total / RESERVE_PART));
    const floor = Math.min(FLOOR_BYTES, Math.floor(total / FLOOR_PART));
    room = free - floor;
    if (held && free < NOTHING_BYTES) {
      await rm(reserve, { force: true });
      held = false;
    }
    if (!held && free > floor + kept) {
      making ??= makeReserve(kept).finally(() => {
        making = null;
      });
    }
    turn(!held && free <= floor + kept);
  }

  function turn(isFull: boolean): void {
    if (isFull === full) return;
    full = isFull;
    if (full) log.error('the disk is full: nothing is recorded, and only small things are stored', { dir });
    else log.info('the disk has room again', { dir });
  }

  async function makeReserve(bytes: number): Promise<void> {
    try {
      await writeRandom(reserve, bytes);
      held = true;
    } catch {
      // The program also works without a reserve; the next check retries.
      await rm(reserve, { force: true }).catch(() => {});
    }
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  }

  await mkdir(dir, { recursive: true });
  held = await stat(reserve).then(
    ({ size }) => size > 0,
    () => false,
  );
  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn('the disk could not be looked at', { dir, error }));
  }, LOOK_INTERVAL_MS);
  timer.unref();
  return {
    /** Free bytes for large files as of the last check; negative if small files need what is left. */
    get room(): number {
      return room;
    },
    /** As of the last check: nothing can be stored, or only what the reserve allows. */
    get full(): boolean {
      return full;
    },
    /** Checks now; otherwise every second. */
    look,
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking?.catch(() => {});
      await making;
    },
  };
}

/** Random bytes, because some file systems store zeros without using space. */
async function writeRandom(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    const piece = new Uint8Array(PIECE_BYTES);
    for (let left = bytes; left > 0; left -= PIECE_BYTES) {
      await promisify(randomFill)(piece);
      await file.writeFile(piece.subarray(0, Math.min(left, PIECE_BYTES)));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
