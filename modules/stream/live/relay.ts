import type { Clock } from '../../../src/kit/clock.ts';
import type { Log } from '../../../src/kit/log.ts';
import type { SocketHandler } from '../../../src/kit/runtime.ts';
import { within } from '../../../src/kit/within.ts';
import type { Login } from '../../auth/schemas.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { WorkersStore } from '../store.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { JobPass } from './job-pass.ts';
import { createRoom, type Room, type RoomDeps } from './room.ts';
import { createTickets } from './tickets.ts';
import { createViewerSocket } from './viewer-socket.ts';
import { createWaitingLine } from './waiting-line.ts';
import { createWorkerOrders } from './worker-orders.ts';
import {
  createWorkerSocket,
  type WorkerEvents,
  type WorkerOrigin,
  type WorkerSlot,
  type WorkerSocketDeps,
} from './worker-socket.ts';
import { bearerOf, refuseWorker, type WorkerTokenDeps } from './worker-token.ts';

const TICK_MS = 250;
const SHUT_DOWN_WITHIN_MS = 20_000;

export interface RelayDeps extends Omit<RoomDeps, 'onEnded'>, WorkerTokenDeps, WorkerSocketDeps {
  clock: Clock;
  log: Log;
  workers: WorkersStore;
  /** what a ticket lets a worker do that was started for one dream; `over` when it was one */
  jobPass?(ticket: string): JobPass | 'over' | null;
  /** called once the end of a dream is stored, whether it was seen or not */
  dreamEnded?(dreamId: string): void;
  /** whether an Origin header is this site's */
  isOwnOrigin(origin: string, host: string | null): boolean;
}

export type Relay = ReturnType<typeof createRelay>;

/** Brings sockets to rooms: viewers by ticket, workers by token, and waiting dreams to free workers in order. */
export function createRelay(deps: RelayDeps) {
  const { clock, log } = deps;
  const rooms = new Map<string, Room>();
  const ending = new Set<Promise<void>>();
  const tickets = createTickets<{ dreamId: string }>(clock);
  const workerTickets = createTickets<{ userId: string }>(clock);
  const orders = createWorkerOrders();
  const line = createWaitingLine(orders);
  const workerSockets = new Map<SocketHandler, ReturnType<typeof createWorkerSocket>>();
  const slots = new Set<WorkerSlot>();
  const heartbeat = createHeartbeat(clock);

  const timer = setInterval(tick, TICK_MS);

  function tick(): void {
    heartbeat.tick();
    for (const socket of workerSockets.values()) socket.tick();
    for (const room of rooms.values()) room.tick();
    tickets.tick();
    workerTickets.tick();
  }

  // —— dreams ——

  /** Opens a dream's room, or finds it open. */
  function open(dream: Dream): Room {
    const known = rooms.get(dream.id);
    if (known) return known;
    const room = createRoom(dream, { ...deps, onEnded });
    rooms.set(dream.id, room);
    line.join(room);
    return room;
  }

  function onEnded(room: Room, worker: { id: string } | null): void {
    const slot = [...slots].find((one) => one === worker);
    slot?.release();
    // Until the end is stored, questions about the dream are answered from the room.
    const done = room.concluded.finally(() => {
      rooms.delete(room.dream.id);
      ending.delete(done);
      deps.dreamEnded?.(room.dream.id);
    });
    ending.add(done);
    line.leave(room);
    for (const one of slots) dismissWithout(one);
  }

  /** Whoever was started for one dream is not needed without it. */
  function dismissWithout(slot: WorkerSlot): boolean {
    const isDone = slot.pass !== null && slot.isIdle && rooms.get(slot.pass.dreamId)?.ended !== null;
    if (isDone) slot.dismiss('The dream has ended.');
    return isDone;
  }

  // —— sockets ——

  /** Decides on a request for a websocket; null where the address is none of the relay's. */
  function upgrade(request: Request, address = 'unknown'): Promise<SocketHandler | Response> | null {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/worker') return admitWorker(request, address, searchParams.get('ticket'));
    if (pathname === '/stream/ws') return Promise.resolve(admitViewer(request, searchParams));
    return null;
  }

  async function admitWorker(
    request: Request,
    address: string,
    ticket: string | null,
  ): Promise<SocketHandler | Response> {
    if (ticket !== null) return admitTab(request, ticket, address);
    const from = deps.addressOf(request, address);
    const pass = deps.jobPass?.(bearerOf(request)) ?? null;
    if (pass === 'over')
      return refusal(401, 'The dream of this ticket has ended, or another worker draws it.');
    if (pass) return openWorker({ address: from, pass });
    return (await refuseWorker(deps, request, address)) ?? openWorker({ address: from });
  }

  /** A browser can't say who it is in a header: a tab that draws brings a ticket, as viewers do. */
  function admitTab(request: Request, key: string, address: string): SocketHandler | Response {
    const foreign = refuseOrigin(request);
    if (foreign) return foreign;
    const ticket = workerTickets.find(key);
    if (!ticket) return refusal(401, 'This ticket is not valid any more. Ask for a new one.');
    workerTickets.spend(key);
    return openWorker({
      address: deps.addressOf(request, address),
      operator: { userId: ticket.purpose.userId, login: ticket.login },
    });
  }

  function openWorker(origin: WorkerOrigin): SocketHandler {
    const events: WorkerEvents = {
      idle(slot) {
        const isNew = !slots.has(slot);
        slots.add(slot);
        if (isNew) note(deps.workers.add(slot.connectionId, slot.hello));
        if (!dismissWithout(slot)) line.offer(slot);
      },
      gone(slot, room, why) {
        slots.delete(slot);
        line.withdraw(slot);
        workerSockets.delete(handler);
        note(deps.workers.remove(slot.connectionId));
        room?.end(why);
      },
      isRemoved: orders.isRemoved,
      alive: (slot) => note(deps.workers.touch(slot.connectionId)),
    };
    const socket = createWorkerSocket(deps, events, origin);
    const guarded = heartbeat.guard(socket.handler);
    const handler: SocketHandler = {
      ...guarded,
      open(opened) {
        workerSockets.set(handler, socket);
        guarded.open(opened);
      },
      close(code) {
        workerSockets.delete(handler);
        guarded.close(code);
      },
    };
    return handler;
  }

  function admitViewer(request: Request, query: URLSearchParams): SocketHandler | Response {
    const foreign = refuseOrigin(request);
    if (foreign) return foreign;
    const format = query.get('format') ?? 'binary';
    if (format !== 'binary' && format !== 'base64') return refusal(400, 'format is binary or base64.');
    const key = query.get('ticket') ?? '';
    const ticket = tickets.find(key);
    const room = ticket && rooms.get(ticket.purpose.dreamId);
    if (!ticket || !room || room.ended) {
      return refusal(401, 'This ticket is not valid any more. Ask for a new one.');
    }
    // Used up here, before the handshake ends, so that of two that bring it at once only one gets in.
    tickets.spend(key);
    return heartbeat.guard(createViewerSocket(clock, room, format, ticket.login));
  }

  function refuseOrigin(request: Request): Response | null {
    const origin = request.headers.get('origin');
    const isForeign = origin !== null && !deps.isOwnOrigin(origin, request.headers.get('host'));
    return isForeign ? refusal(403, 'This request came from another site.') : null;
  }

  /** The registry is for operators; a dream must not wait for it, nor fail with it. */
  function note(write: Promise<void>): void {
    write.catch((error: unknown) => log.warn('worker registry', { error }));
  }

  return {
    open,
    upgrade,
    tick,
    room: (dreamId: string): Room | null => rooms.get(dreamId) ?? null,
    queuePosition: line.position,
    /** those that are connected to this node */
    workers: () => [...slots].map((slot) => ({ slot, isDraining: orders.isDraining(slot.id) })),
    /** It takes no new dream, and goes on with the one that it has. False when there is none of this id here. */
    drainWorker(workerId: string, drains: boolean): boolean {
      const isHere = [...slots].some(({ id }) => id === workerId);
      if (drains) orders.drain(workerId);
      else orders.resume(workerId);
      line.match();
      return isHere;
    },
    /** It is sent away, and the dream that it draws ends. False when there is none of this id here. */
    removeWorker(workerId: string): boolean {
      const those = [...slots].filter(({ id }) => id === workerId);
      if (those.length > 0) orders.remove(workerId);
      for (const slot of those) slot.remove();
      return those.length > 0;
    },
    /** dreams without a worker, in order of arrival */
    waiting: line.waiting,
    ticket: (dreamId: string, login: Login) => tickets.issue({ dreamId }, login),
    workerTicket: (userId: string, login: Login) => workerTickets.issue({ userId }, login),
    /** A login session has ended: its sockets close now and its tickets are worth nothing. */
    closeLogin(loginId: string): void {
      tickets.closeLogin(loginId);
      workerTickets.closeLogin(loginId);
      for (const socket of workerSockets.values()) socket.closeLogin(loginId);
      for (const room of rooms.values()) room.closeLogin(loginId);
    },
    /** Somebody is no operator any more: what their browsers draw ends. */
    closeOperator(userId: string): void {
      for (const socket of workerSockets.values()) socket.closeOperator(userId);
    },
    figures: () => ({ rooms: rooms.size, workers: slots.size, ...line.figures() }),
    /** Ends every dream, keeping its recording, and resolves when all of it is stored. */
    async shutDown(): Promise<void> {
      clearInterval(timer);
      for (const room of rooms.values()) room.end('shutdown');
      // A database that is away must not hold the program for ever: the next start finishes what is left.
      await within(Promise.all(ending), SHUT_DOWN_WITHIN_MS);
    },
  };
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
