import { and, desc, gte, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreams } from '../../dreams/tables.ts';
import { runpodJobs } from '../../stream/tables.ts';

/** A dream that ends now was requested within this time, however long it waited and ran. */
const LONGEST_DREAM_MS = 26 * 3600_000;

/** Must match the index `dreams_worker`. */
const ofWorker = (workerId: string, since: number) =>
  and(sql`lower(worker_id) = ${workerId.toLowerCase()}`, gte(dreams.requestedAt, since));

/** Workers' dreams and jobs, as stored. */
export function createWorkerQueries({ orm }: Database) {
  const number = (value: ReturnType<typeof sql>) => value.mapWith(Number);
  const figures = {
    generator: sql<string | null>`max(${dreams.generator})`,
    version: sql<string | null>`max(${dreams.generatorVersion})`,
    dreams: number(sql<number>`count(*)`),
    failures: number(
      sql<number>`coalesce(sum(case when ${dreams.jobStatus} = 'FAILED' then 1 else 0 end), 0)`,
    ),
    gpuSeconds: number(sql<number>`coalesce(sum(${dreams.gpuSeconds}), 0)`),
    startDelayMs: sql<number | null>`avg(${dreams.startDelayMs})`,
  };
  return {
    /** Figures per worker for dreams that ended since a given time. */
    listWorkerDays(since: number, limit: number) {
      return orm
        .select({
          workerId: dreams.workerId,
          ...figures,
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

    /** Figures for one worker's dreams requested since a given time. */
    async sumWorker(workerId: string, since: number) {
      const [row] = await orm.select(figures).from(dreams).where(ofWorker(workerId, since));
      return row ?? null;
    },

    /** The worker's dreams, newest first. */
    listWorkerDreams(workerId: string, since: number, limit: number) {
      return orm
        .select()
        .from(dreams)
        .where(ofWorker(workerId, since))
        .orderBy(desc(dreams.requestedAt))
        .limit(limit);
    },

    /** Jobs requested from RunPod since a given time, newest first. */
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
