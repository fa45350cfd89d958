import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { anchoredClock, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { Journal } from '../../recordings/recordings.ts';
import { createFanOut } from '../audience/fan-out.ts';
import { createKeyframeImages, type ToImage } from '../audience/keyframe-images.ts';
import { createViewerSlot } from '../viewer/viewer-slot.ts';
import { assignedOf, isRecording, jobStatusOf, type Phase, timeLeftOf } from './phases.ts';
import { createPromptLog } from './prompt-log.ts';
import { createRoomWriter } from './room-writer.ts';

export type RoomCore = ReturnType<typeof createRoomCore>;

/** State shared by the parts of a room: its phase, clock, viewer slot, prompts and database writes. */
export function createRoomCore(
  dream: Dream,
  deps: {
    clock: Clock;
    log: Log;
    repository: DreamRepository;
    journal: Journal;
    watermarkOf?(dream: Dream): string | null;
    toImage: ToImage;
  },
) {
  const { log } = deps;
  // One clock for the limit, the tape and everything stored about the dream.
  const clock = anchoredClock(deps.clock);
  const viewerSlot = createViewerSlot(clock);
  const fanOut = createFanOut(clock);
  const core = {
    dream,
    log,
    clock,
    viewerSlot,
    fanOut,
    images: createKeyframeImages(fanOut.links, deps.toImage),
    /** monotonic time of the newest frame that can be decoded on its own */
    keyframeAt: Number.NEGATIVE_INFINITY,
    watermark: deps.watermarkOf?.(dream) ?? null,
    prompts: createPromptLog(clock),
    persist: createRoomWriter({ ...deps, dream }),
    phase: { name: 'queued', polledAt: clock.now() } as Phase,
    statusSentAt: clock.now(),

    jobStatus: () => jobStatusOf(core.phase),
    timeLeft: () => timeLeftOf(core.phase, dream.limitSeconds, clock.now()),

    sendStatus(): void {
      core.statusSentAt = clock.now();
      viewerSlot.sendInTurn({
        type: 'status',
        job_status: core.jobStatus(),
        time_left: core.timeLeft(),
        // Extra fields rather than new message types, which would break older pages.
        ...(isRecording(core.phase) ? {} : { recording: false }),
        ...(core.phase.name === 'ended' && core.phase.text ? { end_text: core.phase.text } : {}),
        ...(core.phase.name === 'ended' && core.phase.isGivenBack ? { counted: false } : {}),
      });
      core.fanOut.send(core.watcherStatus());
    },

    /** Watchers don't learn why a dream failed or what it counts. */
    watcherStatus: (): ViewerEvent => ({
      type: 'status',
      job_status: core.jobStatus(),
      time_left: core.timeLeft(),
    }),

    /** The dream's generator; null until there is one. */
    generatorEvent(): ViewerEvent | null {
      const assigned = assignedOf(core.phase);
      if (!assigned) return null;
      const { worker, pace } = assigned;
      return {
        type: 'generator',
        name: worker.generator,
        version: worker.version,
        ai: worker.isAi,
        fps: pace?.fps ?? null,
        note: pace?.note ?? null,
      };
    },

    /** Sends viewer and watchers the dream's generator, once there is one. */
    sendGenerator(): void {
      const event = core.generatorEvent();
      if (!event) return;
      viewerSlot.send(event);
      core.fanOut.send(event);
    },
  };
  return core;
}
