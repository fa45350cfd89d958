import { formatDate } from '../modules/dreams/shared/dates.ts';
import type { AccessAnswer } from '../modules/stream/schemas.ts';

/** How much of a plan is used, in words and for a bar; the server and the open page say it alike. */
export interface UsageText {
  label: string;
  /** "2/5" */
  figure: string;
  value: number;
  max: number;
  note: string;
  /** the last one is left, or none */
  warns: boolean;
}

/** @returns null where there is no limit to show */
export function describeUsage(access: AccessAnswer): UsageText | null {
  if (access.limit === null) return null;
  const { limit, isTrial } = access;
  const value = Math.min(Math.max(0, access.used), limit);
  const left = Math.max(0, isTrial ? (access.remainingTrials ?? limit - value) : limit - value);
  return {
    label: isTrial ? 'Trial streams' : 'Monthly streams',
    figure: `${value}/${limit}`,
    value,
    max: Math.max(1, limit),
    note: isTrial ? trialNote(left) : resetNote(access.periodEnd),
    warns: left <= 1,
  };
}

function trialNote(left: number): string {
  if (left === 0) return 'Trial streams used up. Subscribe to continue!';
  return `${left} trial ${left === 1 ? 'stream' : 'streams'} remaining`;
}

const resetNote = (periodEnd: string | null) => (periodEnd === null ? '' : `Resets ${formatDate(periodEnd)}`);
