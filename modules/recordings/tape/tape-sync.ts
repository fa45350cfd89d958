import { syncNames, type TapeFile } from './tape-file.ts';
import type { TapeTrouble } from './tape-trouble.ts';

/** Interval at which written bytes are forced onto the disk, against a loss of power. */
const SYNC_MS = 1000;

/**
 * Forces a tape onto the disk beside its writer, not in its way: a disk that takes seconds to sync must not keep
 * pictures in a memory that dies with the process.
 */
export function createTapeSync(dir: string, trouble: TapeTrouble) {
  let syncing: Promise<void> | null = null;
  let lastSync = 0;
  let named = false;

  /** Throws what the disk says against it. */
  async function now(file: TapeFile): Promise<void> {
    await file.datasync();
    if (!named) await syncNames(dir);
    named = true;
  }

  return {
    now,

    /** Called after each write: begins to sync once it is time. */
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

    /** Resolves once none is under way. */
    settled: async (): Promise<void> => {
      await syncing;
    },
  };
}
