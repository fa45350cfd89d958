import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { newId } from '../../kit/ids.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import { type PurgeDeps, purgeHidden } from './purge-hidden.ts';

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
