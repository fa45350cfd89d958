import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { WorkerHello } from '../protocol/worker-messages.ts';
import { workers } from './tables.ts';

export type WorkersStore = ReturnType<typeof createWorkersStore>;

/** The registry of connected workers, one row a socket. */
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

    /** At start: removes the workers that this node had before it died. */
    async removeAll(): Promise<void> {
      await orm.delete(workers).where(eq(workers.node, node));
    },
  };
}
