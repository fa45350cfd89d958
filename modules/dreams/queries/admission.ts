import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, max, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/dialect.ts';
import { type Clock, startOfDay } from '../../kit/clock.ts';
import { newId, newSeed } from '../../kit/ids.ts';
import type { Plan } from '../../scores/contract/plan.ts';
import { newWatermark } from '../../watermark/contract/watermark-id.ts';
import { countCarriedTrials } from '../sharing/trial-trace.ts';
import { dreamPlans, dreams, givenStreams, spentStreams } from '../tables.ts';
import { createGuestDreamQueries } from './guest-dreams.ts';
import { type Dream, isActive } from './live.ts';
import { LOCAL_JOB } from './local-job.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const FAILURE_IS_NEWS_MS = 60_000;

export type Admission =
  | { kind: 'active'; dream: Dream }
  | { kind: 'admitted'; dream: Dream }
  | { kind: 'over-quota' }
  | { kind: 'too-many-starts' }
  | { kind: 'too-many-guests' }
  | { kind: 'held-unwatched'; waitMs: number };

/** Repository queries for admission, and for the last failure, which the next answer reports. */
export function createAdmissionQueries(db: Database, clock: Clock) {
  const { orm } = db;
  const { countLiveGuests } = createGuestDreamQueries(db);

  async function findActive(userId: string): Promise<Dream | null> {
    const [row] = await orm
      .select()
      .from(dreams)
      .where(and(eq(dreams.userId, userId), isActive));
    return row ?? null;
  }

  /**
   * Number of dreams since a time that count against the quota. With `since` 0, includes those of the person's earlier
   * account.
   */
  async function countCharged(userId: string, since: number): Promise<number> {
    const kept = await orm.$count(dreams, and(eq(dreams.userId, userId), gte(dreams.chargedAt, since)));
    const purged = await orm.$count(
      spentStreams,
      and(eq(spentStreams.userId, userId), gte(spentStreams.chargedAt, startOfDay(since))),
    );
    const carried = since === 0 ? await countCarriedTrials(db, userId) : 0;
    return kept + purged + carried;
  }

  /** Number of streams that operators have given since a time. */
  async function countGiven(userId: string, since: number): Promise<number> {
    const [row] = await orm
      .select({ n: sum(givenStreams.streams).mapWith(Number) })
      .from(givenStreams)
      .where(and(eq(givenStreams.userId, userId), gte(givenStreams.at, since)));
    return row?.n ?? 0;
  }

  async function giveStreams(userId: string, streams: number): Promise<void> {
    await orm.insert(givenStreams).values({ id: newId(), userId, streams, at: clock.now() });
  }

  /**
   * Seconds for which unwatched dreams have held workers since the last watched one, and when the last of them ended.
   */
  async function heldUnwatched(userId: string, since: number): Promise<{ seconds: number; until: number }> {
    const own = and(eq(dreams.userId, userId), gte(dreams.requestedAt, since));
    const [watched] = await orm
      .select({ at: max(dreams.requestedAt) })
      .from(dreams)
      .where(and(own, isNotNull(dreams.startedAt)));
    const [held] = await orm
      .select({ seconds: sum(dreams.gpuSeconds).mapWith(Number), until: max(dreams.endedAt) })
      .from(dreams)
      .where(
        and(
          own,
          gt(dreams.requestedAt, watched?.at ?? 0),
          isNull(dreams.startedAt),
          inArray(dreams.jobStatus, ['ABORTED', 'TIMEOUT NO CONNECTION']),
        ),
      );
    return { seconds: held?.seconds ?? 0, until: held?.until ?? 0 };
  }

  async function admit(request: {
    userId: string;
    limitSeconds: number;
    quota: { since: number; limit: number } | null;
    /** Maximum starts in the last hour that were never charged; null for no limit. */
    mostUnchargedStarts: number | null;
    /**
     * Ms to wait after the last unwatched dream, depending on the seconds for which such dreams held workers; null for
     * no wait.
     */
    waitAfterHolding?: ((seconds: number) => number) | null;
    /** For guests, the maximum number of their live and waiting dreams; null for people. */
    mostGuests?: number | null;
    node: string;
    /** The dream that it repeats or continues. */
    again?: { seed: number; parentId: string; parentSeconds: number | null; plan: Plan };
  }): Promise<Admission> {
    const { userId, quota, again } = request;
    try {
      return await db.transact<Admission>(async () => {
        const running = await findActive(userId);
        if (running) return { kind: 'active', dream: running };
        if (quota && (await countCharged(userId, quota.since)) >= quota.limit) return { kind: 'over-quota' };
        const now = clock.now();
        if (request.mostUnchargedStarts !== null) {
          const starts = await orm.$count(
            dreams,
            and(
              eq(dreams.userId, userId),
              gte(dreams.requestedAt, now - HOUR_MS),
              isNull(dreams.chargedAt),
              eq(dreams.isClip, false),
            ),
          );
          if (starts >= request.mostUnchargedStarts) return { kind: 'too-many-starts' };
        }
        if (request.waitAfterHolding) {
          const { seconds, until } = await heldUnwatched(userId, now - DAY_MS);
          const waitMs = until + request.waitAfterHolding(seconds) - now;
          if (waitMs > 0) return { kind: 'held-unwatched', waitMs };
        }
        const mostGuests = request.mostGuests ?? null;
        if (mostGuests !== null && (await countLiveGuests()) >= mostGuests)
          return { kind: 'too-many-guests' };
        const id = newId();
        const [dream] = await orm
          .insert(dreams)
          .values({
            id,
            userId,
            rpJobId: `${LOCAL_JOB}${id}`,
            jobStatus: 'PENDING',
            requestedAt: now,
            limitSeconds: request.limitSeconds,
            seed: again?.seed ?? newSeed(),
            ...(again && {
              parentId: again.parentId,
              parentSeconds: again.parentSeconds,
              planned: true,
            }),
            watermark: newWatermark(),
            shared: sql`(select shares_new from users where id = ${userId})`,
            node: request.node,
            guest: mostGuests !== null,
          })
          .returning();
        if (!dream) throw new Error('the database returned no row for a new dream');
        if (again) await orm.insert(dreamPlans).values({ dreamId: id, plan: again.plan });
        return { kind: 'admitted', dream };
      });
    } catch (error) {
      // On Postgres, two nodes may admit the same person at once; the unique index lets one through, and the other
      // joins its dream.
      const winner = isUniqueViolation(error) ? await findActive(userId) : null;
      if (!winner) throw error;
      return { kind: 'active', dream: winner };
    }
  }

  return {
    admit,
    findActive,
    countGiven,
    giveStreams,
    countCharged,
    ...createFailureQueries(db, clock),
  };
}

function createFailureQueries({ orm }: Database, clock: Clock) {
  return {
    /** Marks the newest unreported failure as reported, and returns it. */
    async takeUnreportedFailure(userId: string): Promise<Dream | null> {
      const [row] = await orm
        .select()
        .from(dreams)
        .where(
          and(
            eq(dreams.userId, userId),
            inArray(dreams.jobStatus, ['FAILED', 'TIMEOUT NO CONNECTION']),
            isNull(dreams.failureReportedAt),
            gte(dreams.endedAt, clock.now() - FAILURE_IS_NEWS_MS),
          ),
        )
        .orderBy(desc(dreams.endedAt))
        .limit(1);
      if (!row) return null;
      return (await this.markFailureReported(row.id)) ? row : null;
    },

    /** False if another answer has already reported the failure. */
    async markFailureReported(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ failureReportedAt: clock.now() })
        .where(and(eq(dreams.id, id), isNull(dreams.failureReportedAt)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },
  };
}
