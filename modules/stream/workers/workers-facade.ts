import type { Nodes } from '../../nodes/nodes.ts';
import { whyWaiting } from '../queue/why-waiting.ts';
import type { Relay } from '../relay.ts';
import { type LiveWorker, listWorkers } from './live-worker.ts';

interface FacadeDeps {
  nodes: Pick<Nodes, 'self' | 'urls' | 'ask' | 'publish'>;
  relay: Relay;
  /** why workers are not started for those that wait, where they are started for them */
  waitReason(): string | null;
  /** the workers of this machine */
  own: { trouble(): string | null };
}

/** For operators: the workers of all servers, and why people wait for them. */
export function createWorkersFacade({ nodes, relay, waitReason, own }: FacadeDeps) {
  return {
    async look() {
      const others = nodes.urls().filter((url) => url !== nodes.self);
      const answers = await Promise.all(others.map((url) => nodes.ask(url, 'workers', null)));
      const told = answers.flatMap((answer) =>
        answer ? [answer as { workers: LiveWorker[]; queued: number }] : [],
      );
      const workers = [...listWorkers(relay), ...told.flatMap((one) => one.workers)];
      const queued = told.reduce((sum, one) => sum + one.queued, relay.figures().queued);
      return { workers, queued, reason: whyWaiting(queued, workers, waitReason(), own.trouble()) };
    },
    drain(workerId: string, drains: boolean): void {
      relay.drainWorker(workerId, drains);
      nodes.publish('drain-worker', { workerId, drains });
    },
    remove(workerId: string): void {
      relay.removeWorker(workerId);
      nodes.publish('remove-worker', workerId);
    },
  };
}
