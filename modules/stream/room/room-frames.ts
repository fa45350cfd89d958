import { createFpsBins } from '../../dreams/contract/fps-bins.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Tape } from '../../recordings/recordings.ts';
import type { FrameWatch } from '../../safety/safety.ts';
import { type DrawingPhase, isDrawing, type Running } from './phases.ts';
import type { RoomCore } from './room-core.ts';
import type { RoomVideo } from './room-video.ts';

/** @param send called whenever recording stops or resumes; initially it is on */
export type OpenTape = (dream: Dream, startedAt: number, send: (isRecording: boolean) => void) => Tape;

/** The path of a frame: from the worker to the viewer and, once the dream runs, to the tape. */
export function createRoomFrames(
  core: RoomCore,
  video: RoomVideo,
  { openTape, watch }: { openTape: OpenTape; watch: FrameWatch | null },
) {
  const { dream, clock, viewerSlot, fanOut, images } = core;

  /** Returns an error text if the frame breaks the protocol. */
  function take(frame: Frame): string | null {
    const { phase } = core;
    // Frames before the first prompt aren't part of the dream.
    if (!isDrawing(phase) || (phase.name === 'ready' && phase.askedAt === null)) return null;
    const taken = phase.intake.take(frame);
    if (typeof taken === 'string') return taken;
    if (taken) show(phase, taken);
    return null;
  }

  function show(phase: DrawingPhase, frame: Frame): void {
    phase.latestId = frame.id;
    if (frame.key) {
      phase.latestKey = frame;
      core.keyframeAt = clock.monotonic();
      video.keyframeCame();
    }
    if (phase.name === 'running') record(phase, frame, clock.now());
    viewerSlot.offer(frame);
    // Before the dreamer's first frame there is nothing to watch, and no watcher may start a dream.
    if (core.phase.name === 'running') {
      fanOut.offer(frame);
      if (frame.key) void images.offer(frame);
    }
    watch?.offer(frame);
  }

  /** Called periodically. Shows the waiting frame when the rate limit allows. */
  function release(phase: DrawingPhase): void {
    const frame = phase.intake.release();
    if (frame) show(phase, frame);
  }

  /** The first frame is on its way to the viewer: the dream now runs, is recorded and counts. */
  function begin(first: Frame): void {
    if (core.phase.name !== 'ready') return;
    const { assigned, intake, quality } = core.phase;
    const startedAt = clock.now();
    const running: Running = {
      name: 'running',
      assigned,
      intake,
      quality,
      startedAt,
      endsAt: startedAt + dream.limitSeconds * 1000,
      tape: openTape(dream, startedAt, recordingChanged),
      bins: createFpsBins(),
      progress: core.phase.progress,
      isRecording: true,
      latestKey: first,
      latestId: first.id,
    };
    core.phase = running;
    record(running, first, startedAt);
    const { id, generator, version, isAi, isExact, model, licence } = assigned.worker;
    core.persist({
      kind: 'running',
      startedAt,
      workerId: id,
      generator,
      generatorVersion: version,
      isAi,
      ...(isExact && { isExact }),
      model,
      licence,
    });
    core.sendStatus();
  }

  function recordingChanged(isRecording: boolean): void {
    if (core.phase.name !== 'running') return;
    core.phase.isRecording = isRecording;
    core.sendStatus();
  }

  function record({ startedAt, bins, tape, isRecording }: Running, frame: Frame, at: number): void {
    bins.count(at - startedAt);
    tape.append(frame, at);
    if (isRecording && tape.needsKey) video.needKeyframe();
  }

  return { take, show, release, begin };
}
