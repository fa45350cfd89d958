import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, max, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/dialect.ts';
import { type Clock, startOfDay } from '../../../src/kit/clock.ts';
import { newId, newSeed } from '../../../src/kit/ids.ts';
import { newWatermark } from '../../watermark/shared/watermark-id.ts';
import { LOCAL_JOB } from '../shared/local-job.ts';
import { countCarriedTrials } from '../sharing/trial-trace.ts';
import { dreams, givenStreams, spentStreams } from '../tables.ts';
import { type Dream, isActive } from './course.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const FAILURE_IS_NEWS_MS = 60_000;

export type Admission =
  | { kind: 'active'; dream: Dream }
  | { kind: 'admitted'; dream: Dream }
  | { kind: 'over-quota' }
  | { kind: 'too-many-starts' }
  | { kind: 'held-unwatched'; waitMs: number };

/** SQL of admission, and of the last failure that the next answer reports; a part of the repository. */
export function createAdmissionQueries(db: Database, clock: Clock) {
  const { orm } = db;

  async function findActive(userId: string): Promise<Dream | null> {
    const [row] = await orm
      .select()
      .from(dreams)
      .where(and(eq(dreams.userId, userId), isActive));
    return row ?? null;
  }

  /** Dreams that count since a moment; since ever, those of an earlier account of the person count as well. */
  async function countCharged(userId: string, since: number): Promise<number> {
    const n = sql<number>`count(*)`.mapWith(Number);
    const [kept] = await orm
      .select({ n })
      .from(dreams)
      .where(and(eq(dreams.userId, userId), gte(dreams.chargedAt, since)));
    const [purged] = await orm
      .select({ n })
      .from(spentStreams)
      .where(and(eq(spentStreams.userId, userId), gte(spentStreams.chargedAt, startOfDay(since))));
    const carried = since === 0 ? await countCarriedTrials(db, userId) : 0;
    return (kept?.n ?? 0) + (purged?.n ?? 0) + carried;
  }

  /** Streams that operators gave since a moment. */
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

  /** For how long, and until when, a person's dreams had workers without a picture being seen, since the last that was. */
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
    /** starts of the last hour that were never charged */
    mostUnchargedStarts: number | null;
    /** ms to wait after the last of the dreams that held workers for so many seconds, unwatched; null for no wait */
    waitAfterHolding?: ((seconds: number) => number) | null;
    node: string;
  }): Promise<Admission> {
    const { userId, quota } = request;
    try {
      return await db.transact<Admission>(async () => {
        const running = await findActive(userId);
        if (running) return { kind: 'active', dream: running };
        if (quota && (await countCharged(userId, quota.since)) >= quota.limit) return { kind: 'over-quota' };
        const now = clock.now();
        if (request.mostUnchargedStarts !== null) {
          const [starts] = await orm
            .select({ n: sql<number>`count(*)`.mapWith(Number) })
            .from(dreams)
            .where(
              and(
                eq(dreams.userId, userId),
                gte(dreams.requestedAt, now - HOUR_MS),
                isNull(dreams.chargedAt),
              ),
            );
          if ((starts?.n ?? 0) >= request.mostUnchargedStarts) return { kind: 'too-many-starts' };
        }
        if (request.waitAfterHolding) {
          const { seconds, until } = await heldUnwatched(userId, now - DAY_MS);
          const waitMs = until + request.waitAfterHolding(seconds) - now;
          if (waitMs > 0) return { kind: 'held-unwatched', waitMs };
        }
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
            seed: newSeed(),
            watermark: newWatermark(),
            shared: sql`(select shares_new from users where id = ${userId})`,
            node: request.node,
          })
          .returning();
        if (!dream) throw new Error('the database returned no row for a new dream');
        return { kind: 'admitted', dream };
      });
    } catch (error) {
      // Two nodes may admit at once on Postgres; the index lets one through and the other joins it.
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

    /** The newest failure that no answer has reported yet, marked as reported. */
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

    /** Of two answers that would carry the same failure, one does. */
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
