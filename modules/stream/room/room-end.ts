import {
  END_RULES,
  type EndReason,
  endedStatus,
  endTextOf,
  isFailure,
} from '../../dreams/contract/dream-end.ts';
import type { Dream, DreamEnd } from '../../dreams/dreams.ts';
import { assignedOf, type Ended, isRecording, type LivePhase, timeLeftOf } from './phases.ts';

/** A failure as the generator reported it. */
export interface Failure {
  /** for the viewer, in place of the reason's default text */
  text?: string | null | undefined;
  /** for operators */
  detail?: string;
}

/** Ends a dream in this phase: the text for its viewer and what is stored. */
export function endOf(
  phase: LivePhase,
  reason: EndReason,
  { limitSeconds, requestedAt }: Pick<Dream, 'limitSeconds' | 'requestedAt'>,
  { at, ...failure }: Failure & { at: number },
): { ended: Ended; stored: DreamEnd; livedMs: number } {
  const rule = END_RULES[reason];
  const hasBegun = phase.name === 'running';
  const status = endedStatus(reason, hasBegun);
  const timeLeft = timeLeftOf(phase, limitSeconds, at);
  const livedMs = hasBegun ? at - phase.startedAt : 0;
  const uncharge = rule.ourFault;
  const isCounted = hasBegun && !uncharge;
  const text = (isFailure(status) && failure.text) || endTextOf(reason, { status, isCounted });
  const assigned = assignedOf(phase);
  return {
    ended: {
      name: 'ended',
      status,
      text,
      at,
      timeLeft,
      hasBegun,
      isRecording: isRecording(phase),
      isGivenBack: hasBegun && uncharge,
      byGenerator: reason === 'generator-failed' || reason === 'generator-silent',
    },
    stored: {
      jobStatus: status,
      serverStatus: hasBegun ? 'PROCESSING' : null,
      endText: text,
      endReason: reason,
      endDetail: failure.detail?.replaceAll('\0', '') ?? null,
      endedAt: at,
      uncharge,
      gpuSeconds: assigned && (at - assigned.at) / 1000,
      workerId: assigned?.worker.id ?? null,
      startDelayMs: assigned?.readyAt == null ? null : Math.max(0, assigned.readyAt - requestedAt),
      frames: hasBegun ? phase.bins.total : 0,
      fpsData: hasBegun ? phase.bins.data(livedMs) : null,
      pcieData: assigned?.pcie ?? null,
    },
    livedMs,
  };
}
