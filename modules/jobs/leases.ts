import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { cutText } from '../kit/texts/codes.ts';
import type { Job, LeasedJob } from './contract/define-job.ts';
import { jobs } from './tables.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 10 * 60_000;
const KEPT_ERROR_CHARS = 2_000;
/** Tolerated clock difference between servers. */
const CLOCK_TOLERANCE_MS = 60_000;

/** `runAt` of a job that is due immediately, whatever the clock says. */
export const AT_ONCE = 0;

/** When a job became or becomes due. */
export const dueSince = sql<number>`case when ${jobs.runAt} = ${AT_ONCE} then ${jobs.createdAt} else ${jobs.runAt} end`;

/** A delay that doesn't grow if the clock is set back later. */
export const waitOf = (now: number, ms: number) => ({ runAt: now + ms, waitsFrom: now });

/** The part of the store that leases jobs, extends leases and records outcomes. */
export function createLeaseQueries({ orm }: Database, clock: Clock) {
  const held = (job: LeasedJob) =>
    and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.leaseOwner, job.leaseOwner));
  const due = (kinds: readonly string[]) =>
    and(
      inArray(jobs.kind, [...kinds]),
      or(
        and(
          eq(jobs.state, 'waiting'),
          or(lte(jobs.runAt, clock.now()), gt(jobs.waitsFrom, clock.now() + CLOCK_TOLERANCE_MS)),
        ),
        and(eq(jobs.state, 'running'), lte(jobs.leaseUntil, clock.now())),
      ),
    );

  return {
    /**
     * Leases the job that has been due longest, or returns null if none is due. Counts an attempt, except for kinds
     * where only failures count.
     */
    async lease(
      kinds: readonly string[],
      leaseMs: number,
      onlyFailures: readonly string[] = [],
    ): Promise<LeasedJob | null> {
      while (true) {
        const [next] = await orm
          .select({ id: jobs.id, kind: jobs.kind })
          .from(jobs)
          .where(due(kinds))
          .orderBy(asc(dueSince), asc(jobs.id))
          .limit(1);
        if (next === undefined) return null;
        const counted = onlyFailures.includes(next.kind) ? 0 : 1;
        const [taken] = await orm
          .update(jobs)
          .set({
            state: 'running',
            leaseOwner: newId(),
            leaseUntil: clock.now() + leaseMs,
            attempts: sql`${jobs.attempts} + ${counted}`,
          })
          .where(and(eq(jobs.id, next.id), due(kinds)))
          .returning();
        if (taken) return { ...(taken as LeasedJob), attempts: taken.attempts + 1 - counted };
        // Another process got it first; there may be more.
      }
    },

    /** Leases one job ahead of the queue; null if another process has it or it isn't due. */
    async leaseOne(kind: string, key: string, leaseMs: number): Promise<LeasedJob | null> {
      const [taken] = await orm
        .update(jobs)
        .set({
          state: 'running',
          leaseOwner: newId(),
          leaseUntil: clock.now() + leaseMs,
          attempts: sql`${jobs.attempts} + 1`,
        })
        .where(and(eq(jobs.key, key), due([kind])))
        .returning();
      return taken ? (taken as LeasedJob) : null;
    },

    /** Extends the lease. False if the lease was lost; the caller's work must then have no effect. */
    async extend(job: LeasedJob, leaseMs: number, progress: number | null): Promise<boolean> {
      const rows = await orm
        .update(jobs)
        .set({ leaseUntil: clock.now() + leaseMs, progress })
        .where(held(job))
        .returning({ id: jobs.id });
      return rows.length === 1;
    },

    /** Returns false if the lease was lost, like the next three methods. */
    async complete(job: LeasedJob): Promise<boolean> {
      return await settle(job, { state: 'done', progress: 1, lastError: null, finishedAt: clock.now() });
    },

    /** Schedules a retry with exponential back-off from 2 s up to 10 minutes. */
    async retryLater(job: LeasedJob, error: string): Promise<boolean> {
      const delay = Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), LAST_RETRY_MS);
      const { attempts } = job;
      return await settle(job, {
        state: 'waiting',
        attempts,
        ...waitOf(clock.now(), delay),
        lastError: clip(error),
      });
    },

    /** Reschedules a job whose prerequisites aren't ready, without counting the attempt. */
    async postpone(job: LeasedJob, delayMs: number, reason: string): Promise<boolean> {
      const attempts = job.attempts - 1;
      return await settle(job, {
        state: 'waiting',
        attempts,
        ...waitOf(clock.now(), delayMs),
        lastError: clip(reason),
      });
    },

    async fail(job: LeasedJob, error: string): Promise<boolean> {
      return await settle(job, { state: 'failed', lastError: clip(error), finishedAt: clock.now() });
    },

    /** Puts the job back because this process is stopping; the attempt doesn't count. */
    async release(job: LeasedJob): Promise<boolean> {
      return await settle(job, { state: 'waiting', attempts: job.attempts - 1 });
    },

    /**
     * Makes all running jobs due immediately. Only for start-up of the only process on this database, when every lease
     * belongs to a dead process.
     */
    async releaseAll(): Promise<void> {
      await orm.update(jobs).set({ leaseUntil: clock.now() }).where(eq(jobs.state, 'running'));
    },
  };

  async function settle(job: LeasedJob, change: Partial<Job>): Promise<boolean> {
    const rows = await orm
      .update(jobs)
      .set({ ...change, leaseOwner: null, leaseUntil: null })
      .where(held(job))
      .returning({ id: jobs.id });
    return rows.length === 1;
  }
}

const clip = (error: string): string => cutText(error, KEPT_ERROR_CHARS);
