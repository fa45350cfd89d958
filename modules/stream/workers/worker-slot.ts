import type { Clock } from '../../kit/clock.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { readCodecs } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { SoundPacket } from '../../protocol/sound.ts';
import type { RelayMessage, WorkerHello, WorkerMessage } from '../../protocol/worker-messages.ts';
import type { Login } from '../../web/contract/person.ts';
import type { Room } from '../room/room.ts';
import type { JobPass } from './job-pass.ts';
import type { WorkerHealth } from './worker-health.ts';
import type { WorkerLink } from './worker-link.ts';

/** Time a generator has to stop drawing a dream. */
const STOPPED_TIMEOUT_MS = 15_000;

/** Destination of a worker's frames: a dream's room or an operator's test. */
export type Drawing = Pick<Room, 'assign' | 'workerMessage' | 'workerFrame' | 'workerSound' | 'end'> & {
  /** null for an operator's test */
  readonly dream: Pick<Room['dream'], 'id'> | null;
};

/** A connected worker, which can draw one dream at a time. */
export interface WorkerSlot extends WorkerLink {
  readonly connectionId: string;
  readonly hello: WorkerHello;
  readonly room: Drawing | null;
  readonly isIdle: boolean;
  /** true while it is in back-off after a failure and accepts no dream */
  readonly rests: boolean;
  /** its last failure, as reported; null after a successful dream */
  readonly fault: string | null;
  /** address it connected from */
  readonly address: string;
  readonly connectedAt: number;
  /** speed and note last reported for its current dream */
  readonly pace: { fps: number; note: string | null } | null;
  /** loading or waiting status; null if it is drawing or ready */
  readonly waitsFor: string | null;
  /** true once a frame of the current dream has arrived */
  readonly hasDrawn: boolean;
  /** the job it was started for; null if it can draw any dream */
  readonly pass: JobPass | null;
  serve(room: Drawing): void;
  /**
   * Called after `stop` was sent. The worker stays busy until it answers `stopped`.
   * @param hasFailed whether it was unable to draw
   */
  release(hasFailed?: boolean): void;
  /** Closes its socket because it is no longer needed. */
  dismiss(reason: string): void;
  /** Closes its socket on an operator's order. The worker won't reconnect by itself. */
  remove(): void;
}

/** The operator whose browser draws, and the login it depends on. */
export interface Operator {
  userId: string;
  login: Login;
}

/**
 * A worker's address, and what entitles it to connect if not the worker token: the operator of a browser tab, or a
 * job's ticket.
 */
export interface WorkerOrigin {
  address: string;
  operator?: Operator;
  pass?: JobPass;
}

/** Socket operations that a slot uses. */
interface SlotSocket extends Pick<WorkerSlot, 'dismiss' | 'remove' | 'drop' | 'offerFrame'> {
  send(message: RelayMessage): void;
  /** called when it can accept a dream */
  idle(slot: WorkerSlot): void;
  /** called when it has reported its speed */
  alive(slot: WorkerSlot): void;
}

interface DrawingState {
  name: 'drawing';
  room: Drawing;
  pace: WorkerSlot['pace'];
  waitsFor: string | null;
  hasDrawn: boolean;
}

/** Idle, drawing a dream, or sent `stop` and yet to answer. */
type State = { name: 'idle' } | DrawingState | { name: 'stopping'; since: number };

/** Tracks a worker from its hello on: its dream, and what it reports about itself. */
export function createWorkerSlot(
  { clock, health, allowsCamera = true }: { clock: Clock; health: WorkerHealth; allowsCamera?: boolean },
  socket: SlotSocket,
  { hello, connectionId, origin }: { hello: WorkerHello; connectionId: string; origin: WorkerOrigin },
) {
  const { address, pass = null } = origin;
  let state: State = { name: 'idle' };
  const offered = (controls: WorkerLink['controls']) =>
    controls.filter(({ kind }) => allowsCamera || kind !== 'video');
  let fault: string | null = null;
  /** true from the first time that it was seen resting until `wakes` has reported the end */
  let wasResting = false;
  /** generator version and controls, as last reported */
  let about: { version: string; controls: WorkerLink['controls'] } = {
    version: hello.version,
    controls: offered(hello.controls ?? []),
  };
  /** loading or waiting status before its first dream */
  let opening: string | null = null;
  const drawing = (): DrawingState | null => (state.name === 'drawing' ? state : null);
  const stop = (): State => ({ name: 'stopping', since: clock.monotonic() });

  const slot: WorkerSlot = {
    connectionId,
    hello,
    id: hello.worker_id,
    generator: hello.generator,
    // Painters older than the `ai` field don't send it.
    isAi: hello.ai ?? hello.generator !== 'demo',
    model: hello.model ?? null,
    licence: hello.licence ?? null,
    codecs: readCodecs(hello.codecs),
    hasSound: hello.sound !== undefined,
    isExact: hello.exact ?? false,
    softSeconds: hello.soft ?? 0,
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
      // A worker started for one dream draws no other, so it has no use for a back-off.
      const rests = pass === null && health.rests(hello.worker_id);
      // A back-off may end before the first tick; the queue, which passed it over, must still learn about that.
      wasResting ||= rests;
      return rests;
    },
    get fault() {
      return health.fault(hello.worker_id);
    },
    serve(next) {
      state = { name: 'drawing', room: next, pace: null, waitsFor: null, hasDrawn: false };
      next.assign(slot);
    },
    release(hasFailed = false) {
      if (hasFailed) health.failed(slot.id, fault ?? inCodes(m.stream_worker_silent));
      else if (slot.hasDrawn) health.works(slot.id);
      fault = null;
      if (state.name === 'drawing') state = stop();
    },
    send: socket.send,
    offerFrame: socket.offerFrame,
    drop: socket.drop,
    dismiss: socket.dismiss,
    remove: socket.remove,
  };

  function stopped(): void {
    if (state.name === 'drawing') {
      // It stopped drawing on its own. Ending the dream sends it `stop`, and it is free once it has answered; otherwise
      // that answer would be taken for the end of its next dream.
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
        about = { ...about, ...aboutIn(message) };
        about.controls = offered(about.controls);
        if (dream) dream.waitsFor = null;
        opening = null;
      }
      dream?.room.workerMessage(message);
    },

    /** A few frames may still arrive after a dream has ended. @returns what is wrong with this one, or null */
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

    /** @returns what is wrong with this sound, or null */
    sound(packet: SoundPacket): string | null {
      if (!slot.hasSound) return 'sound is not in its hello';
      drawing()?.room.workerSound(packet);
      return null;
    },

    /**
     * Its socket has closed. Returns the room it was serving, if any.
     * @param why the reason, if the worker is at fault
     */
    leave(why: string | null): Drawing | null {
      const { room } = slot;
      if (room && !slot.hasDrawn && why !== null) health.failed(slot.id, fault ?? why);
      state = stop();
      return room;
    },

    /** True once when its back-off ends. */
    wakes(): boolean {
      if (slot.rests || !wasResting) return false;
      wasResting = false;
      return true;
    },

    overdue: (): boolean =>
      state.name === 'stopping' && clock.monotonic() - state.since >= STOPPED_TIMEOUT_MS,
  };
}

const aboutIn = ({ version, controls }: Extract<WorkerMessage, { type: 'ready' }>) => ({
  ...(version && { version }),
  ...(controls && { controls }),
});
