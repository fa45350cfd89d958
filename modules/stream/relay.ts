import type { Dream } from '../dreams/dreams.ts';
import type { Clock } from '../kit/clock.ts';
import { createHeartbeat } from '../kit/flow/heartbeat.ts';
import { createReachability } from '../kit/flow/reachability.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { currentLocale } from '../kit/texts/locale.ts';
import { within } from '../kit/within.ts';
import type { Login } from '../web/contract/person.ts';
import { createTickets } from './admission/tickets.ts';
import {
  createUpgrade,
  type OperatorTickets,
  type UpgradeDeps,
  type ViewerTickets,
} from './admission/upgrade.ts';
import { createAdmitWatcher, type WatcherTickets } from './audience/admit-watcher.ts';
import { keepClosed } from './audience/keep-closed.ts';
import { createKeyframeDecoder } from './audience/keyframe-images.ts';
import type { DreamSpace, Queue, QueueParts } from './queue/queue.ts';
import { createRoom, type Room, type RoomDeps } from './room/room.ts';
import { createStandstill } from './room/standstill.ts';
import { createFleet, type FleetDeps } from './workers/fleet.ts';
import { createWorkerOrders } from './workers/worker-orders.ts';

const TICK_MS = 250;
/** Watching makes no API calls, so report activity for the viewers. */
const SEEN_INTERVAL_MS = 30_000;
const SHUT_DOWN_TIMEOUT_MS = 20_000;

export interface RelayDeps
  extends Omit<RoomDeps, 'onEnded' | 'toImage'>,
    UpgradeDeps,
    Pick<FleetDeps, 'allowsCamera' | 'allowsNonCommercial' | 'isLocalOnly' | 'workers' | 'health'> {
  clock: Clock;
  log: Log;
  space: DreamSpace;
  createQueue(parts: QueueParts): Queue;
  rateLimits: RateLimits;
  /** largest audience of a dream */
  maxWatchers: number;
  /** true for accounts that are closed or suspended */
  isClosed(userId: string): Promise<boolean>;
  /** called repeatedly while a user watches a dream */
  seen?(userId: string): void;
  /** called once the end of a dream is stored, whether or not it was ever watched */
  dreamEnded?(dreamId: string): void;
  /** called once this server has cleaned up after a dream that moved to another server */
  dreamMoved?(dreamId: string): void;
}

export type Relay = ReturnType<typeof createRelay>;

/** Connects sockets with rooms: viewers by ticket, workers by token, and waiting dreams with free workers in order. */
export function createRelay(deps: RelayDeps) {
  const { clock } = deps;
  const rooms = new Map<string, Room>();
  const ending = new Set<Promise<void>>();
  const tickets: ViewerTickets = createTickets(clock);
  const workerTickets: OperatorTickets = createTickets(clock);
  const watcherTickets: WatcherTickets = createTickets(clock);
  const orders = createWorkerOrders();
  const queue = deps.createQueue({ orders, space: deps.space, open });
  const heartbeat = createHeartbeat(clock);
  const find = (dreamId: string): Room | null => rooms.get(dreamId) ?? null;
  const fleet = createFleet({ ...deps, queue, orders, heartbeat, room: find });

  const admitWatcher = createAdmitWatcher({ ...deps, tickets: watcherTickets, room: find });
  const keyframes = createKeyframeDecoder(deps.log);
  const stopKeeping = keepClosed({ ...deps, rooms: () => rooms.values() });

  const hasListened = createStandstill();
  const canCall = createReachability(() => deps.repository.find(''));
  const timer = setInterval(() => tick(hasListened()), TICK_MS);

  function tick(silenceCounts = true): void {
    heartbeat.tick(silenceCounts);
    fleet.tick();
    queue.tick();
    const mayBeLate = rooms.size === 0 || canCall();
    for (const room of rooms.values()) inCodes(() => room.tick(silenceCounts, mayBeLate));
    noteSeen();
    tickets.tick();
    workerTickets.tick();
    watcherTickets.tick();
  }

  let seenAt = clock.monotonic();
  function noteSeen(): void {
    if (clock.monotonic() - seenAt < SEEN_INTERVAL_MS) return;
    seenAt = clock.monotonic();
    for (const { isWatched, dream } of rooms.values())
      if (isWatched() && !dream.guest) deps.seen?.(dream.userId);
  }

  function open(dream: Dream): Room {
    const known = rooms.get(dream.id);
    if (known) return known;
    const room = createRoom(dream, { ...deps, toImage: keyframes.toImage, onEnded });
    rooms.set(dream.id, room);
    queue.join(room);
    return room;
  }

  function onEnded(room: Room, worker: { id: string } | null): void {
    fleet.dreamEnded(worker, room.ended?.byGenerator ?? false);
    if (room.isMoved) rooms.delete(room.dream.id);
    // The room keeps answering requests about the dream until its end is stored.
    const done = room.concluded.finally(() => {
      if (rooms.get(room.dream.id) === room) rooms.delete(room.dream.id);
      ending.delete(done);
      if (room.isMoved) deps.dreamMoved?.(room.dream.id);
      deps.dreamEnded?.(room.dream.id);
    });
    ending.add(done);
    queue.leave(room);
    fleet.dismissUnneeded();
  }

  return {
    open,
    upgrade: createUpgrade(deps, {
      ...{ room: find, fleet, heartbeat, tickets, workerTickets, admitWatcher },
    }),
    tick,
    room: find,
    queuePosition: queue.position,
    /** workers connected to this node */
    workers: fleet.list,
    tryWorker: fleet.tryOne,
    drainWorker: fleet.drain,
    isDraining: fleet.isDraining,
    removeWorker: fleet.remove,
    /** dreams without a worker, in order of arrival */
    waiting: queue.waiting,
    /** For a viewer who reads the current language. */
    ticket: (dreamId: string, login: Login) => tickets.issue({ dreamId, locale: currentLocale() }, login),
    workerTicket: (userId: string, login: Login) => workerTickets.issue({ userId }, login),
    watcherTicket: watcherTickets.issue,
    maxWatchers: deps.maxWatchers,
    /** Closes a login's sockets and voids its tickets. */
    closeLogin(loginId: string): void {
      tickets.closeLogin(loginId);
      workerTickets.closeLogin(loginId);
      watcherTickets.closeLogin(loginId);
      fleet.closeLogin(loginId);
      for (const room of rooms.values()) room.closeLogin(loginId);
    },
    closeOperator: fleet.closeOperator,
    /** Gives the rooms of a guest on this server to the person who claimed them. */
    guestClaimed(guestId: string, userId: string): void {
      for (const { dream } of rooms.values())
        if (dream.userId === guestId) Object.assign(dream, { userId, guest: false });
    },
    /** Called when another server has changed the shared queue. */
    matchQueue: queue.match,
    /** Starts polling the queue if it is shared. */
    start: queue.start,
    /** Ids of dreams with a room on this server. */
    rooms: () => [...rooms.keys()],
    /** Closes rooms whose dreams have moved, or are about to move, to other servers. */
    handOver(dreamIds: readonly string[]): void {
      for (const id of dreamIds) rooms.get(id)?.handOver();
    },
    /** number of live rooms, not counting queued ones */
    get liveRooms() {
      return [...rooms.values()].filter((room) => room.worker && !room.ended).length;
    },
    figures: () => ({
      ...{ rooms: rooms.size, workers: fleet.size, ...queue.figures() },
      watchers: [...rooms.values()].reduce((sum, { audience }) => sum + audience.size, 0),
    }),
    /** Ends every dream, keeping its recording. Resolves when everything is stored. */
    async shutDown(): Promise<void> {
      clearInterval(timer);
      stopKeeping();
      keyframes.close();
      await queue.stop();
      for (const room of rooms.values()) room.end('shutdown');
      // Don't hang on an unreachable database; the next startup finishes the rest.
      await within(Promise.all(ending), SHUT_DOWN_TIMEOUT_MS);
    },
  };
}
