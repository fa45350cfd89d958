import type { Clock } from '../../../src/kit/clock.ts';
import { newToken } from '../../../src/kit/ids.ts';
import type { Log } from '../../../src/kit/log.ts';
import type { SocketHandler } from '../../../src/kit/runtime.ts';
import { within } from '../../../src/kit/within.ts';
import type { Login } from '../../auth/schemas.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { WorkersStore } from '../store.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createRoom, type Room, type RoomDeps } from './room.ts';
import { createViewerSocket } from './viewer-socket.ts';
import { createWorkerSocket, type WorkerSlot } from './worker-socket.ts';
import { refuseWorker, type WorkerTokenDeps } from './worker-token.ts';

const TICK_MS = 250;
const TICKET_MS = 30_000;
const SHUT_DOWN_WITHIN_MS = 20_000;

interface Ticket {
  dreamId: string;
  /** the login session that asked for it; its end closes the socket */
  login: Login;
  /** in monotonic time: a ticket lives in this process alone */
  expiresAt: number;
}

export interface RelayDeps extends Omit<RoomDeps, 'onEnded'>, WorkerTokenDeps {
  clock: Clock;
  log: Log;
  workers: WorkersStore;
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
  const tickets = new Map<string, Ticket>();
  const workerSockets = new Map<SocketHandler, ReturnType<typeof createWorkerSocket>>();
  const slots = new Set<WorkerSlot>();
  const idle = new Set<WorkerSlot>();
  let queue: Room[] = [];
  const heartbeat = createHeartbeat(clock);

  const timer = setInterval(tick, TICK_MS);

  function tick(): void {
    const now = clock.monotonic();
    heartbeat.tick();
    for (const socket of workerSockets.values()) socket.tick();
    for (const room of rooms.values()) room.tick();
    for (const [ticket, { expiresAt }] of tickets) {
      if (expiresAt <= now) tickets.delete(ticket);
    }
  }

  // —— dreams ——

  /** Opens a dream's room, or finds it open. */
  function open(dream: Dream): Room {
    const known = rooms.get(dream.id);
    if (known) return known;
    const room = createRoom(dream, { ...deps, onEnded });
    rooms.set(dream.id, room);
    queue.push(room);
    match();
    return room;
  }

  function onEnded(room: Room, worker: { id: string } | null): void {
    queue = queue.filter((one) => one !== room);
    const slot = [...slots].find((one) => one === worker);
    slot?.release();
    // Until the end is stored, questions about the dream are answered from the room.
    const done = room.concluded.finally(() => {
      rooms.delete(room.dream.id);
      ending.delete(done);
      deps.dreamEnded?.(room.dream.id);
    });
    ending.add(done);
    tellQueue();
  }

  /** First come, first served; a worker that was started for one dream takes only that one. */
  function match(): void {
    for (const slot of idle) {
      const job = slot.hello.job_id;
      const room = job ? queue.find(({ dream }) => dream.rpJobId === job) : queue[0];
      if (!room) continue;
      idle.delete(slot);
      queue = queue.filter((one) => one !== room);
      slot.serve(room);
    }
    tellQueue();
  }

  function tellQueue(): void {
    for (const [index, room] of queue.entries()) {
      room.tell({ type: 'queue', position: index + 1, size: queue.length });
    }
  }

  // —— sockets ——

  /** Decides on a request for a websocket; null where the address is none of the relay's. */
  function upgrade(request: Request, address = 'unknown'): Promise<SocketHandler | Response> | null {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/worker') return admitWorker(request, address);
    if (pathname === '/stream/ws') return Promise.resolve(admitViewer(request, searchParams));
    return null;
  }

  async function admitWorker(request: Request, address: string): Promise<SocketHandler | Response> {
    const refused = await refuseWorker(deps, request, address);
    if (refused) return refused;
    const socket = createWorkerSocket(deps, {
      idle(slot) {
        const isNew = !slots.has(slot);
        slots.add(slot);
        idle.add(slot);
        if (isNew) note(deps.workers.add(slot.connectionId, slot.hello));
        match();
      },
      gone(slot, room) {
        slots.delete(slot);
        idle.delete(slot);
        workerSockets.delete(handler);
        note(deps.workers.remove(slot.connectionId));
        room?.end('worker-lost');
      },
      alive: (slot) => note(deps.workers.touch(slot.connectionId)),
    });
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
    const origin = request.headers.get('origin');
    if (origin !== null && !deps.isOwnOrigin(origin, request.headers.get('host'))) {
      return refusal(403, 'This request came from another site.');
    }
    const format = query.get('format') ?? 'binary';
    if (format !== 'binary' && format !== 'base64') return refusal(400, 'format is binary or base64.');
    const key = query.get('ticket') ?? '';
    const ticket = tickets.get(key);
    const room = ticket && rooms.get(ticket.dreamId);
    if (!ticket || !room || room.ended || ticket.expiresAt <= clock.monotonic()) {
      return refusal(401, 'This ticket is not valid any more. Ask for a new one.');
    }
    // Used up here, before the handshake ends, so that of two that bring it at once only one gets in.
    tickets.delete(key);
    return heartbeat.guard(createViewerSocket(clock, room, format, ticket.login));
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
    /** 1 is next; null when not waiting in line */
    queuePosition(room: Room): number | null {
      const index = queue.indexOf(room);
      return index < 0 ? null : index + 1;
    },
    ticket(dreamId: string, login: Login): string {
      const key = newToken();
      tickets.set(key, { dreamId, login, expiresAt: clock.monotonic() + TICKET_MS });
      return key;
    },
    /** A login session has ended: its sockets close now and its tickets are worth nothing. */
    closeLogin(loginId: string): void {
      for (const [key, ticket] of tickets) {
        if (ticket.login.id === loginId) tickets.delete(key);
      }
      for (const room of rooms.values()) room.closeLogin(loginId);
    },
    figures: () => ({ rooms: rooms.size, queued: queue.length, workers: slots.size, idle: idle.size }),
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
