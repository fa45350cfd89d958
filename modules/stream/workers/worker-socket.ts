import type { EndReason } from '../../dreams/contract/dream-end.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import type { Socket, SocketHandler } from '../../kit/runtime.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { CLOSE_REASONS } from '../../protocol/close-reasons.ts';
import { readFrame } from '../../protocol/frame.ts';
import { isSound, readSound } from '../../protocol/sound.ts';
import {
  REMOVED_CODE,
  type RelayMessage,
  readMessage,
  type WorkerHello,
  workerMessage,
} from '../../protocol/worker-messages.ts';
import { codesIn } from '../../protocol/worker-texts.ts';
import { knownWords } from './known-words.ts';
import { createNewestFrame } from './newest-frame.ts';
import type { WorkerHealth } from './worker-health.ts';
import { createWorkerLimits } from './worker-limits.ts';
import { askedFps } from './worker-link.ts';
import { createWorkerSlot, type Drawing, type WorkerOrigin, type WorkerSlot } from './worker-slot.ts';

/** Workers send hello at once; a client that takes longer isn't a worker. */
const HELLO_TIMEOUT_MS = 10_000;
const MAX_TEXT_BYTES = 64 * 1024;

export interface WorkerSocketDeps {
  clock: Clock;
  log: Log;
  health: WorkerHealth;
  /** true if engines with a non-commercial licence may draw here */
  allowsNonCommercial: boolean;
  /** true if only people on this machine reach the site, and it sells nothing; default: false */
  isLocalOnly?: boolean;
  /** false if the site keeps cameras and screens out of dreams; default: true */
  allowsCamera?: boolean;
}

/** Worker events that the relay handles. */
export interface WorkerEvents {
  /** has sent hello or stopped drawing, so it can accept a dream */
  idle(slot: WorkerSlot): void;
  /** disconnected for good; the room it served, if any, must end */
  gone(slot: WorkerSlot, room: Drawing | null, why: EndReason): void;
  /** back-off is over; it may accept a dream again */
  rested(): void;
  alive(slot: WorkerSlot): void;
  /** true if an operator took it out of service */
  isRemoved(hello: WorkerHello): boolean;
}

export type WorkerSocket = ReturnType<typeof createWorkerSocket>;

/** One worker's socket, from opening to close. */
export function createWorkerSocket(
  deps: WorkerSocketDeps,
  events: WorkerEvents,
  origin: WorkerOrigin = { address: 'unknown' },
) {
  const { clock, log } = deps;
  const { operator, pass } = origin;
  const connectionId = newId();
  let socket: Socket | null = null;
  let worker: ReturnType<typeof createWorkerSlot> | null = null;
  let isGone = false;
  let openedAt = clock.monotonic();
  let excess: ReturnType<typeof createWorkerLimits> = () => null;

  const newest = createNewestFrame(() => socket);
  const send = (message: RelayMessage) => void socket?.send(JSON.stringify(message));

  function drop(reason: string): void {
    if (isGone) return;
    log.warn('worker dropped', { worker: worker?.slot.id, reason });
    socket?.close(1008, reason.slice(0, 120));
    leave('worker-lost', reason);
  }

  function leave(why: EndReason, fault = why === 'worker-lost' ? inCodes(m.stream_worker_lost) : null): void {
    if (isGone) return;
    isGone = true;
    if (worker) events.gone(worker.slot, worker.leave(fault), why);
  }

  /** Closes a worker that may no longer draw here or has nothing left to draw. */
  function dismiss(
    code: number,
    reason: string,
    why: EndReason = operator ? 'tab-closed' : 'worker-lost',
  ): void {
    if (isGone) return;
    socket?.close(code, reason);
    leave(why);
  }

  function refusalOf(hello: WorkerHello): string | null {
    const { local_only, non_commercial, generator, job_id, worker_id } = hello;
    if (events.isRemoved(hello)) return CLOSE_REASONS.removed;
    if (local_only && !deps.isLocalOnly)
      return `${generator} is licensed for its owner’s machine alone; HOST and PUBLIC_URL reach beyond`;
    return non_commercial && !deps.allowsNonCommercial
      ? `${generator} is not licensed for sites that sell plans; see NONCOMMERCIAL_ENGINES`
      : (pass?.dialled(job_id ?? null, worker_id) ?? null);
  }

  function welcome(hello: WorkerHello): void {
    const fault = refusalOf(hello);
    if (fault) {
      drop(fault);
      return;
    }
    excess = createWorkerLimits(clock, askedFps(hello.fps));
    const socket = {
      send,
      offerFrame: newest.offer,
      drop,
      dismiss: (reason: string) => dismiss(1000, reason),
      remove: () => dismiss(REMOVED_CODE, CLOSE_REASONS.removed, 'worker-removed'),
      idle: events.idle,
      alive: events.alive,
    };
    worker = createWorkerSlot(deps, socket, { hello, connectionId, origin });
    send({ type: 'welcome' });
    log.info('worker connected', { worker: hello.worker_id, generator: hello.generator });
    events.idle(worker.slot);
  }

  function onText(text: string): void {
    if (text.length > MAX_TEXT_BYTES) {
      drop('the message is too long');
      return;
    }
    const read = readMessage(workerMessage, text);
    if (typeof read === 'string') {
      drop(read);
      return;
    }
    const message = codesIn(read, knownWords);
    if (message.type === 'hello') {
      if (worker) drop('hello came twice');
      else welcome(message);
    } else {
      if (worker) worker.heard(message);
      else drop('the first message must be hello');
    }
  }

  /** @returns the fault, or null */
  function onFrame(message: Uint8Array): string | null {
    if (!worker) return 'the first message must be hello';
    if (isSound(message)) {
      const packet = readSound(message);
      return typeof packet === 'string' ? packet : worker.sound(packet);
    }
    const frame = readFrame(message);
    return typeof frame === 'string' ? frame : worker.frame(frame);
  }

  const handler: SocketHandler = {
    open(opened) {
      socket = opened;
      openedAt = clock.monotonic();
    },
    message(message) {
      if (isGone) return;
      const tooMuch = excess(message);
      if (tooMuch) {
        drop(tooMuch);
        return;
      }
      if (typeof message === 'string') {
        onText(message);
        return;
      }
      const fault = onFrame(message);
      if (fault) drop(fault);
    },
    drain: newest.flush,
    pong() {},
    close(code) {
      // A closing tab says goodbye; a crashed or disconnected one doesn't.
      if (operator) leave(code === 1006 ? 'tab-lost' : 'tab-closed');
      else leave('worker-lost');
    },
  };

  return {
    handler,
    closeLogin(loginId: string): void {
      if (operator?.login.id === loginId) dismiss(1008, CLOSE_REASONS.signedOut);
    },
    closeOperator(userId: string): void {
      if (operator?.userId === userId) dismiss(1008, CLOSE_REASONS.operatorsOnly);
    },
    tick(): void {
      if (operator && clock.now() >= operator.login.endsAt) dismiss(1008, CLOSE_REASONS.signedOut);
      if (!worker && clock.monotonic() - openedAt >= HELLO_TIMEOUT_MS) drop('no hello came');
      newest.flush();
      if (worker?.overdue()) drop('it did not stop');
      if (worker?.wakes()) events.rested();
    },
  };
}
