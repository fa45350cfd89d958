/** Orders from operators to workers, by the workers' own ids; a worker that restarts has another id. */
export function createWorkerOrders() {
  const drained = new Set<string>();
  const removed = new Set<string>();
  return {
    drain: (workerId: string) => void drained.add(workerId),
    resume: (workerId: string) => void drained.delete(workerId),
    remove: (workerId: string) => void removed.add(workerId),
    isDraining: (workerId: string) => drained.has(workerId),
    isRemoved: (workerId: string) => removed.has(workerId),
  };
}
export type WorkerOrders = ReturnType<typeof createWorkerOrders>;
