import type { Clock } from '../../../src/kit/clock.ts';
import type { Login } from '../../auth/schemas.ts';
import { type Frame, readCodecs } from '../../protocol/frame.ts';
import type { RelayMessage, WorkerHello, WorkerMessage } from '../../protocol/worker-messages.ts';
import type { Room } from '../room/room.ts';
import type { JobPass } from './job-pass.ts';
import type { WorkerHealth } from './worker-health.ts';
import type { WorkerLink } from './worker-link.ts';

/** Time for a generator to stop drawing a dream. */
const STOPPED_TIMEOUT_MS = 15_000;

/** Target of a worker's frames: a dream's room, or an operator's test. */
export type Drawing = Pick<Room, 'assign' | 'workerMessage' | 'workerFrame' | 'end'> & {
  /** null where it is none of a person's */
  readonly dream: Pick<Room['dream'], 'id'> | null;
};

/** One worker that can draw one dream at a time: a socket that said hello. */
export interface WorkerSlot extends WorkerLink {
  /** of this connection */
  readonly connectionId: string;
  readonly hello: WorkerHello;
  readonly room: Drawing | null;
  readonly isIdle: boolean;
  /** it has failed just now, and takes no dream until its rest is over */
  readonly rests: boolean;
  /** why it failed, as it reported; null once a dream went well */
  readonly fault: string | null;
  /** where it dialled from */
  readonly address: string;
  readonly connectedAt: number;
  /** its speed and note, as last reported for the dream that it draws */
  readonly pace: { fps: number; note: string | null } | null;
  /** what it says that it loads or waits for; null where it draws, or could */
  readonly waitsFor: string | null;
  /** a picture of this dream has come */
  readonly hasDrawn: boolean;
  /** what it was started for; null for those that draw for anybody */
  readonly pass: JobPass | null;
  serve(room: Drawing): void;
  /**
   * after `stop` was sent: the worker is busy until it answers `stopped`
   * @param hasFailed it could not draw
   */
  release(hasFailed?: boolean): void;
  /** Closes its socket: it is not needed any more. */
  dismiss(reason: string): void;
  /** The same, on an operator's order: it does not come back by itself. */
  remove(): void;
}

/** The person whose browser draws, and the login that it depends on. */
export interface Operator {
  userId: string;
  login: Login;
}

/**
 * A worker's address, and its right to connect where that is not the token: a browser tab's operator, or a
 * job's ticket.
 */
export interface WorkerOrigin {
  address: string;
  operator?: Operator;
  pass?: JobPass;
}

/** Actions of a slot on its socket. */
interface SlotSocket extends Pick<WorkerSlot, 'dismiss' | 'remove' | 'drop'> {
  send(message: RelayMessage): void;
  /** it can take a dream */
  idle(slot: WorkerSlot): void;
  /** it reported its speed */
  alive(slot: WorkerSlot): void;
}

interface DrawingState {
  name: 'drawing';
  room: Drawing;
  pace: WorkerSlot['pace'];
  waitsFor: string | null;
  hasDrawn: boolean;
}

/** A worker is free, draws a dream, or was sent `stop` and has not answered yet. */
type State = { name: 'idle' } | DrawingState | { name: 'stopping'; since: number };

/** Keeps which dream a worker draws and what it reported of itself, from its hello on. */
export function createWorkerSlot(
  { clock, health }: { clock: Clock; health: WorkerHealth },
  socket: SlotSocket,
  { hello, connectionId, origin }: { hello: WorkerHello; connectionId: string; origin: WorkerOrigin },
) {
  const { address, pass = null } = origin;
  let state: State = { name: 'idle' };
  let fault: string | null = null;
  let wasResting = false;
  /** its generator's version and its controls, as last reported */
  let about: Pick<WorkerLink, 'version' | 'controls'> = {
    version: hello.version,
    controls: hello.controls ?? [],
  };
  /** what it loads or waits for before its first dream */
  let opening: string | null = null;
  const drawing = (): DrawingState | null => (state.name === 'drawing' ? state : null);
  const stop = (): State => ({ name: 'stopping', since: clock.monotonic() });

  const slot: WorkerSlot = {
    connectionId,
    hello,
    id: hello.worker_id,
    generator: hello.generator,
    // Painters from before the mark say nothing of it.
    isAi: hello.ai ?? hello.generator !== 'demo',
    model: hello.model ?? null,
    licence: hello.licence ?? null,
    codecs: readCodecs(hello.codecs),
    fps: hello.fps,
    size: { width: hello.width, height: hello.height },
    jobKey: pass?.key ?? null,
    pass,
    address,
    connectedAt: clock.now(),
    get version() {
      return about.version;
    },
    get controls() {
      return about.controls;
    },
    get room() {
      return drawing()?.room ?? null;
    },
    get pace() {
      return drawing()?.pace ?? null;
    },
    get waitsFor() {
      return drawing()?.waitsFor ?? opening;
    },
    get hasDrawn() {
      return drawing()?.hasDrawn ?? false;
    },
    get isIdle() {
      return state.name === 'idle';
    },
    get rests() {
      // A worker that was started for one dream draws no other, and has nothing to rest for.
      return pass === null && health.rests(hello.worker_id);
    },
    get fault() {
      return health.fault(hello.worker_id);
    },
    serve(next) {
      state = { name: 'drawing', room: next, pace: null, waitsFor: null, hasDrawn: false };
      next.assign(slot);
    },
    release(hasFailed = false) {
      if (hasFailed) health.failed(slot.id, fault ?? 'It fell silent.');
      else if (slot.hasDrawn) health.works(slot.id);
      fault = null;
      if (state.name === 'drawing') state = stop();
    },
    send: socket.send,
    drop: socket.drop,
    dismiss: socket.dismiss,
    remove: socket.remove,
  };

  function stopped(): void {
    if (state.name === 'drawing') {
      // By itself it stops drawing its dream. The end sends it `stop`; it is free once it has answered that,
      // or else its answer would be taken for the end of the next dream.
      state.room.end('generator-failed');
    } else if (state.name === 'stopping') {
      state = { name: 'idle' };
      socket.idle(slot);
    }
  }

  return {
    slot,

    heard(message: Exclude<WorkerMessage, { type: 'hello' }>): void {
      if (message.type === 'stopped') {
        stopped();
        return;
      }
      const dream = drawing();
      if (message.type === 'stats') {
        if (dream) dream.pace = { fps: message.fps, note: message.text ?? null };
        socket.alive(slot);
      }
      if (message.type === 'loading') {
        if (dream) dream.waitsFor = message.text ?? null;
        else opening = message.text ?? null;
      }
      if (message.type === 'error') fault = message.message;
      if (message.type === 'ready') {
        about = { ...about, ...said(message) };
        if (dream) dream.waitsFor = null;
        opening = null;
      }
      dream?.room.workerMessage(message);
    },

    /** Frames still come for a moment after a dream has ended. @returns what is wrong with this one, or null */
    frame(frame: Frame): string | null {
      if (!slot.codecs.includes(frame.codec)) return `frame codec ${frame.codec} is not in its hello`;
      const dream = drawing();
      if (!dream) return null;
      if (!dream.hasDrawn) {
        dream.hasDrawn = true;
        opening = null;
        dream.waitsFor = null;
      }
      return dream.room.workerFrame(frame);
    },

    /**
     * Its socket is gone: the room that it leaves, if any.
     * @param why in words, where that is its own fault
     */
    leave(why: string | null): Drawing | null {
      const { room } = slot;
      if (room && !slot.hasDrawn && why !== null) health.failed(slot.id, fault ?? why);
      state = stop();
      return room;
    },

    /** True when its rest has just ended. */
    wakes(): boolean {
      const wakes = wasResting && !slot.rests;
      wasResting = slot.rests;
      return wakes;
    },

    overdue: (): boolean =>
      state.name === 'stopping' && clock.monotonic() - state.since >= STOPPED_TIMEOUT_MS,
  };
}

/** The part of a message that is about the worker itself. */
const said = ({ version, controls }: Extract<WorkerMessage, { type: 'ready' }>) => ({
  ...(version && { version }),
  ...(controls && { controls }),
});
