import { anchoredClock, type Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { Log } from '../../../src/kit/log.ts';
import type { Socket } from '../../../src/kit/runtime.ts';
import { within } from '../../../src/kit/within.ts';
import type { Login } from '../../auth/schemas.ts';
import type { Dream, DreamEnd, Lifecycle } from '../../dreams/dreams.ts';
import type { Tape } from '../recording/tape.ts';
import type { JobStatus, ViewerEvent } from '../schemas.ts';
import { frameJpeg, readFrameHeader } from '../shared/frame.ts';
import { createFpsBins } from './fps-bins.ts';
import { createFrameThinner } from './frame-thinner.ts';
import type { Journal } from './journal.ts';
import { pictureFault } from './jpeg.ts';
import { createPromptLog } from './prompt-log.ts';
import type { RelayMessage, WorkerMessage } from './protocol.ts';
import { createQualityJudge } from './quality.ts';
import { END_RULES, type EndReason, endedStatus } from './room-end.ts';
import { createRoomWriter } from './room-writer.ts';
import { createViewerLink, type ViewerFormat, type ViewerLink } from './viewer-link.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;
/** More than this is no gain for the eye, and the recording keeps no more. */
const MAX_FPS = 30;

/** How long each kind of silence is borne, in ms. */
const TIMEOUTS = {
  /** waiting in line or for models, with nobody asking */
  polling: 15_000,
  /** ready, but no viewer ever came */
  firstViewer: 60_000,
  /** ready, but nothing was asked for */
  firstPrompt: 120_000,
  /** the viewer went away and did not come back */
  viewer: 30_000,
  /** models load */
  loading: 600_000,
  /** a prompt was sent and nothing is drawn */
  firstFrame: 60_000,
  /** pictures stopped coming */
  nextFrame: 20_000,
} as const;
const STATUS_EVERY_MS = 2_000;
/** A slow database may hold back the closing of an ended dream's socket for so long. */
const CLOSE_WITHIN_MS = 1_000;
/** A slow disk may hold back what a viewer hears of a prompt for so long. */
const KEPT_WITHIN_MS = 1_000;
/** So many pictures in a row that nobody can show are the worker's way of drawing, not a slip. */
const MAX_ODD_PICTURES = 32;
/** What ends by our fault this early is given back to the person. */
const UNCHARGED_WITHIN_MS = 30_000;

/** Frames a second that a worker is asked for that offers so many. */
export const askedFps = (offered: number): number => Math.min(MAX_FPS, offered);

/** The worker that draws this dream, as the room needs it. */
export interface WorkerLink {
  readonly id: string;
  readonly generator: string;
  readonly version: string;
  readonly fps: number;
  send(message: RelayMessage): void;
  /** Closes the worker's socket, saying what was wrong. */
  drop(reason: string): void;
}

export interface RoomDeps {
  clock: Clock;
  log: Log;
  lifecycle: Lifecycle;
  /** @param tell hears whether pictures are kept, whenever that changes; they are at first */
  openTape(dream: Dream, startedAt: number, tell: (recording: boolean) => void): Tape;
  openJournal(dream: Dream): Journal;
  /** Called once the end is in the database and the tape is closed. */
  recordingClosed(dream: Dream, frames: number): Promise<void>;
  /** Called at once when the dream ends. */
  onEnded(room: Room, worker: WorkerLink | null): void;
}

export type Room = ReturnType<typeof createRoom>;

/** One live dream: its viewer, its worker, its clock and its tape, from admission to its one end. */
export function createRoom(dream: Dream, deps: RoomDeps) {
  const { log } = deps;
  // One line of time for the whole dream: its limit, its tape and all that is stored of it.
  const clock = anchoredClock(deps.clock);
  const born = clock.now();
  let worker: WorkerLink | null = null;
  let viewer: { link: ViewerLink; login: Login } | null = null;
  let tape: Tape | null = null;
  let recording = true;
  let latest: Uint8Array | null = null;
  let lastFrameId = -1;
  let lastFrameAt = born;
  let oddPictures = 0;
  let toldOfOdd = false;
  /** what the worker was asked for */
  let fps = 16;
  let thinner = createFrameThinner(clock, fps);
  let assignedAt: number | null = null;
  let readyAt: number | null = null;
  let startedAt: number | null = null;
  let promptedAt: number | null = null;
  let lastPolledAt = born;
  let viewerLeftAt: number | null = null;
  let lastStatusAt = born;
  let ended: { status: ReturnType<typeof endedStatus>; text: string | null; at: number } | null = null;
  let concluded: Promise<void> = Promise.resolve();
  let telling: Promise<void> | null = null;
  let pcie: { h2d: number; d2h: number } | null = null;
  const bins = createFpsBins();
  const prompts = createPromptLog(clock);
  const quality = createQualityJudge();
  const journal = deps.openJournal(dream);
  const persist = createRoomWriter({ log, lifecycle: deps.lifecycle, journal, dreamId: dream.id });

  const jobStatus = (): JobStatus => ended?.status ?? (startedAt === null ? 'PENDING' : 'RUNNING');

  /** Whole seconds, the full length before the first frame, 0 only once the time is over. */
  function timeLeft(): number {
    if (startedAt === null) return dream.limitSeconds;
    return Math.max(
      0,
      Math.ceil((startedAt + dream.limitSeconds * 1000 - (ended?.at ?? clock.now())) / 1000),
    );
  }

  const tellStatus = () => {
    lastStatusAt = clock.now();
    tellInTurn({
      type: 'status',
      job_status: jobStatus(),
      time_left: timeLeft(),
      // A word that older pages pass over, where a message of its own would break them.
      ...(recording ? {} : { recording }),
    });
  };

  // —— the worker's side ——

  function assign(link: WorkerLink): void {
    worker = link;
    assignedAt = clock.now();
    fps = askedFps(link.fps);
    thinner = createFrameThinner(clock, fps);
    link.send({ type: 'start', session_id: dream.id, width: WIDTH, height: HEIGHT, fps, seed: dream.seed });
  }

  function workerMessage(message: WorkerMessage): void {
    if (ended) return;
    switch (message.type) {
      case 'loading':
        viewer?.link.tell({
          type: 'loading',
          progress: message.progress ?? null,
          text: message.text ?? null,
        });
        return;
      case 'ready':
        if (readyAt !== null) return;
        readyAt = clock.now();
        for (const prompt of prompts.waiting())
          worker?.send({ type: 'prompt', id: prompt.id, text: prompt.text });
        return;
      case 'prompt_ack':
        promptShown(message.id, message.frame_id);
        return;
      case 'stats':
        if (message.pcie) pcie = message.pcie;
        return;
      case 'error':
        log.warn('generator failed', { dream: dream.id, worker: worker?.id, message: message.message });
        end('generator-failed');
        return;
      default:
        return;
    }
  }

  function promptShown(id: string, arrivesIn: number): void {
    if (!prompts.isWaiting(id)) return;
    const { frameId, frame } = thinner.prompted(arrivesIn);
    const { shown, overtaken } = prompts.shown(id, frameId);
    for (const one of overtaken) {
      tellInTurn({ type: 'prompt_ack', id: one.id, text: one.text, frame_id: null, superseded: true });
    }
    if (!shown) return;
    const kept = persist({
      kind: 'prompt-shown',
      position: shown.position,
      frameId,
      shownAt: clock.now(),
    });
    tellInTurn({ type: 'prompt_ack', id: shown.id, text: shown.text, frame_id: frameId }, kept);
    show(frame);
  }

  /** Takes one picture; answers a fault in words when it breaks the protocol. */
  function workerFrame(frame: Uint8Array): string | null {
    const header = readFrameHeader(frame);
    if (typeof header === 'string') return header;
    // Nothing is drawn before the first prompt; what comes all the same is not part of the dream.
    if (ended || promptedAt === null || readyAt === null) return null;
    if (header.frameId <= lastFrameId) return `frame ${header.frameId} came after frame ${lastFrameId}`;
    lastFrameId = header.frameId;
    const odd = pictureFault(frameJpeg(frame));
    if (odd) return leaveOut(odd);
    oddPictures = 0;
    lastFrameAt = clock.now();
    show(thinner.offer(header.frameId, frame));
    return null;
  }

  function show(frame: Uint8Array | null): void {
    if (!frame) return;
    latest = frame;
    quality.frameCame();
    if (startedAt !== null) record(frame, clock.now());
    viewer?.link.offer(frame);
  }

  /** One picture that can't be shown costs that picture; a worker that draws no others is told what is wrong. */
  function leaveOut(fault: string): string | null {
    oddPictures += 1;
    if (!toldOfOdd) log.warn('pictures are left out', { dream: dream.id, worker: worker?.id, fault });
    toldOfOdd = true;
    return oddPictures < MAX_ODD_PICTURES ? null : `the pictures can’t be shown: ${fault}`;
  }

  function record(frame: Uint8Array, at: number): void {
    bins.count(at - (startedAt ?? at));
    tape?.append(frame, at);
  }

  /** The first picture is on its way to the viewer: from here on the dream runs, is recorded and counts. */
  function begin(): void {
    if (startedAt !== null || ended) return;
    const at = clock.now();
    startedAt = at;
    tape = deps.openTape(dream, at, (on) => {
      recording = on;
      tellStatus();
    });
    if (latest) record(latest, at);
    const { id = 'unknown', generator = 'unknown', version = 'unknown' } = worker ?? {};
    persist({ kind: 'running', startedAt: at, workerId: id, generator, generatorVersion: version });
    tellStatus();
  }

  // —— the viewer's side ——

  function attachViewer(socket: Socket, format: ViewerFormat, login: Login): ViewerLink {
    viewer?.link.close(4001, 'This dream was opened in another window.');
    const link = createViewerLink(socket, {
      format,
      fps,
      now: clock.monotonic,
      onFirstFrame: begin,
    });
    viewer = { link, login };
    viewerLeftAt = null;
    tellStatus();
    tellPrompts();
    if (latest) link.offer(latest);
    return link;
  }

  /** A viewer that joins learns which prompt drives the picture and which are on their way, before it sees any. */
  function tellPrompts(): void {
    const driving = prompts.driving();
    for (const { id, text } of driving ? [driving, ...prompts.waiting()] : prompts.waiting()) {
      viewer?.link.tell({ type: 'prompt_received', id, text });
    }
    if (driving) {
      const { id, text, frameId } = driving;
      viewer?.link.tell({ type: 'prompt_ack', id, text, frame_id: frameId });
    }
  }

  /** Tells the viewer one thing after the other, what is said of prompts once no kill can lose it. */
  function tellInTurn(event: ViewerEvent, kept: Promise<void> | null = null): void {
    const link = viewer?.link;
    if (!kept && !telling) {
      link?.tell(event);
      return;
    }
    const turn = Promise.all([telling, kept && within(kept, KEPT_WITHIN_MS)]).then(() => {
      link?.tell(event);
      if (telling === turn) telling = null;
    });
    telling = turn;
  }

  function detachViewer(link: ViewerLink): void {
    if (viewer?.link !== link) return;
    viewer = null;
    viewerLeftAt = clock.now();
  }

  function signOut(link: ViewerLink): void {
    link.close(1008, 'You have signed out.');
    detachViewer(link);
  }

  /** Takes a prompt; answers a fault in words when it can't. */
  function prompt(clientId: string | undefined, rawText: string): string | null {
    if (ended) return 'This dream has ended.';
    if (persist.isFull()) return 'Prompts can’t be kept at the moment. Please wait.';
    const taken = prompts.take(clientId ?? newId(), rawText);
    if (typeof taken === 'string') return taken;
    const { position, id, text } = taken;
    const sentAt = clock.now();
    const kept = taken.repeated ? null : persist({ kind: 'prompt', position, clientId: id, text, sentAt });
    tellInTurn({ type: 'prompt_received', id, text }, kept);
    if (taken.repeated) return null;
    promptedAt ??= sentAt;
    if (readyAt !== null) worker?.send({ type: 'prompt', id, text });
    return null;
  }

  // —— the end ——

  function end(reason: EndReason): void {
    if (ended) return;
    const at = clock.now();
    const rule = END_RULES[reason];
    const status = endedStatus(reason, startedAt !== null);
    const failed = status === 'FAILED' || status === 'TIMEOUT NO CONNECTION';
    const text = failed ? rule.text : null;
    ended = { status, text, at };
    tellStatus();
    const link = viewer?.link;
    viewer = null;
    worker?.send({ type: 'stop', reason });
    const lived = startedAt === null ? 0 : at - startedAt;
    concluded = conclude({
      jobStatus: status,
      serverStatus: startedAt === null ? null : 'PROCESSING',
      endText: text,
      endedAt: at,
      uncharge: rule.ourFault && lived < UNCHARGED_WITHIN_MS,
      gpuSeconds: assignedAt === null ? null : (at - assignedAt) / 1000,
      frames: bins.total,
      fpsData: startedAt === null ? null : bins.data(lived),
      pcieData: pcie,
    });
    // Whoever asks about the dream once its socket has closed finds the end in the database.
    void Promise.all([within(persist.settled(), CLOSE_WITHIN_MS), telling]).then(() =>
      link?.close(failed ? 4002 : 1000, text ?? 'The dream has ended.'),
    );
    deps.onEnded(room, worker);
    log.info('dream ended', { dream: dream.id, status, reason, seconds: lived / 1000 });
  }

  async function conclude(how: DreamEnd): Promise<void> {
    const closing = tape?.close();
    persist({ kind: 'end', ...how });
    await persist.settled();
    if (closing) {
      const { frames } = await closing;
      await persist.untilDone('video', () => deps.recordingClosed(dream, frames));
    }
    await journal.remove();
  }

  // —— time ——

  function tick(): void {
    if (ended) return;
    const now = clock.now();
    const reason = overdue(now);
    if (reason) {
      end(reason);
      return;
    }
    if (viewer && clock.now() >= viewer.login.endsAt) signOut(viewer.link);
    show(thinner.release());
    viewer?.link.flush();
    if (now - lastStatusAt < STATUS_EVERY_MS) return;
    tellStatus();
    if (startedAt === null || !viewer || !worker) return;
    const judged = quality.look(now, viewer.link.takeRates(), fps);
    if (judged.verdict) viewer.link.tell({ type: 'quality', ...judged.verdict });
    if (judged.jpegQuality) worker.send({ type: 'pace', fps, quality: judged.jpegQuality });
  }

  function overdue(now: number): EndReason | null {
    const since = (from: number | null) => (from === null ? 0 : now - from);
    if (startedAt !== null) {
      if (since(startedAt) >= dream.limitSeconds * 1000) return 'time';
      if (since(viewerLeftAt) >= TIMEOUTS.viewer) return 'viewer-gone';
      if (since(lastFrameAt) >= TIMEOUTS.nextFrame) return 'generator-silent';
      return null;
    }
    if (!viewer) {
      if (viewerLeftAt !== null) return since(viewerLeftAt) >= TIMEOUTS.viewer ? 'viewer-gone' : null;
      if (readyAt !== null) return since(readyAt) >= TIMEOUTS.firstViewer ? 'no-viewer' : null;
      return since(lastPolledAt) >= TIMEOUTS.polling ? 'left-queue' : null;
    }
    if (readyAt === null) return since(assignedAt) >= TIMEOUTS.loading ? 'generator-silent' : null;
    if (promptedAt === null) return since(readyAt) >= TIMEOUTS.firstPrompt ? 'no-prompt' : null;
    const asked = Math.max(promptedAt, readyAt);
    return since(asked) >= TIMEOUTS.firstFrame ? 'generator-silent' : null;
  }

  const room = {
    dream,
    get worker() {
      return worker;
    },
    get ended() {
      return ended;
    },
    /** whether a picture was shown */
    get hasBegun() {
      return startedAt !== null;
    },
    /** Resolves once the end is stored and the recording handed over; at once while the dream lives. */
    get concluded() {
      return concluded;
    },
    jobStatus,
    timeLeft,
    polled() {
      lastPolledAt = clock.now();
    },
    assign,
    workerMessage,
    workerFrame,
    attachViewer,
    detachViewer,
    prompt,
    end,
    tick,
    tell(event: ViewerEvent) {
      viewer?.link.tell(event);
    },
    /** Closes the viewer's socket if it hangs on this login session; the dream waits for its return. */
    closeLogin(loginId: string) {
      if (viewer?.login.id === loginId) signOut(viewer.link);
    },
  };
  return room;
}
