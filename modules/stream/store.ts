import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { WorkerHello } from '../protocol/worker-messages.ts';
import { workerMarks, workers } from './tables.ts';

/** Minimum time between mails about a worker that keeps failing and recovering. */
const QUIET_MS = 3600_000;

export type WorkersStore = ReturnType<typeof createWorkersStore>;

/** The registry of connected workers (one row per socket) and the persistent marks on them. */
export function createWorkersStore({ orm }: Database, clock: Clock, node: string) {
  return {
    async add(id: string, hello: WorkerHello): Promise<void> {
      const { worker_id: workerId, generator, version, width, height, fps } = hello;
      const now = clock.now();
      const row = { id, workerId, node, generator, version, width, height, fps: Math.round(fps) };
      await orm.insert(workers).values({ ...row, connectedAt: now, lastSeenAt: now });
    },

    async touch(id: string): Promise<void> {
      await orm.update(workers).set({ lastSeenAt: clock.now() }).where(eq(workers.id, id));
    },

    async remove(id: string): Promise<void> {
      await orm.delete(workers).where(eq(workers.id, id));
    },

    /** On startup: removes workers that this node had before it died. */
    async removeAll(): Promise<void> {
      await orm.delete(workers).where(eq(workers.node, node));
    },

    async keepDrain(workerId: string, drains: boolean): Promise<void> {
      const drainedAt = drains ? clock.now() : null;
      await orm
        .insert(workerMarks)
        .values({ workerId, drainedAt })
        .onConflictDoUpdate({ target: workerMarks.workerId, set: { drainedAt } });
    },

    async listDrained(): Promise<string[]> {
      const rows = await orm
        .select({ workerId: workerMarks.workerId })
        .from(workerMarks)
        .where(isNotNull(workerMarks.drainedAt));
      return rows.map(({ workerId }) => workerId);
    },

    /** Marks a worker as failing. @returns true for exactly one caller across all nodes */
    async markFailing(workerId: string): Promise<boolean> {
      const now = clock.now();
      const rows = await orm
        .insert(workerMarks)
        .values({ workerId, failingSince: now, mailedAt: now })
        .onConflictDoUpdate({
          target: workerMarks.workerId,
          set: { failingSince: now, mailedAt: now },
          setWhere: sql`${workerMarks.failingSince} is null and coalesce(${workerMarks.mailedAt}, 0) < ${now - QUIET_MS}`,
        })
        .returning({ workerId: workerMarks.workerId });
      return rows.length === 1;
    },

    /** Clears that mark. @returns true for exactly one caller, and only if the mark was set */
    async markWorking(workerId: string): Promise<boolean> {
      const rows = await orm
        .update(workerMarks)
        .set({ failingSince: null, mailedAt: clock.now() })
        .where(and(eq(workerMarks.workerId, workerId), isNotNull(workerMarks.failingSince)))
        .returning({ workerId: workerMarks.workerId });
      return rows.length === 1;
    },
  };
}
