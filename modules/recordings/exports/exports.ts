import { z } from 'zod';
import { defineDaily } from '../../jobs/contract/define-daily.ts';
import { defineJob } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { App } from '../../web/context.ts';
import { EXPORT_FORMATS, EXPORT_KEPT_DAYS } from '../contract/export-kinds.ts';
import { registerExports } from './exports-routes.ts';
import type { ExportsStore } from './exports-store.ts';
import { dropExport, EXPORT_JOB, type MakeExportDeps, makeExport } from './make-export.ts';

const KEPT_MS = EXPORT_KEPT_DAYS * 24 * 3600_000;
const BATCH = 100;

const payload = z.object({ dreamId: z.string(), format: z.enum(EXPORT_FORMATS) });

interface ExportsDeps extends MakeExportDeps {
  store: ExportsStore;
  jobs: Pick<Jobs, 'enqueue' | 'progressOf'>;
  rateLimits: RateLimits;
  transact<T>(body: () => Promise<T>): Promise<T>;
  clock: Clock;
}

/** Films in other formats: made on demand by a job, kept for a few days. */
export function createExports(deps: ExportsDeps) {
  const { store, clock } = deps;

  return {
    register: (app: App) => registerExports(app, { ...deps, keptMs: KEPT_MS }),

    job: defineJob({
      kind: EXPORT_JOB,
      payload,
      maxAttempts: 3,
      concurrency: 1,
      run: ({ dreamId, format }, { job, ...run }) => makeExport(deps, { id: job.key, dreamId, format }, run),
      async gaveUp(job) {
        await store.fail(job.key, 'failed', null);
      },
    }),

    schedule: defineDaily('drop-exports', '00:35', async (signal) => {
      const before = clock.now() - KEPT_MS;
      for (let old = await store.listOld(before, BATCH); old.length > 0; ) {
        for (const row of old) {
          signal.throwIfAborted();
          await dropExport(deps, row);
        }
        old = await store.listOld(before, BATCH);
      }
    }),

    /** Stops the exports of a dream that is being deleted. */
    async drop(dreamId: string): Promise<void> {
      for (const row of await store.listOf(dreamId)) await dropExport(deps, row);
    },
  };
}
