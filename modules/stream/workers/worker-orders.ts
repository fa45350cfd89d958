import type { WorkerHello } from '../../protocol/worker-messages.ts';

/** One run of a worker: a removed worker may come back under the same id once it is restarted. */
const runOf = ({ worker_id, run }: WorkerHello) => `${worker_id} ${run ?? ''}`;

/** Orders from operators to workers: a drain holds for a worker's id, a removal for one run of it. */
export function createWorkerOrders() {
  const drained = new Set<string>();
  const removed = new Set<string>();
  return {
    drain: (workerId: string) => void drained.add(workerId),
    resume: (workerId: string) => void drained.delete(workerId),
    remove: (hello: WorkerHello) => void removed.add(runOf(hello)),
    isDraining: (workerId: string) => drained.has(workerId),
    isRemoved: (hello: WorkerHello) => removed.has(runOf(hello)),
  };
}
export type WorkerOrders = ReturnType<typeof createWorkerOrders>;
