import type { Notifications } from '../../db/database.ts';
import { fetchBounded } from '../../src/kit/http/outgoing.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Kit } from '../module.ts';
import { createMessageBus, type Handler } from './message-bus.ts';
import { createPeers, LOST_AFTER_MS } from './peers.ts';
import { createNodesStore, type NodeRow } from './store.ts';

const BEAT_INTERVAL_MS = 2_000;
/** Beats between two sweeps of what nobody reads any more. */
const SWEEP_BEATS = 30;
/** Message of a node that has come, goes or takes no dreams any more: the others look now, not at their next beat. */
const CHANGED = 'nodes-changed';
/** Bounds of the request by which another node is asked whether it reaches the database. */
const READYZ_BOUNDS = { timeoutMs: 3_000, maxBytes: 4_096 };

/** Work that passes between nodes when one of them is lost. */
export interface TakeOver {
  /** Makes a lost node's dreams this one's, within one transaction. */
  takeOver(lost: string): Promise<void>;
  /** Starts to recover the dreams of the last take-over, for as long as that takes. */
  recoverTaken(): void;
  /** Others took this node for lost: releases what they have taken over. */
  releaseTaken(): Promise<void>;
  /** Others will take this node for lost, unseen: releases all that it has. */
  releaseAll(): void;
}

export type FleetNode = ReturnType<typeof createFleetNode>;

/**
 * - `absent`: not started, or stopped
 * - `member`: its beats are seen, its dreams are its own
 * - `cut off`: others reach the database and this node does not; it has released all
 */
type Phase = 'absent' | 'member' | 'cut off';

/** One of several servers that share a Postgres: shows that it lives, watches the others, and takes over from lost ones. */
export function createFleetNode(
  { db, clock, log }: Pick<Kit<unknown>, 'db' | 'clock' | 'log'>,
  self: string,
  notifications: Notifications,
) {
  const store = createNodesStore(db, clock, self);
  const bus = createMessageBus({ store, log, notifications });
  const peers = createPeers(clock);
  let phase: Phase = 'absent';
  let isDraining = false;
  let run = newId();
  let beats = 0;
  /** monotonic ms since when others reach the database and this node does not */
  let cutOffSince: number | null = null;
  let takeOver: TakeOver;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;

  /** One beat at a time, and none once this node stops. */
  function beatOnce(): void {
    if (phase === 'absent') return;
    beating ??= beat().finally(() => {
      beating = null;
    });
  }

  async function beat(): Promise<void> {
    try {
      if (phase === 'cut off' || !(await store.beat(run))) await rejoin();
      cutOffSince = null;
      await look();
      beats += 1;
      if (beats % SWEEP_BEATS === 0) await store.sweep();
    } catch (error) {
      log.warn('the registry of nodes can’t be reached', { error });
      await standDownIfCutOff();
    }
  }

  /** Enters the registry as a new run, after others took this node for lost. */
  async function rejoin(): Promise<void> {
    log.error('this node was taken for lost by another one; it begins anew', { node: self });
    // Dreams that it has begun since it was taken over are its own.
    if (phase !== 'cut off') await takeOver.releaseTaken();
    run = newId();
    await store.register(run);
    publish(CHANGED, null);
    if (phase !== 'cut off') return;
    // It has released all, and nobody else may have taken that over.
    await takeOver.takeOver(self);
    takeOver.recoverTaken();
    enter('member');
  }

  /** A stop that came meanwhile stands. */
  function enter(next: Phase): void {
    if (phase !== 'absent') phase = next;
  }

  /**
   * While the database is away for all, dreams go on. If others have reached it for as long as they take to declare
   * this node lost, they have its dreams: nothing is stored here any more, and viewers are better served there.
   */
  async function standDownIfCutOff(): Promise<void> {
    if (phase !== 'member') return;
    const now = clock.monotonic();
    const answers = await Promise.all(peers.list.map(({ url }) => reachesDatabase(url)));
    cutOffSince = answers.includes(true) ? (cutOffSince ?? now) : null;
    if (cutOffSince === null || now - cutOffSince < LOST_AFTER_MS) return;
    log.error('this node is cut off from the database that others have', { node: self });
    enter('cut off');
    takeOver.releaseAll();
  }

  async function look(): Promise<void> {
    const lost = peers.see((await store.list()).filter(({ url }) => url !== self));
    if (!isDraining) for (const node of lost) await takeOverFrom(node);
  }

  async function takeOverFrom(node: NodeRow): Promise<void> {
    if (!(await store.takeOver(node, () => takeOver.takeOver(node.url)))) return;
    log.error('a node is lost; what it had is taken over', { node: node.url });
    peers.drop(node.url);
    // Not awaited: while long recordings are fetched, this node has to go on beating.
    takeOver.recoverTaken();
  }

  function publish(kind: string, payload: unknown): void {
    bus
      .publish(kind, payload)
      .catch((error: unknown) => log.error('a message to the other nodes is lost', { kind, error }));
  }

  return {
    kind: 'fleet' as const,
    /** this node's address, by which the database knows it */
    self,
    /** addresses of all nodes that are not lost */
    urls: (): string[] => [self, ...peers.list.map(({ url }) => url)],
    /** others that take new dreams */
    takers: (): string[] => peers.list.filter(({ draining }) => !draining).map(({ url }) => url),
    get isDraining() {
      return isDraining;
    },
    /** True if its workers may take dreams. */
    get takesDreams() {
      return !isDraining && phase !== 'cut off';
    },

    on: (kind: string, handler: Handler) => bus.on(kind, handler),
    /** To all others. While the database is away, the message is lost. */
    publish,
    /** @returns the other node's answer, or null if none comes within some seconds */
    ask: async (node: string, kind: string, payload: unknown): Promise<unknown> =>
      node === self ? null : bus.ask(node, kind, payload),

    async start(given: TakeOver): Promise<void> {
      takeOver = given;
      await store.register(run);
      await look();
      bus.on(CHANGED, beatOnce);
      await bus.start();
      phase = 'member';
      timer = setInterval(beatOnce, BEAT_INTERVAL_MS);
      publish(CHANGED, null);
    },

    /** From now on others take new dreams. */
    async drain(): Promise<void> {
      isDraining = true;
      try {
        await store.setDraining();
        publish(CHANGED, null);
      } catch (error) {
        // Published or not, this node takes no more dreams, and ends once its own have.
        log.warn('other nodes can’t be told that this one stops', { error });
      }
    },

    async stop(): Promise<void> {
      if (phase === 'absent') return;
      phase = 'absent';
      clearInterval(timer);
      await Promise.all([beating, bus.stop()]);
      try {
        await store.unregister(run);
        await bus.publish(CHANGED, null);
      } catch (error) {
        log.warn('the node stays registered', { error });
      }
    },
  };
}

/** True if another node answers that it reaches the database. */
async function reachesDatabase(url: string): Promise<boolean> {
  try {
    const { bytes } = await fetchBounded(`${url}/readyz`, {}, READYZ_BOUNDS);
    return JSON.parse(new TextDecoder().decode(bytes)).database === 'ok';
  } catch {
    return false;
  }
}
