import { and, desc, gte, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreams } from '../../dreams/tables.ts';
import { runpodJobs } from '../../stream/tables.ts';

/** A dream that ends now was asked for within so long, however long it waited and went on. */
const LONGEST_DREAM_MS = 26 * 3600_000;

/** As the index `dreams_worker` has it. */
const ofWorker = (workerId: string, since: number) =>
  and(sql`lower(worker_id) = ${workerId.toLowerCase()}`, gte(dreams.requestedAt, since));

/** Work of workers, as it is stored with their dreams and their jobs. */
export function createWorkerQueries({ orm }: Database) {
  const number = (value: ReturnType<typeof sql>) => value.mapWith(Number);
  return {
    /** Figures of each worker's dreams that ended since a moment. */
    listWorkerDays(since: number, limit: number) {
      const failed = sql<number>`sum(case when ${dreams.jobStatus} = 'FAILED' then 1 else 0 end)`;
      return orm
        .select({
          workerId: dreams.workerId,
          generator: sql<string | null>`max(${dreams.generator})`,
          version: sql<string | null>`max(${dreams.generatorVersion})`,
          dreams: number(sql<number>`count(*)`),
          failures: number(failed),
          gpuSeconds: number(sql<number>`coalesce(sum(${dreams.gpuSeconds}), 0)`),
          startDelayMs: sql<number | null>`avg(${dreams.startDelayMs})`,
          lastAt: number(sql<number>`max(${dreams.endedAt})`),
        })
        .from(dreams)
        .where(
          and(
            gte(dreams.requestedAt, since - LONGEST_DREAM_MS),
            gte(dreams.endedAt, since),
            isNotNull(dreams.workerId),
          ),
        )
        .groupBy(dreams.workerId)
        .orderBy(sql`max(${dreams.endedAt}) desc`)
        .limit(limit);
    },

    /** Figures of one worker's dreams that were asked for since a moment. */
    async sumWorker(workerId: string, since: number) {
      const [row] = await orm
        .select({
          generator: sql<string | null>`max(${dreams.generator})`,
          version: sql<string | null>`max(${dreams.generatorVersion})`,
          dreams: number(sql<number>`count(*)`),
          failures: number(
            sql<number>`coalesce(sum(case when ${dreams.jobStatus} = 'FAILED' then 1 else 0 end), 0)`,
          ),
          gpuSeconds: number(sql<number>`coalesce(sum(${dreams.gpuSeconds}), 0)`),
          startDelayMs: sql<number | null>`avg(${dreams.startDelayMs})`,
        })
        .from(dreams)
        .where(ofWorker(workerId, since));
      return row ?? null;
    },

    /** Its dreams, the newest first. */
    listWorkerDreams(workerId: string, since: number, limit: number) {
      return orm
        .select()
        .from(dreams)
        .where(ofWorker(workerId, since))
        .orderBy(desc(dreams.requestedAt))
        .limit(limit);
    },

    /** Jobs that were asked of RunPod since a moment, the newest first. */
    listGpuJobs(since: number, limit: number) {
      return orm
        .select()
        .from(runpodJobs)
        .where(gte(runpodJobs.askedAt, since))
        .orderBy(desc(runpodJobs.askedAt))
        .limit(limit);
    },

    async sumGpuJobs(since: number): Promise<{ jobs: number; failures: number; gpuMs: number }> {
      const came = sql`${runpodJobs.outcome} in ('served', 'unused') or ${runpodJobs.outcome} is null`;
      const [row] = await orm
        .select({
          jobs: number(sql<number>`count(*)`),
          failures: number(sql<number>`coalesce(sum(case when ${came} then 0 else 1 end), 0)`),
          gpuMs: number(
            sql<number>`coalesce(sum(coalesce(${runpodJobs.gpuMs}, ${runpodJobs.endedAt} - ${runpodJobs.startedAt}, 0)), 0)`,
          ),
        })
        .from(runpodJobs)
        .where(gte(runpodJobs.askedAt, since));
      return row ?? { jobs: 0, failures: 0, gpuMs: 0 };
    },
  };
}
