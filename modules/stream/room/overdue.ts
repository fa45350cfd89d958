import type { EndReason } from '../../dreams/contract/dream-end.ts';
import type { Progress } from './phases.ts';

/** Timeouts by kind of silence, in ms. */
const TIMEOUTS = {
  /** queued or loading, with no poll from the page */
  polling: 15_000,
  /** ready, but no viewer has connected */
  firstViewer: 60_000,
  /** ready, with no prompt and no sign of one being prepared */
  firstPrompt: 120_000,
  /** ready, with a prompt in preparation all along: a voice model of 226 MB takes this long at 2 Mbit/s */
  preparing: 900_000,
  /** the viewer left and hasn't come back */
  viewer: 30_000,
  /** loading models or waiting for an engine, with no progress reported; a download may take hours */
  loading: 600_000,
  /** prompted, with no frame and no reason reported */
  firstFrame: 60_000,
  /** frames stopped, with no reason reported */
  nextFrame: 20_000,
} as const;

/** The part of a phase (`phases.ts`) that timeouts depend on. */
export type TimedPhase =
  | Waiting
  | { name: 'running'; endsAt: number; intake: { lastCameAt: number }; progress: TimedProgress };

type Waiting =
  | { name: 'queued'; polledAt: number }
  | { name: 'loading'; polledAt: number; progress: TimedProgress }
  | { name: 'ready'; readyAt: number; activeAt: number; askedAt: number | null; progress: TimedProgress };

type TimedProgress = Pick<Progress, 'heardAt' | 'movedAt'>;

/** The part of the viewer (`viewer-slot.ts`) that timeouts depend on. */
export type TimedViewer = { name: 'never-came' } | { name: 'here' } | { name: 'left'; at: number };

/**
 * Why a dream has to end now, or null.
 * @param canCall false if this server couldn't answer pages anyway, so a missing call or viewer proves nothing
 */
export function overdue(
  phase: TimedPhase,
  viewer: TimedViewer,
  now: number,
  canCall = true,
): EndReason | null {
  if (phase.name === 'running' && now >= phase.endsAt) return 'time';
  if (canCall && viewer.name === 'left' && now - viewer.at >= TIMEOUTS.viewer) return 'viewer-gone';
  if (phase.name === 'running') {
    return isSilent(phase.progress, phase.intake.lastCameAt, TIMEOUTS.nextFrame, now);
  }
  switch (viewer.name) {
    case 'never-came':
      return canCall ? overdueUnseen(phase, now) : null;
    case 'here':
      return overdueWatched(phase, now);
    case 'left':
      return null;
  }
}

/** Before its first viewer, a dream needs polls from its page; once ready, it needs a viewer. */
function overdueUnseen(phase: Waiting, now: number): EndReason | null {
  if (phase.name === 'ready') return now - phase.readyAt >= TIMEOUTS.firstViewer ? 'no-viewer' : null;
  return now - phase.polledAt >= TIMEOUTS.polling ? 'left-queue' : null;
}

/** A watched dream may be missing its models, a prompt or the first frame. */
function overdueWatched(phase: Waiting, now: number): EndReason | null {
  if (phase.name === 'queued') return null;
  if (phase.name === 'loading') {
    return now - phase.progress.movedAt >= TIMEOUTS.loading ? 'generator-silent' : null;
  }
  if (phase.askedAt === null) {
    const isIdle = now - phase.activeAt >= TIMEOUTS.firstPrompt;
    return isIdle || now - phase.readyAt >= TIMEOUTS.preparing ? 'no-prompt' : null;
  }
  return isSilent(phase.progress, phase.askedAt, TIMEOUTS.firstFrame, now);
}

/**
 * A worker that reports why the next frame is late is alive, as long as it keeps reporting and has something new to
 * report now and then: only the worker knows how long its engine may take.
 */
function isSilent(
  { heardAt, movedAt }: TimedProgress,
  since: number,
  timeoutMs: number,
  now: number,
): EndReason | null {
  const isHeard = now - Math.max(since, heardAt) < timeoutMs;
  return isHeard && now - Math.max(since, movedAt) < TIMEOUTS.loading ? null : 'generator-silent';
}
