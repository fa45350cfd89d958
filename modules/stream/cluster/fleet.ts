import { setTimeout as after } from 'node:timers/promises';
import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import type { FleetNode } from '../../nodes/nodes.ts';
import { createSharedQueue } from '../queue/shared-queue.ts';
import type { Relay } from '../relay.ts';
import { listWorkers } from '../workers/live-worker.ts';
import { type Cluster, type ClusterMember, DRAIN_INTERVAL_MS, type WorkersOfServer } from './cluster.ts';
import { answerRequests, createRequests } from './requests.ts';
import { createTakeOver } from './take-over.ts';

/** Broadcasts to all other servers, by kind. */
interface Announcements {
  'queue-changed': null;
  'close-login': string;
  'close-operator': string;
  'guest-claimed': { guestId: string; userId: string };
  'drain-worker': { workerId: string; drains: boolean };
  'remove-worker': string;
}

interface FleetDeps {
  nodes: FleetNode;
  repository: DreamRepository;
  log: Log;
}

/** Several servers sharing one dream queue. Messages are trusted: only our own servers send them. */
export function createFleetCluster({ nodes, repository, log }: FleetDeps): Cluster {
  const requests = createRequests(nodes, repository);
  let relay: Relay | null = null;

  const publish = <K extends keyof Announcements>(kind: K, payload: Announcements[K]) =>
    nodes.publish(kind, payload);
  const on = <K extends keyof Announcements>(kind: K, handle: (payload: Announcements[K]) => void) =>
    nodes.on(kind, (payload) => handle(payload as Announcements[K]));

  return {
    ...requests,
    createQueue: (parts) =>
      createSharedQueue({
        ...parts,
        log,
        repository,
        node: nodes.self,
        publish: () => publish('queue-changed', null),
        takesDreams: () => nodes.takesDreams,
      }),

    async join(member: ClusterMember) {
      const live = member.relay;
      relay = live;
      answerRequests(nodes, repository, member, requests);
      on('queue-changed', () => live.matchQueue());
      on('close-login', live.closeLogin);
      on('close-operator', live.closeOperator);
      on('guest-claimed', ({ guestId, userId }) => live.guestClaimed(guestId, userId));
      on('drain-worker', ({ workerId, drains }) => live.drainWorker(workerId, drains));
      on('remove-worker', (workerId) => void live.removeWorker(workerId));
      nodes.on('workers', () => ({ workers: listWorkers(live), queued: live.figures().queued }));
      await nodes.start(
        createTakeOver({ self: nodes.self, relay: live, repository, log, recover: member.recover }),
      );
    },

    async drain(withinMs) {
      const until = performance.now() + withinMs;
      while (relay && performance.now() < until) {
        const [taker] = nodes.takers();
        if (taker && relay.waiting().length > 0) {
          await repository.moveWaiting(nodes.self, taker).catch(() => {});
          relay.matchQueue();
          publish('queue-changed', null);
        }
        if (relay.liveRooms === 0 && (!taker || relay.waiting().length === 0)) return;
        await after(DRAIN_INTERVAL_MS);
      }
    },

    async workers() {
      const others = nodes.urls().filter((url) => url !== nodes.self);
      const answers = await Promise.all(others.map((url) => nodes.ask(url, 'workers', null)));
      return answers.flatMap((answer) => (answer ? [answer as WorkersOfServer] : []));
    },
    drainWorker: (workerId, drains) => publish('drain-worker', { workerId, drains }),
    removeWorker: (workerId) => publish('remove-worker', workerId),
    closeLogin: (loginId) => publish('close-login', loginId),
    closeOperator: (userId) => publish('close-operator', userId),
    guestClaimed: (guestId, userId) => publish('guest-claimed', { guestId, userId }),
  };
}
