import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from './disk-full.ts';
import { moveFile } from './move-file.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';

/** Maximum concurrent copies. */
const AT_ONCE = 4;
/** Retry period per file while a storage is unreachable. */
const PATIENCE_MS = 120_000;
const RETRY_AFTER_MS = 2_000;

export interface MoveOptions {
  /** Deletes each file from the source after its copy is verified. */
  remove: boolean;
  patienceMs?: number;
  /** Called after each file. */
  onProgress?(done: Moved, of: number): void;
  /** Called for each file that couldn't be copied. */
  onFailure?(key: string, error: unknown): void;
}

export interface Moved {
  moved: number;
  skipped: number;
  failed: number;
  /** Bytes copied. */
  bytes: number;
}

/**
 * Copies every file from one storage to another and verifies each copy, while the program reads, writes and deletes in
 * both. The newer of two versions wins; files deleted meanwhile stay deleted. An interrupted run can be resumed.
 */
export async function moveFiles(source: Storage, target: Storage, options: MoveOptions): Promise<Moved> {
  const keys = await source.list('');
  const done: Moved = { moved: 0, skipped: 0, failed: 0, bytes: 0 };
  const queue = keys.values();
  let outOfRoom: unknown = null;

  async function work(): Promise<void> {
    for (const key of queue) {
      if (outOfRoom !== null) return;
      try {
        const copied = await patiently(
          () => moveFile(source, target, key, options.remove),
          options.patienceMs,
        );
        if (copied === null) done.skipped += 1;
        else done.moved += 1;
        done.bytes += copied ?? 0;
      } catch (error) {
        done.failed += 1;
        options.onFailure?.(key, error);
        if (isDiskFull(error)) outOfRoom = error;
      }
      options.onProgress?.({ ...done }, keys.length);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Files that were never reached count as failed too.
  return { ...done, failed: keys.length - done.moved - done.skipped };
}

async function patiently<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs;
  while (true) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof StorageError && error.passing;
      if (!passing || performance.now() > until) throw error;
      await sleep(RETRY_AFTER_MS);
    }
  }
}
