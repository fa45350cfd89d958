import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { newId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import type { PurgeStore } from './purge-store.ts';

const BATCH = 50;

interface PurgeDeps {
  store: PurgeStore;
  log: Log;
  /** Purges dreams hidden at or before this time. */
  before: number;
  eraseFiles(dreamId: string, voiceKey: string | null): Promise<void>;
  /** Decides the dream's open reports, and keeps the evidence that the law requires. */
  settle(dreamId: string): Promise<void>;
}

/**
 * Purges dreams that have been hidden long enough. Deletes the files first, so that a crash leaves a row to be found
 * again and never an orphaned file. Condemns each dream beforehand, so that nobody can restore one without its files.
 */
export async function purgeHidden(deps: PurgeDeps, signal: AbortSignal): Promise<number> {
  const { store, log, before } = deps;
  let purged = 0;
  for (let batch = await store.listHidden(before, BATCH); batch.length > 0; ) {
    for (const { id, voiceKey } of batch) {
      signal.throwIfAborted();
      if (!(await store.condemn(id))) continue;
      await deps.settle(id);
      await deps.eraseFiles(id, voiceKey);
      await store.remove(id);
      purged += 1;
    }
    batch = await store.listHidden(before, BATCH);
  }
  if (purged > 0) log.info('hidden dreams purged', { dreams: purged });
  return purged;
}

const PURGE_JOB = 'purge-trash';

/** Queues the purge of condemned dreams. */
export async function purgeSoon(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue({ kind: PURGE_JOB, key: newId(), payload: {} });
}

/** Purges condemned dreams in the background, because remote storage may be slow. */
export function createTrashPurge(deps: Omit<PurgeDeps, 'before'>, jobs: Pick<Jobs, 'enqueue'>) {
  const job: DefinedJob = defineJob({
    kind: PURGE_JOB,
    payload: z.object({}),
    run: async (_, { signal }) => {
      await purgeHidden({ ...deps, before: CONDEMNED_AT }, signal);
    },
  });
  return {
    job,
    purgeSoon: () => purgeSoon(jobs),
  };
}
