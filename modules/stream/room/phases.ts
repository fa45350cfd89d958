import { withoutSince } from '../../../src/kit/shared/since-words.ts';
import type { DreamEnd } from '../../dreams/dreams.ts';
import type { FpsBins } from '../../dreams/shared/fps-bins.ts';
import type { Codec, Frame } from '../../protocol/frame.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { Tape } from '../../recordings/recordings.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import type { FrameIntake } from './frame-intake.ts';
import type { QualityJudge } from './quality.ts';

/**
 * Phases of a dream's life. It goes down this list and never back, and may end in each phase; a phase holds
 * what there is in it and not before. All times are of the room's clock, in ms since the epoch.
 */
export type Phase = Queued | Loading | Ready | Running | Ended;

type LoadingEvent = Extract<ViewerEvent, { type: 'loading' }>;

export type LivePhase = Exclude<Phase, Ended>;

/** The worker can draw. */
export type DrawingPhase = Ready | Running;

/** Queued for a worker. */
export interface Queued {
  readonly name: 'queued';
  /** when its page last asked for its progress */
  polledAt: number;
}

/** A worker's report on the frame that is still to come. */
export interface Progress {
  /** null while nothing delays it */
  readonly event: LoadingEvent | null;
  /** when it last reported, and when it last reported anything new */
  readonly heardAt: number;
  readonly movedAt: number;
}

/** A worker has it and loads its models. */
export interface Loading {
  readonly name: 'loading';
  readonly assigned: Assigned;
  polledAt: number;
  progress: Progress;
}

/** The worker waits for a prompt, or draws frames that no viewer has had yet. */
export interface Ready {
  readonly name: 'ready';
  readonly assigned: Assigned;
  readonly intake: FrameIntake;
  readonly quality: QualityJudge;
  readonly readyAt: number;
  /** when its viewer was last active without a prompt: a voice model loads, or they speak */
  activeAt: number;
  /** since when a frame is awaited; null before the first prompt */
  askedAt: number | null;
  progress: Progress;
  /** the newest frame that shows without others; null before the first */
  latestKey: Frame | null;
  /** frame_id of the newest */
  latestId: number | null;
}

/** The viewer has a frame: the dream is recorded and counts. */
export interface Running {
  readonly name: 'running';
  readonly assigned: Assigned;
  readonly intake: FrameIntake;
  readonly quality: QualityJudge;
  readonly startedAt: number;
  /** when its time is over */
  readonly endsAt: number;
  readonly tape: Tape;
  readonly bins: FpsBins;
  /** why the frame may stand for a while */
  progress: Progress;
  /** false while the disk takes nothing */
  isRecording: boolean;
  latestKey: Frame | null;
  latestId: number;
}

export interface Ended {
  readonly name: 'ended';
  readonly status: DreamEnd['jobStatus'];
  /** what the person reads; null where nothing went wrong */
  readonly text: string | null;
  readonly at: number;
  /** what was left of its time, in seconds */
  readonly timeLeft: number;
  /** whether a frame was shown */
  readonly hasBegun: boolean;
  readonly isRecording: boolean;
  /** it began, and is not counted all the same */
  readonly isGivenBack: boolean;
  /** what drew it failed, or fell silent */
  readonly byGenerator: boolean;
}

/** The worker of a dream and what it was asked for. */
export interface Assigned {
  readonly worker: WorkerLink;
  readonly at: number;
  readonly fps: number;
  /** coding that it was asked for */
  codec: Codec;
  /** when it could draw; null until then */
  readyAt: number | null;
  /** its last figures of traffic to and from the GPU, where it gives any */
  pcie: DreamEnd['pcieData'];
  /** its speed and note, as last reported; null until then */
  pace: { fps: number; note: string | null } | null;
}

/** Progress after this report, given the progress before it. */
export function progressed(before: Progress | null, event: LoadingEvent | null, at: number): Progress {
  const isNew =
    event === null ||
    before?.event?.progress !== event.progress ||
    withoutSince(before?.event?.text ?? '') !== withoutSince(event.text ?? '');
  return { event, heardAt: at, movedAt: before && !isNew ? before.movedAt : at };
}

export function assignedOf(phase: Phase): Assigned | null {
  return hasWorker(phase) ? phase.assigned : null;
}

export function hasWorker(phase: Phase): phase is Loading | DrawingPhase {
  return phase.name === 'loading' || isDrawing(phase);
}

export function isDrawing(phase: Phase): phase is DrawingPhase {
  return phase.name === 'ready' || phase.name === 'running';
}

export function jobStatusOf(phase: Phase): JobStatus {
  if (phase.name === 'ended') return phase.status;
  return phase.name === 'running' ? 'RUNNING' : 'PENDING';
}

/** Whole seconds, the full length before the first frame, 0 only once the time is over. */
export function timeLeftOf(phase: Phase, limitSeconds: number, now: number): number {
  if (phase.name === 'ended') return phase.timeLeft;
  if (phase.name !== 'running') return limitSeconds;
  return Math.max(0, Math.ceil((phase.endsAt - now) / 1000));
}

/** True while shown frames are kept. */
export function isRecording(phase: Phase): boolean {
  return phase.name === 'running' || phase.name === 'ended' ? phase.isRecording : true;
}
