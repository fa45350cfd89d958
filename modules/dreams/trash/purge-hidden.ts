import type { Log } from '../../../src/kit/log.ts';
import type { Storage } from '../../../src/kit/storage/storage.ts';
import type { PurgeStore } from './purge-store.ts';

const BATCH = 50;

export interface PurgeDeps {
  store: PurgeStore;
  storage: Storage;
  log: Log;
  /** what was hidden at or before this moment goes */
  before: number;
  dropElsewhere(dreamId: string): Promise<void>;
  /** decides what was reported about a dream, and keeps what the law has kept */
  settle(dreamId: string): Promise<void>;
}

/**
 * Deletes what was hidden long enough ago: the files first, so that a crash between leaves a row that is found
 * again, never an orphaned file. Each is condemned before, so that nobody brings back a dream without its files.
 */
export async function purgeHidden(deps: PurgeDeps, signal: AbortSignal): Promise<number> {
  const { store, storage, log, before } = deps;
  let purged = 0;
  for (let batch = await store.listHidden(before, BATCH); batch.length > 0; ) {
    for (const { id, voiceKey } of batch) {
      signal.throwIfAborted();
      if (!(await store.condemn(id))) continue;
      await deps.settle(id);
      for (const key of await storage.list(`dreams/${id}/`)) await storage.delete(key);
      if (voiceKey) await storage.delete(voiceKey);
      await deps.dropElsewhere(id);
      await store.remove(id);
      purged += 1;
    }
    batch = await store.listHidden(before, BATCH);
  }
  if (purged > 0) log.info('hidden dreams purged', { dreams: purged });
  return purged;
}
