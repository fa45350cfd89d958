import type { WorkerHello } from '../../protocol/worker-messages.ts';

/** Identifies one run of a worker, since a removed worker may return under the same id after a restart. */
const runOf = ({ worker_id, run }: WorkerHello) => `${worker_id} ${run ?? ''}`;

/** Operators' orders to workers: a drain applies to a worker id, a removal to one run. */
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
