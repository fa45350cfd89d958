import type { Notifications } from '../../db/database.ts';
import { fetchBounded } from '../kit/http/outgoing.ts';
import { newId } from '../kit/ids.ts';
import type { Kit } from '../module.ts';
import { createMessageBus, type Handler } from './message-bus.ts';
import { createPeers, LOST_AFTER_MS } from './peers.ts';
import { createNodesStore, type NodeRow } from './store.ts';

const BEAT_INTERVAL_MS = 2_000;
/** Number of heartbeats between sweeps of expired rows. */
const SWEEP_BEATS = 30;
/**
 * Sent when a node joins, leaves or starts to drain, so that the other nodes check the registry now and not only at
 * their next heartbeat.
 */
const CHANGED = 'nodes-changed';
/** Limits for asking another node's `/readyz` whether it reaches the database. */
const READYZ_BOUNDS = { timeoutMs: 3_000, maxBytes: 4_096 };

/** Moves dreams between nodes when one is lost. */
export interface TakeOver {
  /** Assigns a lost node's dreams to this one, within one transaction. */
  takeOver(lost: string): Promise<void>;
  /** Starts recovering the dreams of the last takeover, in the background. */
  recoverTaken(): void;
  /** Called after this node was declared lost: releases the dreams that other nodes have taken over. */
  releaseTaken(): Promise<void>;
  /** Called when other nodes will declare this one lost without it noticing: releases everything. */
  releaseAll(): void;
}

export type FleetNode = ReturnType<typeof createFleetNode>;

/**
 * - `absent`: not started, or stopped
 * - `member`: heartbeats are arriving, and its dreams are its own
 * - `cut off`: other nodes reach the database and this one doesn't; it has released everything
 */
type Phase = 'absent' | 'member' | 'cut off';

/**
 * One of several servers on the same Postgres: sends heartbeats, watches the other nodes, and takes over from lost
 * ones.
 */
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
  /** monotonic ms at which other nodes were first seen to reach the database while this one doesn't */
  let cutOffSince: number | null = null;
  let takeOver: TakeOver;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;

  /** Runs one heartbeat at a time, and none after a stop. */
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

  /** Registers again as a new run after being declared lost. */
  async function rejoin(): Promise<void> {
    log.error('another node declared this one lost; registering again', { node: self });
    // Dreams started after the takeover still belong to this node.
    if (phase !== 'cut off') await takeOver.releaseTaken();
    run = newId();
    await store.register(run);
    publish(CHANGED, null);
    if (phase !== 'cut off') return;
    // This node has released everything, and perhaps no other node has taken it over.
    await takeOver.takeOver(self);
    takeOver.recoverTaken();
    enter('member');
  }

  /** A stop in the meantime has priority. */
  function enter(next: Phase): void {
    if (phase !== 'absent') phase = next;
  }

  /**
   * If the database is down for everyone, dreams continue. But if other nodes have reached it for as long as it takes
   * to declare this one lost, they have its dreams. This node can no longer store anything, and viewers are better off
   * there.
   */
  async function standDownIfCutOff(): Promise<void> {
    if (phase !== 'member') return;
    const now = clock.monotonic();
    const answers = await Promise.all(peers.list.map(({ url }) => reachesDatabase(url)));
    cutOffSince = answers.includes(true) ? (cutOffSince ?? now) : null;
    if (cutOffSince === null || now - cutOffSince < LOST_AFTER_MS) return;
    log.error('this node can’t reach the database, but other nodes can', { node: self });
    enter('cut off');
    takeOver.releaseAll();
  }

  async function look(): Promise<void> {
    const lost = peers.see((await store.list()).filter(({ url }) => url !== self));
    if (!isDraining) for (const node of lost) await takeOverFrom(node);
  }

  async function takeOverFrom(node: NodeRow): Promise<void> {
    if (!(await store.takeOver(node, () => takeOver.takeOver(node.url)))) return;
    log.error('a node is lost; taking over its dreams', { node: node.url });
    peers.drop(node.url);
    // Not awaited: downloading long recordings must not stop the heartbeat.
    takeOver.recoverTaken();
  }

  function publish(kind: string, payload: unknown): void {
    bus
      .publish(kind, payload)
      .catch((error: unknown) => log.error('a message to the other nodes was lost', { kind, error }));
  }

  return {
    kind: 'fleet' as const,
    /** this node's URL, which is its name in the database */
    self,
    /** URLs of all nodes that aren't lost */
    urls: (): string[] => [self, ...peers.list.map(({ url }) => url)],
    /** other nodes that accept new dreams */
    takers: (): string[] => peers.list.filter(({ draining }) => !draining).map(({ url }) => url),
    get isDraining() {
      return isDraining;
    },
    /** True if its workers may accept dreams. */
    get takesDreams() {
      return !isDraining && phase !== 'cut off';
    },

    on: (kind: string, handler: Handler) => bus.on(kind, handler),
    /** Sends to all other nodes. Lost if the database is down. */
    publish,
    /** @returns the other node's answer; null after a timeout of a few seconds */
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

    /** From now on, new dreams go to other nodes. */
    async drain(): Promise<void> {
      isDraining = true;
      try {
        await store.setDraining();
        publish(CHANGED, null);
      } catch (error) {
        // Even if the announcement fails, this node accepts no more dreams and stops once its own have ended.
        log.warn('couldn’t announce to other nodes that this one is stopping', { error });
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
        log.warn('the node couldn’t be unregistered', { error });
      }
    },
  };
}

/** True if another node reports that it reaches the database. */
async function reachesDatabase(url: string): Promise<boolean> {
  try {
    const { bytes } = await fetchBounded(`${url}/readyz`, {}, READYZ_BOUNDS);
    return JSON.parse(new TextDecoder().decode(bytes)).database === 'ok';
  } catch {
    return false;
  }
}
