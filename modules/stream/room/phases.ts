import type { FpsBins } from '../../dreams/contract/fps-bins.ts';
import type { DreamEnd } from '../../dreams/dreams.ts';
import { withoutSince } from '../../kit/shared/since-words.ts';
import type { Codec } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { Tape } from '../../recordings/recordings.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import type { FrameIntake } from './frame-intake.ts';
import type { QualityJudge } from './quality.ts';

/**
 * Phases of a dream, in order. A dream never goes back a phase, but can end in any of them. Each type holds only what
 * exists in that phase. Times are from the room's clock, in ms since the epoch.
 */
export type Phase = Queued | Loading | Ready | Running | Ended;

type LoadingEvent = Extract<ViewerEvent, { type: 'loading' }>;

export type LivePhase = Exclude<Phase, Ended>;

export type DrawingPhase = Ready | Running;

/** Waiting for a worker. */
export interface Queued {
  readonly name: 'queued';
  /** last poll from its page */
  polledAt: number;
}

/** A worker's report on why the next frame is late. */
export interface Progress {
  /** null: nothing delays it */
  readonly event: LoadingEvent | null;
  /** last report, and last report with something new in it */
  readonly heardAt: number;
  readonly movedAt: number;
}

/** A worker has the dream and is loading its models. */
export interface Loading {
  readonly name: 'loading';
  readonly assigned: Assigned;
  polledAt: number;
  progress: Progress;
}

/** The worker waits for a prompt, or draws frames that haven't reached a viewer yet. */
export interface Ready {
  readonly name: 'ready';
  readonly assigned: Assigned;
  readonly intake: FrameIntake;
  readonly quality: QualityJudge;
  readonly readyAt: number;
  /** last viewer activity without a prompt: loading a voice model, or speaking */
  activeAt: number;
  /** when the first prompt was sent; null until then */
  askedAt: number | null;
  progress: Progress;
  /** newest frame that can be decoded on its own; null before the first */
  latestKey: Frame | null;
  /** id of the newest frame */
  latestId: number | null;
}

/** The viewer has a frame: the dream is recorded and counts towards the quota. */
export interface Running {
  readonly name: 'running';
  readonly assigned: Assigned;
  readonly intake: FrameIntake;
  readonly quality: QualityJudge;
  readonly startedAt: number;
  /** when its time is up */
  readonly endsAt: number;
  readonly tape: Tape;
  readonly bins: FpsBins;
  /** why the current frame may stay on screen for a while */
  progress: Progress;
  /** false while the disk rejects writes */
  isRecording: boolean;
  latestKey: Frame | null;
  latestId: number;
}

export interface Ended {
  readonly name: 'ended';
  readonly status: DreamEnd['jobStatus'];
  /** text for the user, in codes; null if nothing went wrong */
  readonly text: string | null;
  readonly at: number;
  readonly timeLeft: number;
  /** true once a frame has been shown */
  readonly hasBegun: boolean;
  readonly isRecording: boolean;
  /** started, but not counted towards the quota */
  readonly isGivenBack: boolean;
  /** the generator failed or fell silent */
  readonly byGenerator: boolean;
}

/** The worker of a dream and what was requested of it. */
export interface Assigned {
  readonly worker: WorkerLink;
  readonly at: number;
  readonly fps: number;
  /** requested codec */
  codec: Codec;
  /** when it became able to draw; null until then */
  readyAt: number | null;
  /** latest GPU bus traffic figures, if it reports any */
  pcie: DreamEnd['pcieData'];
  /** last reported speed and note; null until then */
  pace: { fps: number; note: string | null } | null;
}

/** The progress after this report, given the progress before it. */
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

/** In whole seconds: the full length before the first frame, and 0 only when time is up. */
export function timeLeftOf(phase: Phase, limitSeconds: number, now: number): number {
  if (phase.name === 'ended') return phase.timeLeft;
  if (phase.name !== 'running') return limitSeconds;
  return Math.max(0, Math.ceil((phase.endsAt - now) / 1000));
}

/** True while frames that are shown are also recorded. */
export function isRecording(phase: Phase): boolean {
  return phase.name === 'running' || phase.name === 'ended' ? phase.isRecording : true;
}
