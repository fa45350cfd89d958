import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Job, LeasedJob } from './define-job.ts';
import { jobs } from './tables.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 10 * 60_000;
const KEPT_ERROR_CHARS = 2_000;
/** Clocks of several servers agree better than this. */
const CLOCK_TOLERANCE_MS = 60_000;

/** `runAt` of a job that is due whatever the clock says. */
export const AT_ONCE = 0;

/** Since when a job is due, or from when on it will be. */
export const dueSince = sql<number>`case when ${jobs.runAt} = ${AT_ONCE} then ${jobs.createdAt} else ${jobs.runAt} end`;

/** A wait, which a clock that is set back later doesn't make longer. */
export const waitOf = (now: number, ms: number) => ({ runAt: now + ms, waitsFrom: now });

/** SQL of jobs that run: taken by lease, kept, and released with their outcome; a part of the store. */
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
     * Takes the job that has been due longest, or null when none is. Counts an attempt, except of the kinds of
     * which only failures count.
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
        // Another process was faster; there may be more.
      }
    },

    /** Takes one job before its turn; null where another has it, or it is not due. */
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

    /** Keeps the job for another while. False when the lease was lost: whatever it does must not count. */
    async extend(job: LeasedJob, leaseMs: number, progress: number | null): Promise<boolean> {
      const rows = await orm
        .update(jobs)
        .set({ leaseUntil: clock.now() + leaseMs, progress })
        .where(held(job))
        .returning({ id: jobs.id });
      return rows.length === 1;
    },

    /** False when the lease was lost, as with the three calls below. */
    async complete(job: LeasedJob): Promise<boolean> {
      return await settle(job, { state: 'done', progress: 1, lastError: null, finishedAt: clock.now() });
    },

    /** Puts the job back for a later attempt: after 2 s, then twice as long each time, up to 10 minutes. */
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

    /** Puts the job back for later as if this attempt had not been: what it needs is not there yet. */
    async postpone(job: LeasedJob, delayMs: number, reason: string): Promise<boolean> {
      const attempts = job.attempts - 1;
      return await settle(job, {
        state: 'waiting',
        attempts,
        ...waitOf(clock.now(), delayMs),
        lastError: clip(reason),
      });
    },

    /** Gives the job up for good. */
    async fail(job: LeasedJob, error: string): Promise<boolean> {
      return await settle(job, { state: 'failed', lastError: clip(error), finishedAt: clock.now() });
    },

    /** Puts the job back untried, because this process stops. */
    async release(job: LeasedJob): Promise<boolean> {
      return await settle(job, { state: 'waiting', attempts: job.attempts - 1 });
    },

    /**
     * Makes all running jobs due at once. Only for the start of a process that has its database to itself: the
     * leases it finds belong to the dead.
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

function clip(error: string): string {
  return error.slice(0, KEPT_ERROR_CHARS);
}
