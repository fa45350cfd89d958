import { and, count, eq, inArray, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Job } from './contract/define-job.ts';
import { AT_ONCE, createLeaseQueries, dueSince, waitOf } from './leases.ts';
import { jobs } from './tables.ts';

export type JobsStore = ReturnType<typeof createJobsStore>;

/**
 * All SQL for the job queue. Delivery is at least once: an expired lease is handed out again. Every call is a single
 * guarded statement or safe to repeat, on both databases and across processes. Times are wall-clock times, the only
 * ones that processes share and that survive restarts. Because that clock may be corrected, jobs due immediately store
 * no time, and a delay that seems to have started in the future counts as over.
 */
export function createJobsStore(db: Database, clock: Clock) {
  const { orm } = db;
  const listeners = new Set<() => void>();

  return {
    ...createLeaseQueries(db, clock),

    /**
     * Adds a job unless one with this kind and key already exists.
     * @param runAt earliest start, ms since the epoch
     * @param delayMs delay before the start; without `runAt` or `delayMs` the job is due immediately
     * @returns the job's id, and whether it was added
     */
    async enqueue(job: {
      kind: string;
      key: string;
      payload: Record<string, unknown>;
      runAt?: number;
      delayMs?: number;
    }): Promise<{ id: string; added: boolean }> {
      const now = clock.now();
      const { kind, key, payload, delayMs, runAt = AT_ONCE } = job;
      const due = delayMs === undefined ? { runAt } : waitOf(now, delayMs);
      const added = await orm
        .insert(jobs)
        .values({ id: newId(), kind, key, payload, state: 'waiting', ...due, attempts: 0, createdAt: now })
        .onConflictDoNothing({ target: [jobs.kind, jobs.key] })
        .returning({ id: jobs.id });
      const [row] = added.length > 0 ? added : await orm.select().from(jobs).where(isJob(kind, key));
      if (row === undefined) throw new Error(`job ${kind} ${key} vanished while it was added`);
      if (added.length > 0) for (const listener of listeners) listener();
      return { id: row.id, added: added.length > 0 };
    },

    /** Reruns a finished or failed job from its first attempt. False if it is waiting, running or unknown. */
    async rerun(kind: string, key: string): Promise<boolean> {
      const now = clock.now();
      const rows = await orm
        .update(jobs)
        .set({
          state: 'waiting',
          runAt: AT_ONCE,
          waitsFrom: null,
          createdAt: now,
          attempts: 0,
          progress: null,
          finishedAt: null,
        })
        .where(and(isJob(kind, key), inArray(jobs.state, ['done', 'failed'])))
        .returning({ id: jobs.id });
      if (rows.length > 0) for (const listener of listeners) listener();
      return rows.length > 0;
    },

    /**
     * Registers a listener for added jobs, which may be called before the adding transaction commits. Returns a
     * function that removes it.
     */
    onEnqueued(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * When the next job of these kinds is due or its lease expires, in ms since the epoch; null if no such job exists.
     */
    async nextDue(kinds: readonly string[]): Promise<number | null> {
      const first = (column: typeof jobs.runAt | typeof jobs.leaseUntil, state: 'waiting' | 'running') =>
        sql`(${orm
          .select({ at: min(column) })
          .from(jobs)
          .where(and(inArray(jobs.kind, [...kinds]), eq(jobs.state, state)))})`.mapWith(column);
      // One statement: between two, a job could change state and be missed by both.
      const [due] = await orm
        .select({ waiting: first(jobs.runAt, 'waiting'), running: first(jobs.leaseUntil, 'running') })
        .from(jobs)
        .limit(1);
      const times = [due?.waiting, due?.running].filter((at) => typeof at === 'number');
      return times.length > 0 ? Math.min(...times) : null;
    },

    /** Deletes jobs that ended at or before this time, in ms since the epoch. */
    async dropFinished(before: number): Promise<void> {
      await orm.delete(jobs).where(lte(jobs.finishedAt, before));
    },

    /** Progress (0–1) by key of those jobs that are running and have reported any. */
    async progressOf(kind: string, keys: readonly string[]): Promise<Map<string, number>> {
      const rows = await orm
        .select({ key: jobs.key, progress: jobs.progress })
        .from(jobs)
        .where(and(eq(jobs.kind, kind), inArray(jobs.key, [...keys]), eq(jobs.state, 'running')));
      return new Map(rows.flatMap(({ key, progress }) => (progress === null ? [] : [[key, progress]])));
    },

    /** Job counts by kind and state, without finished jobs, and how many ms the oldest due job has waited. */
    async figures() {
      const counts = await orm
        .select({ kind: jobs.kind, state: jobs.state, count: count(), first: min(dueSince) })
        .from(jobs)
        .where(inArray(jobs.state, ['waiting', 'running', 'failed']))
        .groupBy(jobs.kind, jobs.state);
      const due = counts.filter(({ state }) => state === 'waiting').map(({ first }) => Number(first));
      return { counts, lateMs: Math.max(0, ...due.map((at) => clock.now() - at)) };
    },

    async find(kind: string, key: string): Promise<Job | null> {
      const [row] = await orm.select().from(jobs).where(isJob(kind, key));
      return row ?? null;
    },
  };
}

function isJob(kind: string, key: string) {
  return and(eq(jobs.kind, kind), eq(jobs.key, key));
}
