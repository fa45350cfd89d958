import { and, asc, between, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { dreamCounts, dreams } from '../../dreams/tables.ts';
import { ACTIVE_STATUSES, type JobStatus } from '../../protocol/job-statuses.ts';
import { FPS_SAMPLE } from '../contract/limits.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Step size for each range in days: a year in quarter hours would be megabytes that no chart can show. */
const STEPS: readonly [days: number, ms: number][] = [
  [35, QUARTER_MS],
  [200, HOUR_MS],
];
const count = sql<number>`count(*)`.mapWith(Number);
/** must match the expression of the index `dreams_measured` */
const measured = sql`(server_fps > 0 or client_fps > 0)`;

interface StepCount {
  status: JobStatus;
  /** start of the step; for a whole day its middle, which is that same day almost everywhere on earth */
  at: number;
  count: number;
}

/** Data for the charts of dreams. */
export function createSummaryQueries({ orm }: Database) {
  return {
    /** Number of requested dreams per status and step, without clips. Longer ranges use longer steps. */
    async countByStatus(from: number, to: number): Promise<StepCount[]> {
      const step = STEPS.find(([days]) => to - from <= days * DAY_MS)?.[1] ?? DAY_MS;
      const shown = (at: number) => at - (at % step) + (step === DAY_MS ? DAY_MS / 2 : 0);
      const startOf = (at: typeof dreamCounts.at | typeof dreams.requestedAt) =>
        sql<number>`${at} - ${at} % ${sql.raw(String(step))}`;
      const [start, clipStart] = [startOf(dreamCounts.at), startOf(dreams.requestedAt)];
      const [ended, live, clips] = await Promise.all([
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
        orm
          .select({ status: dreams.jobStatus, at: clipStart.mapWith(Number), count })
          .from(dreams)
          // Must match the expression of the index `dreams_clips`.
          .where(and(sql`is_clip`, between(dreams.requestedAt, from, to)))
          .groupBy(clipStart, dreams.jobStatus),
      ]);
      const clipsAt = new Map(clips.map(({ status, at, count }) => [`${status} ${at}`, count]));
      const steps = new Map<string, StepCount>();
      for (const { status, at } of live) {
        const known = steps.get(`${status} ${shown(at)}`) ?? { status, at: shown(at), count: 0 };
        steps.set(`${status} ${shown(at)}`, { ...known, count: known.count + 1 });
      }
      const dreamt = ended.map(({ status, at, count }) => ({
        status,
        at: shown(at),
        count: count - (clipsAt.get(`${status} ${at}`) ?? 0),
      }));
      return [...dreamt.filter(({ count }) => count > 0), ...steps.values()];
    },

    /**
     * Dreams with a measured speed in a range of whole days. If there are too many, takes those with the smallest ids:
     * ids are random, so this is a fair and repeatable sample.
     */
    async sampleSpeeds(from: number, to: number, most = FPS_SAMPLE) {
      const within = between(dreams.requestedAt, from, to);
      const [[ended], live] = await Promise.all([
        orm
          .select({ n: sql<number>`coalesce(sum(${dreamCounts.measured}), 0)`.mapWith(Number) })
          .from(dreamCounts)
          .where(and(eq(dreamCounts.span, DAY_MS), between(dreamCounts.at, from, to))),
        orm.$count(dreams, and(inArray(dreams.jobStatus, ACTIVE_STATUSES), within, measured)),
      ]);
      const sampledFrom = (ended?.n ?? 0) + live;
      const smallest = (bound?: SQL) =>
        orm
          .select({ id: dreams.id })
          .from(dreams)
          .where(and(within, measured, bound))
          // An expression keeps planners from scanning all ids instead of the range.
          .orderBy(sql`${dreams.id} || ''`)
          .limit(most);
      const some = sampledFrom > most ? await smallest(belowShare((ENOUGH * most) / sampledFrom)) : [];
      // Ids that are less random than ours may have left too few.
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

/** The expected sample size is this many times 2,000, so getting fewer than 2,000 is practically impossible. */
const ENOUGH = 1.3;

/**
 * Matches this share of all ids, which are random digits. A small share also matches the expression of
 * `dreams_sampled`.
 */
function belowShare(share: number): SQL | undefined {
  const digits = Math.floor(Math.min(share, 1) * 0xffff_ffff)
    .toString(16)
    .padStart(8, '0');
  return and(lt(dreams.id, digits), digits < '04' ? sql`id < '04'` : undefined);
}
