import { and, count, eq, inArray, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Job } from './define-job.ts';
import { AT_ONCE, createLeaseQueries, dueSince, waitOf } from './leases.ts';
import { jobs } from './tables.ts';

export type JobsStore = ReturnType<typeof createJobsStore>;

/**
 * All SQL of the job queue. A job runs at least once: a lease that its process let expire is given out again.
 * Every call is one guarded statement or safe to repeat, on both databases and among many processes. Times are wall
 * times, the only ones that processes share and that outlive them: what is due at once carries none, and a wait that began
 * in the future is over.
 */
export function createJobsStore(db: Database, clock: Clock) {
  const { orm } = db;
  const listeners = new Set<() => void>();

  return {
    ...createLeaseQueries(db, clock),

    /**
     * Adds a job, unless one of this kind and key was ever added.
     * @param runAt not before, ms since the epoch
     * @param delayMs or after a wait; without either at once
     * @returns its id, and whether it is new
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

    /** Has a job that ended run once more, from the first attempt on. False when it waits or runs, or never was. */
    async again(kind: string, key: string): Promise<boolean> {
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

    /** Called after each added job; maybe before the transaction that adds it commits. Returns how to stop that. */
    onEnqueued(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** When the next of these kinds falls due or loses its lease, ms since the epoch; null when none ever will. */
    async nextDue(kinds: readonly string[]): Promise<number | null> {
      const first = (column: typeof jobs.runAt | typeof jobs.leaseUntil, state: 'waiting' | 'running') =>
        sql`(${orm
          .select({ at: min(column) })
          .from(jobs)
          .where(and(inArray(jobs.kind, [...kinds]), eq(jobs.state, state)))})`.mapWith(column);
      // In one statement: between two of them a job may change from the one state to the other, and be seen in neither.
      const [due] = await orm
        .select({ waiting: first(jobs.runAt, 'waiting'), running: first(jobs.leaseUntil, 'running') })
        .from(jobs)
        .limit(1);
      const times = [due?.waiting, due?.running].filter((at) => typeof at === 'number');
      return times.length > 0 ? Math.min(...times) : null;
    },

    /** Throws away the jobs that ended before this moment, ms since the epoch. */
    async dropFinished(before: number): Promise<void> {
      await orm.delete(jobs).where(lte(jobs.finishedAt, before));
    },

    /** Progress of those of these jobs that run, 0–1 by key, where they have reported it. */
    async progressOf(kind: string, keys: readonly string[]): Promise<Map<string, number>> {
      const rows = await orm
        .select({ key: jobs.key, progress: jobs.progress })
        .from(jobs)
        .where(and(eq(jobs.kind, kind), inArray(jobs.key, [...keys]), eq(jobs.state, 'running')));
      return new Map(rows.flatMap(({ key, progress }) => (progress === null ? [] : [[key, progress]])));
    },

    /** Number of each kind that are not done, and the time in ms for which the oldest that is due has waited. */
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
