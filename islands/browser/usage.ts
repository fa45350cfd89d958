import { parseUtc } from '../../modules/kit/shared/dates.ts';
import { formatDate } from '../../modules/kit/texts/format-date.ts';
import { m } from '../../modules/kit/texts/m.ts';
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
    label: isTrial ? m.web_usage_trial() : m.web_usage_monthly(),
    figure: `${value}/${limit}`,
    value,
    max: Math.max(1, limit),
    note: isTrial ? trialNote(left, sellsPlans) : resetNote(periodEnd),
    warns: left <= 1,
  };
}

function trialNote(left: number, sellsPlans: boolean): string {
  if (left > 0) return m.web_usage_left({ left });
  return sellsPlans ? m.web_usage_none_subscribe() : m.web_usage_none();
}

const resetNote = (periodEnd: string | null | undefined) =>
  periodEnd ? m.web_usage_resets({ date: dayOf(periodEnd) }) : '';

/** A date in UTC, like the billing period that it ends. */
function dayOf(value: string): string {
  const date = parseUtc(value);
  if (!date || Number.isNaN(date.getTime())) return m.kit_invalid_date();
  return formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' });
}
