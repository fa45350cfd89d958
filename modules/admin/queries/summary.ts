import { and, asc, between, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreamCounts, dreams } from '../../dreams/tables.ts';
import { ACTIVE_STATUSES, type JobStatus } from '../../protocol/job-statuses.ts';
import { FPS_SAMPLE } from '../contract/limits.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** In what steps dreams are counted over so many days: a year of quarters would be megabytes that no bar shows. */
const STEPS: readonly [days: number, ms: number][] = [
  [35, QUARTER_MS],
  [200, HOUR_MS],
];
const count = sql<number>`count(*)`.mapWith(Number);
/** in the words of the index `dreams_measured` */
const measured = sql`(server_fps > 0 or client_fps > 0)`;

interface StepCount {
  status: JobStatus;
  /** its start; of a whole day its middle, which is that day nearly everywhere on earth */
  at: number;
  count: number;
}

/** Data of the charts of dreams. */
export function createSummaryQueries({ orm }: Database) {
  return {
    /**
     * Numbers of dreams of each status that were asked for in each step of a range; a step is longer over a longer
     * range.
     */
    async countByStatus(from: number, to: number): Promise<StepCount[]> {
      const step = STEPS.find(([days]) => to - from <= days * DAY_MS)?.[1] ?? DAY_MS;
      const shown = (at: number) => at - (at % step) + (step === DAY_MS ? DAY_MS / 2 : 0);
      const start = sql<number>`${dreamCounts.at} - ${dreamCounts.at} % ${sql.raw(String(step))}`;
      const [ended, live] = await Promise.all([
        orm
          .select({
            status: dreamCounts.jobStatus,
            at: start.mapWith(Number),
            count: sql<number>`sum(${dreamCounts.n})`.mapWith(Number),
          })
          .from(dreamCounts)
          .where(
            and(
              eq(dreamCounts.span, step === DAY_MS ? DAY_MS : QUARTER_MS),
              between(dreamCounts.at, from, to),
              gt(dreamCounts.n, 0),
            ),
          )
          .groupBy(start, dreamCounts.jobStatus)
          .orderBy(start),
        orm
          .select({ status: dreams.jobStatus, at: dreams.requestedAt })
          .from(dreams)
          .where(and(inArray(dreams.jobStatus, ACTIVE_STATUSES), between(dreams.requestedAt, from, to))),
      ]);
      const steps = new Map<string, StepCount>();
      for (const { status, at } of live) {
        const known = steps.get(`${status} ${shown(at)}`) ?? { status, at: shown(at), count: 0 };
        steps.set(`${status} ${shown(at)}`, { ...known, count: known.count + 1 });
      }
      return [...ended.map((row) => ({ ...row, at: shown(row.at) })), ...steps.values()];
    },

    /**
     * Dreams whose speed was measured in a range of whole days. Of too many, those with the smallest ids: ids are
     * random, so that is a fair sample, and the same one each time.
     */
    async sampleSpeeds(from: number, to: number, most = FPS_SAMPLE) {
      const within = between(dreams.requestedAt, from, to);
      const [[ended], [live]] = await Promise.all([
        orm
          .select({ n: sql<number>`coalesce(sum(${dreamCounts.measured}), 0)`.mapWith(Number) })
          .from(dreamCounts)
          .where(and(eq(dreamCounts.span, DAY_MS), between(dreamCounts.at, from, to))),
        orm
          .select({ n: count })
          .from(dreams)
          .where(and(inArray(dreams.jobStatus, ACTIVE_STATUSES), within, measured)),
      ]);
      const sampledFrom = (ended?.n ?? 0) + (live?.n ?? 0);
      const smallest = (bound?: SQL) =>
        orm
          .select({ id: dreams.id })
          .from(dreams)
          .where(and(within, measured, bound))
          // An expression keeps planners from walking through all ids instead of the range's.
          .orderBy(sql`${dreams.id} || ''`)
          .limit(most);
      const some = sampledFrom > most ? await smallest(belowShare((ENOUGH * most) / sampledFrom)) : [];
      // Ids that are not as random as ours may have left too few.
      const ids = some.length === most ? some.map(({ id }) => id) : smallest();
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
      return { rows, sampledFrom };
    },
  };
}

/** So many times the sample lies below a bound on average: too few of 2,000 are then as good as impossible. */
const ENOUGH = 1.3;

/** Holds for this share of all ids, which are random digits; for a small one in the words of `dreams_sampled`, too. */
function belowShare(share: number): SQL | undefined {
  const digits = Math.floor(Math.min(share, 1) * 0xffff_ffff)
    .toString(16)
    .padStart(8, '0');
  return and(lt(dreams.id, digits), digits < '04' ? sql`id < '04'` : undefined);
}
