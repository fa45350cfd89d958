import type { EndReason } from '../../dreams/shared/dream-end.ts';
import type { Progress } from './phases.ts';

/** Tolerated length of each kind of silence, in ms. */
const TIMEOUTS = {
  /** queued or waiting for models, without a call from the page */
  polling: 15_000,
  /** ready, but no viewer ever came */
  firstViewer: 60_000,
  /** ready, but nothing was asked for, and nothing is done to ask */
  firstPrompt: 120_000,
  /** ready, and a prompt is prepared all the time: a voice model of 226 MB comes in this time at 2 Mbit/s */
  preparing: 900_000,
  /** the viewer went away and did not come back */
  viewer: 30_000,
  /** models load or an engine is waited for, and no progress is reported; a download may take hours */
  loading: 600_000,
  /** a prompt was sent, nothing is drawn, and no reason is reported */
  firstFrame: 60_000,
  /** frames stopped coming, and no reason is reported */
  nextFrame: 20_000,
} as const;

/** The timed part of a phase (`phases.ts`). */
export type TimedPhase =
  | Waiting
  | { name: 'running'; endsAt: number; intake: { lastCameAt: number }; progress: TimedProgress };

type Waiting =
  | { name: 'queued'; polledAt: number }
  | { name: 'loading'; polledAt: number; progress: TimedProgress }
  | { name: 'ready'; readyAt: number; activeAt: number; askedAt: number | null; progress: TimedProgress };

type TimedProgress = Pick<Progress, 'heardAt' | 'movedAt'>;

/** The timed part of the viewer (`viewer-slot.ts`). */
export type TimedViewer = { name: 'never-came' } | { name: 'here' } | { name: 'left'; at: number };

/**
 * Why a dream has to end now, or null while it may go on.
 * @param canCall false while no page's call would be answered: then none is late
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

/** A dream without a viewer needs calls from its page until it can be seen, and then a viewer. */
function overdueUnseen(phase: Waiting, now: number): EndReason | null {
  if (phase.name === 'ready') return now - phase.readyAt >= TIMEOUTS.firstViewer ? 'no-viewer' : null;
  return now - phase.polledAt >= TIMEOUTS.polling ? 'left-queue' : null;
}

/** A watched dream may lack models, a prompt or the first frame. */
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
 * A worker that reports what keeps the next frame is alive: only it knows how long its engine may take, as long
 * as it goes on reporting and, now and then, something new.
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
