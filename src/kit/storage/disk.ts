import { randomFill } from 'node:crypto';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';

/** Room that is kept for the database by a file, and given up when there is no other: deleting needs room, too. */
const RESERVE_FILE = 'reserved-room';
const RESERVE_BYTES = 8 * 1024 * 1024;
/** Pictures, videos and voices leave this much to all that is small. */
const FLOOR_BYTES = 64 * 1024 * 1024;
/** A small disk keeps parts of itself instead. */
const RESERVE_PART = 64;
const FLOOR_PART = 32;
/** Less than this is nothing: a database grows by more at once. */
const NOTHING_BYTES = 256 * 1024;
const LOOK_INTERVAL_MS = 1000;
const PIECE_BYTES = 1024 * 1024;

export interface Disk {
  /** bytes that large files may take, at the last look; below 0 when the rest is needed for all that is small */
  readonly room: number;
  /** whether nothing can be stored, or only what the reserve gives; at the last look */
  readonly full: boolean;
  /** Looks now; it is done every second anyway. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Watches the disk of the data folder, informs the operator when it fills up and when it is free again, and keeps a
 * reserve: a full disk can be emptied, since the database still writes.
 */
export async function watchDisk(dir: string, log: Log): Promise<Disk> {
  const reserve = join(dir, RESERVE_FILE);
  let room = 0;
  let full = false;
  let held = false;
  let making: Promise<void> | null = null;
  let looking: Promise<void> | null = null;

  async function lookOnce(): Promise<void> {
    const disk = await statfs(dir);
    const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
    // Some file systems don't report it; there a full disk is met when it refuses.
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
      // Without it the program runs as well; the next look tries again.
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
    get room() {
      return room;
    },
    get full() {
      return full;
    },
    look,
    async stop() {
      clearInterval(timer);
      await looking?.catch(() => {});
      await making;
    },
  };
}

/** Noise, since some file systems keep zeros without taking room for them. */
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
