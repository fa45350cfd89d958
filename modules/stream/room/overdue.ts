import type { EndReason } from '../../dreams/shared/dream-end.ts';
import type { Progress } from './phases.ts';

/** How long each kind of silence is tolerated, in ms. */
const TIMEOUTS = {
  /** waiting in line or for models, with nobody asking */
  polling: 15_000,
  /** ready, but no viewer ever came */
  firstViewer: 60_000,
  /** ready, but nothing was asked for, and nothing is done to ask */
  firstPrompt: 120_000,
  /** ready, and a prompt is prepared all the time: a voice model of 226 MB comes in this time at 2 Mbit/s */
  preparing: 900_000,
  /** the viewer went away and did not come back */
  viewer: 30_000,
  /** models load or an engine is waited for, and nothing new is heard of it; a download may take hours */
  loading: 600_000,
  /** a prompt was sent, nothing is drawn, and nothing is heard of why */
  firstFrame: 60_000,
  /** pictures stopped coming, and nothing is heard of why */
  nextFrame: 20_000,
} as const;

/** What is timed of a phase (`phases.ts`). */
export type TimedPhase =
  | Waiting
  | { name: 'running'; endsAt: number; intake: { lastCameAt: number }; progress: TimedProgress };

type Waiting =
  | { name: 'queued'; polledAt: number }
  | { name: 'loading'; polledAt: number; progress: TimedProgress }
  | { name: 'ready'; readyAt: number; activeAt: number; askedAt: number | null; progress: TimedProgress };

type TimedProgress = Pick<Progress, 'heardAt' | 'movedAt'>;

/** What is timed of the viewer (`viewer-seat.ts`). */
export type TimedViewer = { name: 'never-came' } | { name: 'here' } | { name: 'left'; at: number };

/**
 * Why a dream has to end now, or null while it may go on.
 * @param canCall false while no call of anybody would be answered: then nobody is late with one
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

/** Somebody has to ask for a dream until it can be seen, and then to come. */
function overdueUnseen(phase: Waiting, now: number): EndReason | null {
  if (phase.name === 'ready') return now - phase.readyAt >= TIMEOUTS.firstViewer ? 'no-viewer' : null;
  return now - phase.polledAt >= TIMEOUTS.polling ? 'left-queue' : null;
}

/** Somebody watches: what is missing are models, a prompt or the first picture. */
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
 * A worker that says what keeps the next picture is alive: how long its engine may take is its own to know, as long as
 * it goes on saying so and, now and then, something new.
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
