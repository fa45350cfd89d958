import { z } from 'zod';
import { defineJob, RetryLater } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Storage } from '../../kit/storage/storage.ts';

const SWEEP_JOB = 'erase-late-files';
/** Longer than it takes to compile a film, to export it, or to transcribe a voice recording. */
const SWEEP_AFTER_MS = 6 * 3600_000;

interface EraseFilesDeps {
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue'>;
  exists(dreamId: string): Promise<boolean>;
  /** Deletes other modules' remains of a dream, such as an uncompiled recording or the owner of its RunPod jobs. */
  dropElsewhere(dreamId: string): Promise<void>;
}

/**
 * Erases the files of dreams that are being deleted for good, and does so again some hours later: a film, an export or
 * an upload that was under way may be stored after the files have been listed.
 */
export function createFileEraser({ storage, jobs, exists, dropElsewhere }: EraseFilesDeps) {
  async function erase(dreamId: string): Promise<void> {
    await dropElsewhere(dreamId);
    for (const key of await storage.list(`dreams/${dreamId}/`)) await storage.delete(key);
  }

  return {
    /** Call before the dream's row is deleted, so that a crash leaves a row to be found again. */
    async eraseFiles(dreamId: string, voiceKey: string | null): Promise<void> {
      await jobs.enqueue({ kind: SWEEP_JOB, key: dreamId, payload: {}, delayMs: SWEEP_AFTER_MS });
      await erase(dreamId);
      if (voiceKey) await storage.delete(voiceKey);
    },

    job: defineJob({
      kind: SWEEP_JOB,
      payload: z.object({}),
      // Attempts that end with the process count.
      maxAttempts: 500,
      async run(_, { job }) {
        if (await exists(job.key)) throw new RetryLater(SWEEP_AFTER_MS, new Error('the dream still exists'));
        // Nothing else finds these files once the dream's row is gone, so a long outage must not end the attempts.
        await erase(job.key).catch((error: unknown) => {
          throw new RetryLater(SWEEP_AFTER_MS, error);
        });
      },
    }),
  };
}
