import { shownTexts } from '../../kit/texts/shown-text.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { whyWaiting } from '../queue/why-waiting.ts';
import type { Relay } from '../relay.ts';
import type { WorkersStore } from '../store.ts';
import { listWorkers } from './live-worker.ts';

interface FacadeDeps {
  cluster: Pick<Cluster, 'workers' | 'drainWorker' | 'removeWorker'>;
  relay: Relay;
  /** why workers aren't started for waiting dreams, if they are started on demand */
  waitReason(): string | null;
  /** this machine's own workers */
  own: { trouble(): string | null };
  store: Pick<WorkersStore, 'keepDrain'>;
}

/** For operators: the workers of all servers, and why people are waiting for them. */
export function createWorkersFacade({ cluster, relay, waitReason, own, store }: FacadeDeps) {
  return {
    async look() {
      const others = await cluster.workers();
      const workers = [...listWorkers(relay), ...others.flatMap((one) => one.workers)];
      const queued = others.reduce((sum, one) => sum + one.queued, relay.figures().queued);
      return shownTexts({
        workers,
        queued,
        reason: whyWaiting(queued, workers, waitReason(), own.trouble()),
      });
    },
    /** true if an operator drained it, whether or not it is connected */
    isDraining: relay.isDraining,
    /** Stores a drain or its end in the caller's transaction. It takes effect with `drain`. */
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
