import { parseUtc } from '../../modules/kit/shared/dates.ts';
import type { AccessAnswer } from '../../modules/stream/contract/schemas.ts';

/** Plan usage as text and as a bar; rendered by the server and by the open page. */
export interface UsageText {
  label: string;
  /** Such as "2/5". */
  figure: string;
  value: number;
  max: number;
  note: string;
  /** At most one is left. */
  warns: boolean;
}

/**
 * @param access the API's answer; members may be missing during an upgrade
 * @param sellsPlans true if there are plans to subscribe to
 * @returns null if there is no limit to show
 */
export function describeUsage(
  { limit, isTrial, used, remainingTrials, periodEnd }: Partial<AccessAnswer>,
  sellsPlans: boolean,
): UsageText | null {
  if (limit == null) return null;
  const value = Math.min(Math.max(0, used ?? 0), limit);
  const left = Math.max(0, isTrial ? (remainingTrials ?? limit - value) : limit - value);
  return {
    label: isTrial ? 'Trial streams' : 'Monthly streams',
    figure: `${value}/${limit}`,
    value,
    max: Math.max(1, limit),
    note: isTrial ? trialNote(left, sellsPlans) : resetNote(periodEnd),
    warns: left <= 1,
  };
}

function trialNote(left: number, sellsPlans: boolean): string {
  if (left === 0)
    return `Trial streams used up. ${sellsPlans ? 'Subscribe to continue!' : 'The operator of this site can give you more.'}`;
  return `${left} trial ${left === 1 ? 'stream' : 'streams'} remaining`;
}

const resetNote = (periodEnd: string | null | undefined) =>
  periodEnd ? `Resets ${formatDate(periodEnd)}` : '';

/** A date in UTC, like the billing period that it ends. */
function formatDate(value: string): string {
  const date = parseUtc(value);
  if (!date || Number.isNaN(date.getTime())) return 'Invalid Date';
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}
