import { syncNames, type TapeFile } from './tape-file.ts';
import type { TapeTrouble } from './tape-trouble.ts';

/** Sync interval: the most that a power loss can cost. */
const SYNC_MS = 1000;

/**
 * Syncs a tape without blocking its writer. While a slow disk syncs for seconds, frames must not pile up in memory,
 * where a crash would lose them.
 */
export function createTapeSync(dir: string, trouble: TapeTrouble) {
  let syncing: Promise<void> | null = null;
  let lastSync = 0;
  let named = false;

  /** Throws the disk's error. */
  async function now(file: TapeFile): Promise<void> {
    await file.datasync();
    if (!named) await syncNames(dir);
    named = true;
  }

  return {
    now,

    /** Called after each write; starts a sync if one is due. */
    sometimes(file: TapeFile): void {
      const at = performance.now();
      if (syncing !== null || at - lastSync < SYNC_MS) return;
      lastSync = at;
      syncing = now(file)
        .then(
          () => trouble.accept('sync'),
          (error: unknown) => trouble.refuse('sync', error),
        )
        .finally(() => {
          syncing = null;
        });
    },

    /** Resolves once no sync is running. */
    settled: async (): Promise<void> => {
      await syncing;
    },
  };
}
