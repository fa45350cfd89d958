import type { DatabaseConfig } from '../../db/settings.ts';
import { fetchBounded } from '../../src/kit/http/outgoing.ts';
import { newId } from '../../src/kit/ids.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { Kit } from '../module.ts';
import { createMessageBus, type Handler } from './message-bus.ts';
import { createNodesStore, type NodeRow } from './store.ts';

export { sharedLimits } from './shared-limits.ts';

const BEAT_MS = 2_000;
const SWEEP_EVERY_BEATS = 30;
/** Tells that a node has come, goes or takes no dreams any more: the others look now, and not with their next beat. */
const CHANGED = 'nodes-changed';
/** A server that has not moved for so long is dead, or as good as dead to those who dream on it. */
const LOST_AFTER_MS = 10_000;
/** Who could not look for so long has seen nothing: neither that others stood still, nor that they moved. */
const BLIND_AFTER_MS = 5_000;
/** How another node is asked whether it has the database. */
const ASKED = { timeoutMs: 3_000, maxBytes: 4_096 };
/** What a server is called that shares its database with nobody. */
export const LONE_NODE = 'local';

/** What is done about servers that come and go. */
export interface NodesPort {
  /** Hands over to this node what was a lost one's: runs within one transaction. */
  inherit(lost: string): Promise<void>;
  /** Brings what was inherited to its end, or goes on with it, for as long as that takes. */
  inherited(): void;
  /** This node was taken for dead: lets go of what others have taken over. */
  buried(): Promise<void>;
  /** This node will be taken for dead, and can't see by whom: lets go of all that it has. */
  cutOff(): void;
}

export type Nodes = ReturnType<typeof createNodes>;

/**
 * The servers that share one Postgres. Each shows that it lives, watches the others, and takes over what a dead one leaves. A server
 * without NODE_URL is alone, and all of this is nothing.
 */
export function createNodes({ config, db, clock, log }: Kit<SiteConfig & DatabaseConfig>) {
  const { notifications } = db;
  const self = config.NODE_URL && notifications ? config.NODE_URL : LONE_NODE;
  const isFleet = self !== LONE_NODE;
  const store = createNodesStore(db, clock, self);
  const bus = createMessageBus({
    store,
    log,
    notifications: notifications ?? { send: async () => {}, listen: () => async () => {} },
  });
  const seen = new Map<string, { run: string; beats: number; movedAt: number }>();
  let run = newId();
  /** the others, as they were seen last */
  let known: NodeRow[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isDraining = false;
  let beats = 0;
  /** since when others have the database and this node has not, in monotonic time */
  let cutOffSince: number | null = null;
  /** as good as taken for dead: nothing is this node's until it has begun anew */
  let isDead = false;
  let port: NodesPort | null = null;
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> | null = null;

  /** Unless one is under way, or this node stops. */
  function beatOnce(): void {
    if (!timer) return;
    beating ??= beat().finally(() => {
      beating = null;
    });
  }

  async function beat(): Promise<void> {
    try {
      if (isDead || !(await store.beat(run))) await beginAnew();
      cutOffSince = null;
      await look();
      beats += 1;
      if (beats % SWEEP_EVERY_BEATS === 0) await store.sweep();
    } catch (error) {
      log.warn('the registry of nodes can’t be reached', { error });
      await standDownIfCutOff();
    }
  }

  async function beginAnew(): Promise<void> {
    log.error('this node was taken for dead by another one; it begins anew', { node: self });
    // What it has begun since it was buried is its own.
    if (!isDead) await port?.buried();
    run = newId();
    await store.register(run);
    publish(CHANGED, null);
    if (!isDead) return;
    // It has let go of all, and nobody else may have taken that over.
    await port?.inherit(self);
    port?.inherited();
    isDead = false;
  }

  /**
   * Where the database is away for all, dreams go on. Where others have it for as long as it takes them to bury this node, they
   * have what is here: nothing of it is stored any more, and viewers are better served there.
   */
  async function standDownIfCutOff(): Promise<void> {
    if (isDead) return;
    const now = clock.monotonic();
    const answers = await Promise.all(known.map(({ url }) => hasDatabase(url)));
    cutOffSince = answers.includes(true) ? (cutOffSince ?? now) : null;
    if (cutOffSince === null || now - cutOffSince < LOST_AFTER_MS) return;
    log.error('this node is cut off from the database that others have', { node: self });
    isDead = true;
    port?.cutOff();
  }

  function publish(kind: string, payload: unknown): void {
    if (!isFleet) return;
    bus
      .publish(kind, payload)
      .catch((error: unknown) => log.error('other nodes were not told', { kind, error }));
  }

  async function look(): Promise<void> {
    known = (await store.list()).filter(({ url }) => url !== self);
    const now = clock.monotonic();
    const wasBlind = now - lookedAt > BLIND_AFTER_MS;
    lookedAt = now;
    for (const node of known) {
      const last = seen.get(node.url);
      const stands = last && last.run === node.run && last.beats === node.beats;
      if (!stands || wasBlind) seen.set(node.url, { run: node.run, beats: node.beats, movedAt: now });
      else if (now - last.movedAt >= LOST_AFTER_MS && !isDraining) await bury(node);
    }
  }

  async function bury(node: NodeRow): Promise<void> {
    if (!port) return;
    const { inherit, inherited } = port;
    if (!(await store.bury(node, () => inherit(node.url)))) return;
    log.error('a node is lost; what it had is taken over', { node: node.url });
    known = known.filter(({ url }) => url !== node.url);
    // Nobody waits for it: whoever brings home long recordings has to show that it lives meanwhile.
    inherited();
  }

  return {
    /** what this node is called in the database: its own address, where there are several */
    self,
    isFleet,
    /** addresses of all that are not lost; none where this one is alone */
    urls: (): string[] => (isFleet ? [self, ...known.map(({ url }) => url)] : []),
    /** others that take new dreams */
    takers: (): string[] => known.filter(({ draining }) => !draining).map(({ url }) => url),
    get isDraining() {
      return isDraining;
    },
    /** whether its workers may take dreams */
    get takesDreams() {
      return !isDraining && !isDead;
    },

    on: (kind: string, handler: Handler) => bus.on(kind, handler),
    /** To all others; where the database is away, it is lost. */
    publish,
    /** @returns what it answers, or null when it doesn't within some seconds */
    ask: async (node: string, kind: string, payload: unknown): Promise<unknown> =>
      isFleet && node !== self ? bus.ask(node, kind, payload) : null,

    async start(given: NodesPort): Promise<void> {
      if (!isFleet) return;
      port = given;
      await store.register(run);
      await look();
      bus.on(CHANGED, beatOnce);
      await bus.start();
      timer = setInterval(beatOnce, BEAT_MS);
      publish(CHANGED, null);
    },

    /** From now on others take what comes. */
    async drain(): Promise<void> {
      isDraining = true;
      if (!isFleet) return;
      try {
        await store.setDraining();
        publish(CHANGED, null);
      } catch (error) {
        // Told or not, this node takes no more dreams, and ends once its own have.
        log.warn('other nodes can’t be told that this one stops', { error });
      }
    },

    async stop(): Promise<void> {
      if (!timer) return;
      clearInterval(timer);
      timer = null;
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

/** Whether another server has the database, as far as it says so. */
async function hasDatabase(url: string): Promise<boolean> {
  try {
    const { bytes } = await fetchBounded(`${url}/readyz`, {}, ASKED);
    return JSON.parse(new TextDecoder().decode(bytes)).database === 'ok';
  } catch {
    return false;
  }
}
