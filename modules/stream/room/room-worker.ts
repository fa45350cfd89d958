import type { EndReason } from '../../dreams/contract/dream-end.ts';
import { CODEC, isVideo } from '../../protocol/codecs.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import type { WorkerMessage } from '../../protocol/worker-messages.ts';
import type { RoomScore } from '../score/room-score.ts';
import { askedFps, type WorkerLink } from '../workers/worker-link.ts';
import { createFrameIntake } from './frame-intake.ts';
import { assignedOf, hasWorker, isDrawing, type Loading, type Phase, progressed } from './phases.ts';
import { createQualityJudge } from './quality.ts';
import type { RoomControls } from './room-controls.ts';
import type { RoomCore } from './room-core.ts';
import type { Failure } from './room-end.ts';
import type { RoomPrompts } from './room-prompts.ts';
import type { RoomSound } from './room-sound.ts';
import type { RoomVideo } from './room-video.ts';

/** Each side of a frame may be this many times longer than declared or requested. */
const SIZE_TOLERANCE = 2;

type Message<T extends WorkerMessage['type']> = Extract<WorkerMessage, { type: T }>;

/** The worker's side of a room: orders to the worker, and its messages before it draws. */
export function createRoomWorker(
  core: RoomCore,
  {
    prompts,
    controls,
    score,
    video,
    sound,
    end,
  }: {
    prompts: RoomPrompts;
    controls: RoomControls;
    score: Pick<RoomScore, 'loading' | 'begin'>;
    video: RoomVideo;
    sound: Pick<RoomSound, 'heard'>;
    end(reason: EndReason, failure?: Failure): void;
  },
) {
  const { dream, clock, log, viewerSlot } = core;

  function assign(worker: WorkerLink): void {
    if (core.phase.name !== 'queued') throw new Error(`a dream that is ${core.phase.name} takes no worker`);
    const fps = askedFps(worker.fps);
    const codec = video.first(worker.codecs);
    const assigned = { worker, at: clock.now(), fps, codec, readyAt: null, pcie: null, pace: null };
    core.phase = {
      name: 'loading',
      assigned,
      polledAt: core.phase.polledAt,
      progress: progressed(null, null, clock.now()),
    };
    if (!score.loading) start(worker);
    else
      void score.loading.then(() => {
        if (core.phase.name === 'loading' && core.phase.assigned === assigned) start(worker);
      });
  }

  function start(worker: WorkerLink): void {
    const assigned = assignedOf(core.phase);
    if (!assigned) return;
    const { fps, codec } = assigned;
    const past = score.begin(worker);
    // Pages offer sound from the first caption on, and not every engine sends captions.
    if (worker.hasSound) sound.heard('');
    worker.send({
      type: 'start',
      session_id: dream.id,
      width: FRAME_WIDTH,
      height: FRAME_HEIGHT,
      fps,
      seed: dream.seed,
      ...(codec !== CODEC.jpeg && { codec }),
      ...(worker.hasSound && { sound: true }),
      ...(core.watermark && worker.codecs.some(isVideo) && { watermark: core.watermark }),
      ...(worker.controls.length > 0 && { controls: controls.forWorker() }),
      ...(past && { past }),
    });
  }

  function heard(message: WorkerMessage): void {
    const { phase } = core;
    const assigned = assignedOf(phase);
    if (!assigned) return;
    switch (message.type) {
      case 'loading':
        sendLoading(phase, message);
        return;
      case 'ready':
        if (phase.name === 'loading') becomeReady(phase);
        sendUpdates(message);
        return;
      case 'prompt_ack':
        if (isDrawing(phase)) prompts.arrives(phase, message);
        return;
      case 'control_ack':
        controls.shown(message.name, message.frame_id);
        return;
      case 'sound_caption':
        sound.heard(message.text);
        return;
      case 'stats':
        if (message.pcie) assigned.pcie = message.pcie;
        assigned.pace = { fps: message.fps, note: message.text ?? null };
        core.sendGenerator();
        return;
      case 'error': {
        const { worker } = assigned;
        log.warn('generator failed', { dream: dream.id, worker: worker.id, message: message.message });
        end('generator-failed', { text: message.text, detail: message.message });
      }
    }
  }

  function sendLoading(phase: Phase, { progress, text }: Message<'loading'>): void {
    const loading = { type: 'loading', progress: progress ?? null, text: text ?? null } as const;
    if (hasWorker(phase)) {
      const keepsIt = phase.name === 'loading' || loading.text !== null;
      phase.progress = progressed(phase.progress, keepsIt ? loading : null, clock.now());
    }
    viewerSlot.send(loading);
  }

  function becomeReady({ assigned }: Loading): void {
    const { worker, fps } = assigned;
    const readyAt = clock.now();
    assigned.readyAt = readyAt;
    const waiting = core.prompts.waiting();
    core.phase = {
      name: 'ready',
      assigned,
      intake: createFrameIntake({
        clock,
        fps,
        largest: {
          width: SIZE_TOLERANCE * Math.max(FRAME_WIDTH, worker.size.width),
          height: SIZE_TOLERANCE * Math.max(FRAME_HEIGHT, worker.size.height),
        },
        onGap: video.needKeyframe,
        onOdd: (fault) => log.warn('pictures are left out', { dream: dream.id, worker: worker.id, fault }),
      }),
      quality: createQualityJudge(),
      readyAt,
      activeAt: readyAt,
      askedAt: waiting.length > 0 ? readyAt : null,
      progress: progressed(null, null, readyAt),
      latestKey: null,
      latestId: null,
    };
    for (const { id, text } of waiting) worker.send({ type: 'prompt', id, text });
  }

  /** Resends the worker's details to the viewer if the worker knows more now that it has loaded. */
  function sendUpdates({ version, controls: declared }: Message<'ready'>): void {
    if (version) core.sendGenerator();
    if (declared) controls.send();
  }

  return { assign, heard };
}
