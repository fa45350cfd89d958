import type { Cluster } from '../cluster/cluster.ts';
import { whyWaiting } from '../queue/why-waiting.ts';
import type { Relay } from '../relay.ts';
import type { WorkersStore } from '../store.ts';
import { listWorkers } from './live-worker.ts';

interface FacadeDeps {
  cluster: Pick<Cluster, 'workers' | 'drainWorker' | 'removeWorker'>;
  relay: Relay;
  /** why workers are not started for those that wait, where they are started for them */
  waitReason(): string | null;
  /** the workers of this machine */
  own: { trouble(): string | null };
  store: Pick<WorkersStore, 'keepDrain'>;
}

/** For operators: the workers of all servers, and why people wait for them. */
export function createWorkersFacade({ cluster, relay, waitReason, own, store }: FacadeDeps) {
  return {
    async look() {
      const others = await cluster.workers();
      const workers = [...listWorkers(relay), ...others.flatMap((one) => one.workers)];
      const queued = others.reduce((sum, one) => sum + one.queued, relay.figures().queued);
      return { workers, queued, reason: whyWaiting(queued, workers, waitReason(), own.trouble()) };
    },
    /** an operator drained it, whether it is connected or not */
    isDraining: relay.isDraining,
    /** Stores a drain, or its end, within the caller's transaction; it holds from `drain` on. */
    keepDrain: store.keepDrain,
    drain(workerId: string, drains: boolean): void {
      relay.drainWorker(workerId, drains);
      cluster.drainWorker(workerId, drains);
    },
    remove(workerId: string): void {
      relay.removeWorker(workerId);
      cluster.removeWorker(workerId);
    },
  };
}
