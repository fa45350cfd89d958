import { and, asc, between, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreamCounts, dreams } from '../../dreams/tables.ts';
import { ACTIVE_STATUSES, type JobStatus } from '../../stream/shared/job-statuses.ts';
import { FPS_SAMPLE } from '../limits.ts';

const QUARTER_MS = 15 * 60_000;
const count = sql<number>`count(*)`.mapWith(Number);
/** in the words of the index `dreams_measured` */
const measured = sql`(server_fps > 0 or client_fps > 0)`;

interface QuarterCount {
  status: JobStatus;
  /** its start */
  quarter: number;
  count: number;
}

/** What the charts of the dreams are drawn from. */
export function createSummaryQueries({ orm }: Database) {
  return {
    /** How many dreams of each status were asked for in each quarter of an hour that begins in a range. */
    async countByStatus(from: number, to: number): Promise<QuarterCount[]> {
      const [ended, live] = await Promise.all([
        orm
          .select({ status: dreamCounts.jobStatus, quarter: dreamCounts.at, count: dreamCounts.n })
          .from(dreamCounts)
          .where(
            and(eq(dreamCounts.span, QUARTER_MS), between(dreamCounts.at, from, to), gt(dreamCounts.n, 0)),
          )
          .orderBy(asc(dreamCounts.at)),
        orm
          .select({ status: dreams.jobStatus, at: dreams.requestedAt })
          .from(dreams)
          .where(and(inArray(dreams.jobStatus, ACTIVE_STATUSES), between(dreams.requestedAt, from, to))),
      ]);
      const quarters = new Map<string, QuarterCount>();
      for (const { status, at } of live) {
        const quarter = at - (at % QUARTER_MS);
        const known = quarters.get(`${status} ${quarter}`) ?? { status, quarter, count: 0 };
        quarters.set(`${status} ${quarter}`, { ...known, count: known.count + 1 });
      }
      return [...ended, ...quarters.values()];
    },

    /**
     * Dreams whose speed was measured. Of too many, those with the smallest ids: ids are
     * random, so that is a fair sample, and the same one each time.
     */
    async sampleSpeeds(from: number, to: number) {
      const where = and(between(dreams.requestedAt, from, to), measured);
      const [found] = await orm.select({ n: count }).from(dreams).where(where);
      const ids = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(where)
        // As an expression, or a planner may walk through all ids instead of those of the range.
        .orderBy(sql`${dreams.id} || ''`)
        .limit(FPS_SAMPLE);
      const rows = await orm
        .select({
          id: dreams.id,
          requestedAt: dreams.requestedAt,
          startedAt: dreams.startedAt,
          serverFps: dreams.serverFps,
          clientFps: dreams.clientFps,
          jobStatus: dreams.jobStatus,
          workerId: dreams.workerId,
          rpJobId: dreams.rpJobId,
          userId: dreams.userId,
          pcieData: dreams.pcieData,
        })
        .from(dreams)
        .where(inArray(dreams.id, ids))
        .orderBy(asc(dreams.requestedAt), asc(dreams.id));
      return { rows, sampledFrom: found?.n ?? 0 };
    },
  };
}
