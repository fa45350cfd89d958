import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { Log } from '../../../src/kit/log.ts';
import type { Socket, SocketHandler } from '../../../src/kit/runtime.ts';
import type { Login } from '../../auth/schemas.ts';
import { readFrameHeader } from '../shared/frame.ts';
import type { JobPass } from './job-pass.ts';
import {
  REMOVED_CODE,
  type RelayMessage,
  readMessage,
  type WorkerHello,
  type WorkerMessage,
  workerMessage,
} from './protocol.ts';
import type { Room } from './room.ts';
import type { EndReason } from './room-end.ts';
import { createWorkerLimits } from './worker-limits.ts';
import { askedFps, type WorkerLink } from './worker-link.ts';

/** A worker says hello at once; whoever waits longer is something else. */
const HELLO_WITHIN_MS = 10_000;
/** How long a generator may take to let go of a dream. */
const STOPPED_WITHIN_MS = 15_000;
/** Longest JSON message of a worker. */
const MAX_TEXT_BYTES = 64 * 1024;

export interface WorkerSocketDeps {
  clock: Clock;
  log: Log;
  /** whether an engine may draw here whose licence keeps it from being sold */
  allowsNonCommercial: boolean;
}

const REMOVED_TEXT = 'An operator took this worker out of service.';

/** What the relay wants to know of its workers. */
export interface WorkerEvents {
  /** said hello, or has let go of a dream: able to take one */
  idle(slot: WorkerSlot): void;
  /** gone for good; the room that it served, if any, must end */
  gone(slot: WorkerSlot, room: Room | null, why: EndReason): void;
  alive(slot: WorkerSlot): void;
  /** an operator took it out of service */
  isRemoved(workerId: string): boolean;
}

/** Whose browser draws, and the login session that it hangs on. */
export interface Operator {
  userId: string;
  login: Login;
}

/** One worker's socket, which is one slot. */
export interface WorkerSlot extends WorkerLink {
  /** of this connection */
  readonly connectionId: string;
  readonly hello: WorkerHello;
  readonly room: Room | null;
  readonly isIdle: boolean;
  /** where it dialled from */
  readonly address: string;
  readonly connectedAt: number;
  /** how it fares, as it last told of the dream that it draws */
  readonly pace: { fps: number; note: string | null } | null;
  /** what it was started for; null for those that draw for anybody */
  readonly pass: JobPass | null;
  serve(room: Room): void;
  /** after `stop` was sent: the worker is busy until it says `stopped` */
  release(): void;
  /** Closes its socket: it is not needed any more. */
  dismiss(reason: string): void;
  /** The same, on an operator's word: it does not come back by itself. */
  remove(): void;
}

/** The part of a message that tells of the worker itself. */
const said = ({ version, controls }: Extract<WorkerMessage, { type: 'ready' }>) => ({
  ...(version && { version }),
  ...(controls && { controls }),
});

/** Frames still come for a moment after a dream has ended; they must be frames all the same. */
function headerFault(message: Uint8Array): string | null {
  const header = readFrameHeader(message);
  return typeof header === 'string' ? header : null;
}

/** Where a worker dials from, and by what right where that is not the token: a browser tab's operator, or a job's ticket. */
export interface WorkerOrigin {
  address: string;
  operator?: Operator;
  pass?: JobPass;
}

export function createWorkerSocket(
  deps: WorkerSocketDeps,
  events: WorkerEvents,
  { address, operator, pass }: WorkerOrigin = { address: 'unknown' },
) {
  const { clock, log } = deps;
  const connectionId = newId();
  let socket: Socket | null = null;
  let slot: WorkerSlot | null = null;
  let room: Room | null = null;
  /** what it draws with and lets its viewer turn, as it last told */
  let about: Pick<WorkerLink, 'version' | 'controls'> = { version: '', controls: [] };
  let pace: WorkerSlot['pace'] = null;
  let state: 'greeting' | 'idle' | 'busy' | 'stopping' | 'gone' = 'greeting';
  let since = clock.monotonic();
  let excess: ReturnType<typeof createWorkerLimits> = () => null;

  const send = (message: RelayMessage) => void socket?.send(JSON.stringify(message));

  function enter(next: typeof state): void {
    state = next;
    since = clock.monotonic();
  }

  function drop(reason: string): void {
    if (state === 'gone') return;
    log.warn('worker dropped', { worker: slot?.id, reason });
    socket?.close(1008, reason.slice(0, 120));
    leave('worker-lost');
  }

  function leave(why: EndReason): void {
    if (state === 'gone') return;
    enter('gone');
    const served = room;
    room = null;
    if (slot) events.gone(slot, served, why);
  }

  /** It may not draw here any more, or has nothing left to draw. */
  function dismiss(
    code: number,
    reason: string,
    why: EndReason = operator ? 'tab-closed' : 'worker-lost',
  ): void {
    if (state === 'gone') return;
    socket?.close(code, reason);
    leave(why);
  }

  function refusalOf({ non_commercial, generator, job_id, worker_id }: WorkerHello): string | null {
    if (events.isRemoved(worker_id)) return REMOVED_TEXT;
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
    about = { version: hello.version, controls: hello.controls ?? [] };
    slot = {
      connectionId,
      hello,
      id: hello.worker_id,
      generator: hello.generator,
      fps: hello.fps,
      jobKey: pass?.key ?? null,
      pass: pass ?? null,
      get version() {
        return about.version;
      },
      get controls() {
        return about.controls;
      },
      get room() {
        return room;
      },
      address,
      connectedAt: clock.now(),
      get pace() {
        return pace;
      },
      get isIdle() {
        return state === 'idle';
      },
      serve(next) {
        room = next;
        enter('busy');
        next.assign(slot as WorkerSlot);
      },
      release() {
        room = null;
        pace = null;
        if (state === 'busy') enter('stopping');
      },
      send,
      drop,
      dismiss: (reason) => dismiss(1000, reason),
      remove: () => dismiss(REMOVED_CODE, REMOVED_TEXT, 'worker-removed'),
    };
    enter('idle');
    send({ type: 'welcome' });
    log.info('worker connected', { worker: hello.worker_id, generator: hello.generator });
    events.idle(slot);
  }

  function onText(text: string): void {
    if (text.length > MAX_TEXT_BYTES) {
      drop('the message is too long');
      return;
    }
    const message = readMessage(workerMessage, text);
    if (typeof message === 'string') {
      drop(message);
      return;
    }
    if (!slot) {
      if (message.type === 'hello') welcome(message);
      else drop('the first message must be hello');
      return;
    }
    onMessage(slot, message);
  }

  function onMessage(known: WorkerSlot, message: WorkerMessage): void {
    if (message.type === 'hello') {
      drop('hello came twice');
    } else if (message.type === 'stopped') {
      stopped(known);
    } else {
      if (message.type === 'stats') {
        if (room) pace = { fps: message.fps, note: message.text ?? null };
        events.alive(known);
      }
      if (message.type === 'ready') about = { ...about, ...said(message) };
      room?.workerMessage(message);
    }
  }

  function stopped(known: WorkerSlot): void {
    if (state === 'busy') {
      // By itself it leaves its dream without a picture. The end tells it to stop; it is free once it has
      // answered that, or else its answer would be taken for the end of the next dream.
      room?.end('generator-failed');
    } else if (state === 'stopping') {
      enter('idle');
      events.idle(known);
    }
  }

  const handler: SocketHandler = {
    open(opened) {
      socket = opened;
      since = clock.monotonic();
    },
    message(message) {
      if (state === 'gone') return;
      const tooMuch = excess(message);
      if (tooMuch) {
        drop(tooMuch);
        return;
      }
      if (typeof message === 'string') {
        onText(message);
        return;
      }
      if (!slot) {
        drop('the first message must be hello');
        return;
      }
      const fault = room ? room.workerFrame(message) : headerFault(message);
      if (fault) drop(fault);
    },
    drain() {},
    pong() {},
    // A tab says goodbye as it is closed; whose line breaks doesn't.
    close: (code) => leave(operator && code !== 1006 ? 'tab-closed' : 'worker-lost'),
  };

  return {
    handler,
    closeLogin(loginId: string): void {
      if (operator?.login.id === loginId) dismiss(1008, 'You have signed out.');
    },
    closeOperator(userId: string): void {
      if (operator?.userId === userId) dismiss(1008, 'Only operators may draw.');
    },
    tick(): void {
      if (operator && clock.now() >= operator.login.endsAt) dismiss(1008, 'You have signed out.');
      const waited = clock.monotonic() - since;
      if (state === 'greeting' && waited >= HELLO_WITHIN_MS) drop('no hello came');
      if (state === 'stopping' && waited >= STOPPED_WITHIN_MS) drop('it did not stop');
    },
  };
}
