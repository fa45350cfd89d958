import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import type { Clock } from '../../../kit/clock.ts';
import { runpodJobs } from '../../tables.ts';
import { type Ceilings, ceilingReached } from './ceilings.ts';
import { type Job, lifetimeMs } from './job.ts';

const HOUR_MS = 3600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

export type RunpodJobsStore = ReturnType<typeof createRunpodJobsStore>;

/** Erases a dream. Its jobs' costs stay, without the link to the dream. */
export async function dropDream({ orm }: Database, dreamId: string): Promise<void> {
  await orm.update(runpodJobs).set({ dreamId: '' }).where(eq(runpodJobs.dreamId, dreamId));
}

/** RunPod jobs of all nodes, one row each. */
export function createRunpodJobsStore(
  { orm, transact }: Database,
  clock: Clock,
  node: string,
  ceilings: Ceilings,
) {
  return {
    /** Reserves a row for a job that is about to be requested, unless a ceiling has been reached. */
    reserve: ({ key, dreamId, maxSeconds, askedAt }: Job): Promise<'jobs' | 'money' | null> =>
      transact(async () => {
        const now = clock.now();
        const rows = await orm
          .select()
          .from(runpodJobs)
          .where(or(isNull(runpodJobs.endedAt), gt(runpodJobs.endedAt, now - HOUR_MS)));
        // Jobs of a node that never came back must have expired by now.
        const counted = rows.filter((row) => row.endedAt !== null || now - row.askedAt < lifetimeMs(row));
        const reached = ceilingReached(counted, { dreamId, maxSeconds }, ceilings, now);
        if (reached) return reached;
        await orm.insert(runpodJobs).values({ key, node, dreamId, maxSeconds, askedAt });
        return null;
      }),

    async update(job: Job): Promise<void> {
      const { jobId, startedAt, dialledAt, endedAt, workerId, delayMs, gpuMs, outcome } = job;
      await orm
        .update(runpodJobs)
        .set({ jobId, startedAt, dialledAt, endedAt, workerId, delayMs, gpuMs, outcome })
        .where(eq(runpodJobs.key, job.key));
    },

    async listOpen() {
      return orm
        .select()
        .from(runpodJobs)
        .where(and(eq(runpodJobs.node, node), isNull(runpodJobs.endedAt)));
    },

    async isKnown(key: string): Promise<boolean> {
      const rows = await orm.select({ key: runpodJobs.key }).from(runpodJobs).where(eq(runpodJobs.key, key));
      return rows.length > 0;
    },

    async dropOld(): Promise<void> {
      await orm.delete(runpodJobs).where(lt(runpodJobs.askedAt, clock.now() - KEPT_MS));
    },
  };
}
