import type { GrowthRow } from '../../../modules/admin/contract/summary.ts';
import { formatDate } from '../../../modules/kit/texts/format-date.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { readDate } from '../format.ts';
import { dayAt, type Range, readDay } from './period.ts';

export interface GrowthPoint {
  at: number;
  label: string;
  total: number;
  subscribed: number;
}

/** A day without a time zone is a local day. */
const momentOf = ({ date }: GrowthRow): number | null => (readDay(date) ?? readDate(date))?.getTime() ?? null;

/** The rows of a range, in order, including days that it only touches. */
export function growthWithin(rows: readonly GrowthRow[], range: Range): GrowthPoint[] {
  const first = dayAt(new Date(range.start), 0).getTime();
  return rows
    .flatMap((row) => {
      const at = momentOf(row);
      return at !== null && at >= first && at <= range.end ? [pointOf(row, at)] : [];
    })
    .sort((a, b) => a.at - b.at);
}

/** The latest dated entry; zeros if there is none. */
export function latestGrowth(rows: readonly GrowthRow[]): GrowthPoint {
  let latest: GrowthPoint | null = null;
  for (const row of rows) {
    const at = momentOf(row);
    if (at !== null && at >= (latest?.at ?? Number.NEGATIVE_INFINITY)) latest = pointOf(row, at);
  }
  return latest ?? { at: 0, label: '', total: 0, subscribed: 0 };
}

export const shareOf = (subscribed: number, total: number): string =>
  formatNumber(total > 0 ? subscribed / total : 0, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

function pointOf(row: GrowthRow, at: number): GrowthPoint {
  return {
    at,
    label: formatDate(at, { month: 'short', day: 'numeric' }),
    total: row.total_users,
    subscribed: row.subscribed_users ?? 0,
  };
}
