import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import type { Room } from '../room/room.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';
import { preference, type Queue, type QueueParts } from './queue.ts';

/** Longest delay before a node sees a change whose notification was lost. */
const LOOK_INTERVAL_MS = 1_000;

interface SharedQueueDeps extends QueueParts {
  log: Log;
  /** this node's name */
  node: string;
  repository: Pick<DreamRepository, 'find' | 'listWaiting' | 'claimWaiting' | 'unclaim' | 'listElsewhere'>;
  /** notifies the other nodes that the queue has changed */
  publish(): void;
  /** true if this node's workers may accept dreams */
  takesDreams(): boolean;
}

/**
 * One dream queue in the database, shared by the workers of several servers. A worker claims the longest-waiting dream
 * wherever it came in, and the room moves to the worker's server. Queued dreams have no viewer yet, so nothing else has
 * to move.
 */
export function createSharedQueue(deps: SharedQueueDeps): Queue {
  const { log, node, repository, orders } = deps;
  /** this node's rooms that wait for a worker */
  const here = new Map<string, Room>();
  const idle = new Set<WorkerSlot>();
  /** dream ids waiting on all nodes, in order of arrival, as last read */
  let order: string[] = [];
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | null = null;

  /** One pass at a time: two concurrent claims would race for the same worker. */
  function look(): Promise<void> {
    if (looking) lookAgain = true;
    looking ??= lookOnce().finally(() => {
      looking = null;
      if (!lookAgain) return;
      lookAgain = false;
      void look();
    });
    return looking;
  }

  async function lookOnce(): Promise<void> {
    try {
      const waiting = await repository.listWaiting();
      order = waiting.map(({ id }) => id);
      await dropTaken(new Set(waiting.flatMap((one) => (one.node === node ? [one.id] : []))));
      for (const { id, node: home } of waiting) if (home === node) await adopt(id);
      if (order.length > 0 && (await serve())) order = (await repository.listWaiting()).map(({ id }) => id);
    } catch (error) {
      log.warn('the line of waiting dreams can’t be read', { error });
    }
    sendPositions();
  }

  /** Drops the rooms of dreams claimed by other nodes, which have opened their own. */
  async function dropTaken(waits: ReadonlySet<string>): Promise<void> {
    const missing = [...here.keys()].filter((id) => !waits.has(id));
    for (const id of await repository.listElsewhere(missing, node)) {
      const room = here.get(id);
      here.delete(id);
      room?.handOver();
    }
  }

  /** Opens a room for a dream that another node has handed to this one. */
  async function adopt(dreamId: string): Promise<void> {
    if (here.has(dreamId)) return;
    const dream = await repository.find(dreamId);
    if (dream?.jobStatus === 'PENDING' && dream.node === node && dream.claimedAt === null) deps.open(dream);
  }

  async function serve(): Promise<boolean> {
    if (!deps.takesDreams()) return false;
    let served = false;
    for (const slot of [...idle].sort((a, b) => preference(a) - preference(b))) {
      if (!deps.space.hasRoom()) break;
      if (slot.rests || orders.isDraining(slot.id)) continue;
      const dream = await repository.claimWaiting(node, wantedBy(slot));
      if (!dream) continue;
      const room = deps.open(dream);
      here.delete(dream.id);
      if (room.ended) continue;
      if (!idle.delete(slot)) {
        here.set(dream.id, room);
        await repository.unclaim(dream.id, node);
        lookAgain = true;
        continue;
      }
      deps.space.promise(dream);
      slot.serve(room);
      served = true;
    }
    if (served) deps.publish();
    return served;
  }

  function sendPositions(): void {
    for (const [id, room] of here) {
      const index = order.indexOf(id);
      if (index >= 0) room.send({ type: 'queue', position: index + 1, size: order.length });
    }
  }

  return {
    join(room: Room): void {
      here.set(room.dream.id, room);
      void look();
      deps.publish();
    },
    leave(room: Room): void {
      if (here.delete(room.dream.id)) deps.publish();
    },
    offer(slot: WorkerSlot): void {
      idle.add(slot);
      void look();
    },
    withdraw(slot: WorkerSlot): void {
      idle.delete(slot);
    },
    match: () => void look(),
    /** No-op: the interval timer does it. */
    tick(): void {},
    waiting: (): readonly Room[] => [...here.values()],
    /** position across all nodes */
    position(room: Room): number | null {
      if (!here.has(room.dream.id)) return null;
      const index = order.indexOf(room.dream.id);
      return index < 0 ? order.length + 1 : index + 1;
    },
    figures: () => ({ queued: here.size, idle: idle.size }),
    start(): void {
      timer = setInterval(() => void look(), LOOK_INTERVAL_MS);
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      await looking;
    },
  };
}

/** A worker started for one dream accepts only that one. */
function wantedBy({ pass, hello: { job_id: job } }: WorkerSlot) {
  if (pass) return { dreamId: pass.dreamId };
  return job ? { rpJobId: job.toLowerCase() } : null;
}
