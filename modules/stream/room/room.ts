import { type EndReason, isFailure } from '../../dreams/contract/dream-end.ts';
import type { Dream, DreamEnd, DreamRepository } from '../../dreams/dreams.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import type { Socket } from '../../kit/runtime.ts';
import { within } from '../../kit/within.ts';
import { USUAL_FPS } from '../../protocol/format.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Journal } from '../../recordings/recordings.ts';
import type { Safety } from '../../safety/safety.ts';
import type { Login } from '../../web/contract/person.ts';
import type { ToImage } from '../audience/keyframe-images.ts';
import { createRoomAudience } from '../audience/room-audience.ts';
import { createRoomScore, type LoadedPlan } from '../score/room-score.ts';
import type { ViewerLink, ViewerTakes } from '../viewer/viewer-link.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import { overdue } from './overdue.ts';
import { assignedOf, hasWorker, isDrawing, type LivePhase, type Running } from './phases.ts';
import { createRoomCamera } from './room-camera.ts';
import { createRoomControls } from './room-controls.ts';
import { createRoomCore, type RoomCore } from './room-core.ts';
import { endOf, type Failure } from './room-end.ts';
import { createRoomFrames, type OpenTape } from './room-frames.ts';
import { createRoomPrompts } from './room-prompts.ts';
import { createRoomSafety } from './room-safety.ts';
import { createRoomSound } from './room-sound.ts';
import { createRoomSteering } from './room-steering.ts';
import { createRoomVideo } from './room-video.ts';
import { createRoomWorker } from './room-worker.ts';

const STATUS_INTERVAL_MS = 2_000;
/** Longest time that a slow database may delay closing the socket of an ended dream. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface RoomDeps {
  clock: Clock;
  log: Log;
  repository: DreamRepository;
  openTape: OpenTape;
  openJournal(dream: Dream): Journal;
  /** watermark id for the dream's video; absent or null: none */
  watermarkOf?(dream: Dream): string | null;
  safety: Pick<Safety, 'gate' | 'watch' | 'camera'>;
  /** makes a JPEG of a keyframe, for watchers who can't decode video */
  toImage: ToImage;
  planOf?(dreamId: string): Promise<LoadedPlan | null>;
  /** the next prompt of a story; absent without a language model */
  continueStory?(prompts: readonly string[]): Promise<string | null>;
  /** called once the end is stored and the tape is closed */
  recordingClosed(dream: Dream, frames: number): Promise<void>;
  /** called immediately when the dream ends */
  onEnded(room: Room, worker: WorkerLink | null): void;
  /** called with the data that is stored about the end */
  measured?(end: DreamEnd): void;
}

export type Room = ReturnType<typeof createRoom>;

/** One live dream from admission to its end: viewer, worker, clock and tape. */
export function createRoom(dream: Dream, deps: RoomDeps) {
  const journal = deps.openJournal(dream);
  const core = createRoomCore(dream, { ...deps, journal });
  const { clock, log, viewerSlot, persist } = core;
  const video = createRoomVideo(core);
  const safety = createRoomSafety(core, deps.safety, end);
  const frames = createRoomFrames(core, video, { openTape: deps.openTape, watch: safety.watch });
  const prompts = createRoomPrompts(core, { ...safety.words, show: frames.show });
  const controls = createRoomControls(core, safety.words);
  const steering = createRoomSteering(core, controls);
  const sound = createRoomSound(core);
  const camera = createRoomCamera(core, { controls, gate: safety.words.gate, judge: safety.camera });
  const score = createRoomScore(core, { ...deps, prompts, controls });
  const worker = createRoomWorker(core, { prompts, controls, score, video, sound, end });
  const audience = createRoomAudience(core, {
    ...{ controls, steering, video, safety, camera, sound },
    say: (text, by) => prompts.take(newId(), text, score.said(), by),
  });
  let concluded: Promise<void> = Promise.resolve();
  let isMoved = false;

  // —— viewer ——

  function attachViewer(socket: Socket, takes: ViewerTakes, login: Login): ViewerLink {
    const fps = assignedOf(core.phase)?.fps ?? USUAL_FPS;
    const link = viewerSlot.take(socket, login, {
      ...takes,
      fps,
      onFirstFrame: frames.begin,
      needsKeyframe: video.needKeyframe,
      onRate: video.rate,
    });
    video.settle(takes.codecs);
    greet(core, { controls, camera, sound, score, safety, audience: audience.dreamer });
    if (isDrawing(core.phase)) {
      core.phase.quality.socketOpened();
      video.showAtOnce(core.phase, link);
    }
    return link;
  }

  // —— time and end ——

  /**
   * @param silenceCounts false while this process itself may not have been listening
   * @param canCall false if this server couldn't answer pages anyway
   */
  function tick(silenceCounts = true, canCall = true): void {
    const { phase } = core;
    if (phase.name === 'ended') return;
    const now = clock.now();
    const reason = silenceCounts ? overdue(phase, viewerSlot.viewer, now, canCall) : null;
    if (reason) {
      end(reason);
      return;
    }
    camera.checkLogin();
    prompts.release();
    score.tick();
    steering.tick();
    if (isDrawing(phase)) frames.release(phase);
    video.release();
    viewerSlot.flush();
    audience.tick();
    if (now - core.statusSentAt < STATUS_INTERVAL_MS) return;
    core.sendStatus();
    if (core.phase.name === 'running' && viewerSlot.viewer.name === 'here') {
      judgeConnection(core.phase, viewerSlot.viewer.link, now);
    }
  }

  function end(reason: EndReason, failure?: Failure): void {
    const { phase } = core;
    if (phase.name === 'ended') return;
    const assigned = assignedOf(phase);
    const { ended, stored, livedMs } = endOf(phase, reason, dream, { ...failure, at: clock.now() });
    core.phase = ended;
    prompts.conclude();
    core.sendStatus();
    assigned?.worker.send({ type: 'stop', reason });
    concluded = conclude(phase, stored);
    // Lets the end be stored first, so that a request made after the socket closes finds it.
    const isStored = within(persist.settled(), CLOSE_TIMEOUT_MS);
    viewerSlot.clear(isStored, isFailure(ended.status) ? 4002 : 1000, ended.text ?? 'The dream has ended.');
    void isStored.then(() => audience.end(1000, 'The dream has ended.'));
    deps.onEnded(room, assigned?.worker ?? null);
    deps.measured?.(stored);
    log.info('dream ended', { dream: dream.id, status: ended.status, reason, seconds: livedMs / 1000 });
  }

  /** Another server has this dream: closes the local room and stores nothing more about it. */
  function handOver(): void {
    const { phase } = core;
    if (phase.name === 'ended') return;
    const assigned = assignedOf(phase);
    core.phase = endOf(phase, 'shutdown', dream, { at: clock.now() }).ended;
    isMoved = true;
    assigned?.worker.send({ type: 'stop', reason: 'shutdown' });
    const closing = phase.name === 'running' ? phase.tape.close() : null;
    concluded = Promise.all([closing, journal.remove()]).then(() => {});
    viewerSlot.clear(Promise.resolve(), 1012, 'Please connect again.');
    audience.end(1012, 'Please connect again.');
    deps.onEnded(room, assigned?.worker ?? null);
    log.info('dream handed over', { dream: dream.id });
  }

  async function conclude(last: LivePhase, stored: DreamEnd): Promise<void> {
    const closing = last.name === 'running' ? last.tape.close() : null;
    persist({ kind: 'end', ...stored });
    await persist.settled();
    if (closing) {
      const { frames } = await closing;
      await persist.untilDone('video', () => deps.recordingClosed(dream, frames));
    }
    await journal.remove();
  }

  const room = {
    dream,
    get worker() {
      return assignedOf(core.phase)?.worker ?? null;
    },
    get ended() {
      return core.phase.name === 'ended' ? core.phase : null;
    },
    /** Resolves once the end is stored and the recording handed over. Already resolved while the dream lives. */
    get concluded() {
      return concluded;
    },
    /** true if another server has taken the dream */
    get isMoved() {
      return isMoved;
    },
    /** The dream so far, while it runs: its tape, and when it started on the tape's clock. */
    past: (): Running | null => (core.phase.name === 'running' ? core.phase : null),
    isWatched: () => viewerSlot.viewer.name === 'here',
    ...{ jobStatus: core.jobStatus, timeLeft: core.timeLeft, stored: persist.readable },
    polled() {
      const { phase } = core;
      if (phase.name === 'queued' || phase.name === 'loading') phase.polledAt = clock.now();
    },
    ...{ assign: worker.assign, workerMessage: worker.heard },
    workerFrame(frame: Frame): string | null {
      sound.frame(frame.at);
      const fault = frames.take(frame);
      score.tick();
      steering.tick();
      return fault;
    },
    ...{ workerSound: sound.take, attachViewer },
    ...{ viewerLost: video.lost, viewerTakes: video.take, camera, detachViewer: camera.detachViewer },
    /** The viewer is preparing a prompt: loading a voice model, or speaking. */
    active() {
      if (core.phase.name === 'ready') core.phase.activeAt = clock.now();
    },
    audience,
    prompt: (id: string | undefined, raw: string) => prompts.take(id, raw, score.said()),
    score,
    ...{ control: steering.take, controlValue: controls.value },
    /** The newest frame that can be decoded on its own, for anyone looking in. Null before the first. */
    latestFrame(): Frame | null {
      if (!isDrawing(core.phase)) return null;
      video.needKeyframe();
      return core.phase.latestKey;
    },
    ...{ imageFault: controls.imageFault, giveImage: controls.giveImage },
    ...{ end, handOver, tick },
    send: viewerSlot.send,
    /** Closes the sockets of viewer and watchers if they depend on this login. The dream waits for the viewer to return. */
    closeLogin(loginId: string): void {
      camera.closeLogin(loginId);
      audience.closeLogin(loginId);
    },
  };
  return room;
}

/** Sends a viewer who joins everything that their page can't know yet. */
function greet(
  core: RoomCore,
  parts: Record<'controls' | 'camera' | 'sound' | 'score' | 'safety' | 'audience', { send(): void }>,
): void {
  core.sendStatus();
  core.sendGenerator();
  parts.controls.send();
  parts.camera.send();
  parts.sound.send();
  parts.score.send();
  const { phase, viewerSlot, persist } = core;
  // In order, because a page that hasn't had the status yet takes this for a report from before the first frame.
  if (hasWorker(phase) && phase.progress.event) viewerSlot.sendInTurn(phase.progress.event);
  for (const event of core.prompts.recap()) viewerSlot.sendInTurn(event, persist.kept());
  parts.safety.send();
  parts.audience.send();
}

/** Sends the viewer a changed verdict on its connection and adapts the worker's quality. */
function judgeConnection({ quality, bins, assigned }: Running, link: ViewerLink, now: number): void {
  const { worker, fps } = assigned;
  const judged = quality.look(now, bins.total, link.takeRates(), fps);
  if (judged.verdict) link.send({ type: 'quality', ...judged.verdict });
  if (judged.jpegQuality) worker.send({ type: 'pace', fps, quality: judged.jpegQuality });
}
