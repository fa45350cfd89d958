import type { StatusRow } from '../../../modules/admin/contract/summary.ts';
import { parseUtc } from '../../../modules/kit/shared/dates.ts';
import { formatDate } from '../../../modules/kit/texts/format-date.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { dayAt, type Period, type Range } from './period.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_CUSTOM = 10;

/** One bar, covering [start, end). */
export interface Bucket {
  start: number;
  end: number;
  label: string;
}

/** The bars of a period, without gaps or overlaps. A range includes its end. */
export function bucketsOf(period: Period, range: Range): Bucket[] {
  switch (period) {
    case '1d':
      return fourHours(range);
    case '7d':
      return days(range, 1, 7, dayLabel);
    case '30d':
      return days(range, 5, 6, dayRangeLabel);
    case '90d':
      return months(range);
    case 'custom':
      return equalParts(range);
  }
}

function fourHours({ start }: Range): Bucket[] {
  return Array.from({ length: 6 }, (_, index) => {
    const from = start + index * 4 * HOUR_MS;
    const to = from + 4 * HOUR_MS;
    // The last bar ends now, and includes this very moment.
    return { start: from, end: index === 5 ? to + 1 : to, label: rangeText(hourLabel(from), hourLabel(to)) };
  });
}

function days(
  range: Range,
  step: number,
  count: number,
  label: (start: number, end: number) => string,
): Bucket[] {
  const first = new Date(range.start);
  return Array.from({ length: count }, (_, index) => {
    const start = dayAt(first, index * step).getTime();
    const end = Math.min(dayAt(first, (index + 1) * step).getTime(), range.end + 1);
    return { start, end, label: label(start, end) };
  });
}

function months(range: Range): Bucket[] {
  const buckets: Bucket[] = [];
  let at = new Date(range.start);
  while (at.getTime() <= range.end) {
    const next = new Date(at.getFullYear(), at.getMonth() + 1, 1);
    buckets.push({
      start: at.getTime(),
      end: Math.min(next.getTime(), range.end + 1),
      label: formatDate(at, { month: 'short' }),
    });
    at = next;
  }
  return buckets;
}

function equalParts(range: Range): Bucket[] {
  const length = range.end + 1 - range.start;
  const count = Math.min(MAX_CUSTOM, Math.max(1, Math.round(length / DAY_MS)));
  const edge = (index: number) => range.start + Math.round((length * index) / count);
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [edge(index), edge(index + 1)];
    return { start, end, label: dayRangeLabel(start, end) };
  });
}

/** Number of rows with a status in each bar; the API's dates are UTC. */
export function countIn(buckets: readonly Bucket[], rows: readonly StatusRow[], status: string): number[] {
  const counts = buckets.map(() => 0);
  for (const row of rows) {
    if (row.status !== status) continue;
    const at = parseUtc(row.date)?.getTime() ?? Number.NaN;
    const index = buckets.findIndex(({ start, end }) => at >= start && at < end);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + row.count;
  }
  return counts;
}

const hourLabel = (ms: number) => formatDate(Math.round(ms / HOUR_MS) * HOUR_MS, { hour: 'numeric' });
const dayLabel = (ms: number) => formatDate(ms, { month: 'short', day: 'numeric' });

function dayRangeLabel(start: number, end: number): string {
  const [first, last] = [dayLabel(start), dayLabel(end - 1)];
  return first === last ? first : rangeText(first, last);
}

const rangeText = (from: string, to: string) => m.admin_figures_range({ from, to });
