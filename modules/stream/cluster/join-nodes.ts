import type { Log } from '../../../src/kit/log.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { Nodes, NodesPort } from '../../nodes/nodes.ts';
import type { Relay } from '../relay.ts';
import { listWorkers } from '../workers/live-worker.ts';
import { answerElsewhere } from './answer-elsewhere.ts';
import type { Elsewhere } from './elsewhere.ts';

/** Dreams that are taken over at once: their recordings are brought from the storage. */
const AT_ONCE = 4;
/** Pause before the next take-over after one that failed. */
const AGAIN_AFTER_MS = 2_000;

interface NodeDuties {
  log: Log;
  nodes: Nodes;
  relay: Relay;
  elsewhere: Elsewhere;
  repository: DreamRepository;
  waitNote?(dreamId: string): string | null;
  /** brings a dream of a lost server to its end */
  recover(dream: Dream): Promise<void>;
}

/** Requests that this server serves for the others that share its database, and its part when one of them is lost. */
export function joinNodes(duties: NodeDuties): NodesPort {
  const { log, nodes, relay, repository } = duties;
  answerElsewhere(nodes, duties);
  nodes.on('line', () => relay.matchQueue());
  nodes.on('close-login', (loginId) => relay.closeLogin(loginId as string));
  nodes.on('close-operator', (userId) => relay.closeOperator(userId as string));
  nodes.on('workers', () => ({ workers: listWorkers(relay), queued: relay.figures().queued }));
  nodes.on('drain-worker', (payload) => {
    const { workerId, drains } = payload as { workerId: string; drains: boolean };
    relay.drainWorker(workerId, drains);
  });
  nodes.on('remove-worker', (workerId) => void relay.removeWorker(workerId as string));

  let inheriting: Dream[] = [];
  const left: Dream[] = [];
  let atWork = 0;

  /** Retries a dream that fails after all others. */
  async function recoverLeft(): Promise<void> {
    atWork += 1;
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        await duties.recover(next);
      } catch (error) {
        log.warn('a dream of a lost node waits', { dream: next.id, error });
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
        left.push(next);
      }
    }
    atWork -= 1;
  }

  return {
    async inherit(lost) {
      const dreams = await repository.inheritDreams(lost, nodes.self);
      // A node that restarts may have begun one since.
      inheriting = dreams.filter(({ id, endedAt }) => endedAt !== null || !relay.room(id));
    },
    inherited() {
      left.push(...inheriting);
      inheriting = [];
      while (atWork < AT_ONCE && left.length > 0) void recoverLeft();
    },
    buried: relay.handOverTaken,
    cutOff: relay.handOverAll,
  };
}
