import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { anchoredClock, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Journal } from '../../recordings/recordings.ts';
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
  },
) {
  const { log } = deps;
  // One clock for the limit, the tape and everything stored about the dream.
  const clock = anchoredClock(deps.clock);
  const viewerSlot = createViewerSlot(clock);
  const core = {
    dream,
    log,
    clock,
    viewerSlot,
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
    },

    /** Sends the viewer the dream's generator, once there is one. */
    sendGenerator(): void {
      const assigned = assignedOf(core.phase);
      if (!assigned) return;
      const { worker, pace } = assigned;
      viewerSlot.send({
        type: 'generator',
        name: worker.generator,
        version: worker.version,
        ai: worker.isAi,
        fps: pace?.fps ?? null,
        note: pace?.note ?? null,
      });
    },
  };
  return core;
}
