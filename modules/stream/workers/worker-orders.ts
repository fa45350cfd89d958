/** What operators have told workers, by the ids that these call themselves by; a worker that is started anew has another one. */
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
