import { formatDate } from '../../../modules/kit/texts/format-date.ts';
import { dayAt, type Range } from './period.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const HOUR_STEPS = [1, 2, 3, 4, 6, 8, 12];

export interface TimeTicks {
  at: number[];
  label(ms: number): string;
}

/** At most this many ticks, on whole local hours, or on local midnights for ranges over two days. */
export function timeTicks({ start, end }: Range, most: number): TimeTicks {
  const days = (end - start) / DAY_MS;
  const date = new Date(start);
  if (days > 2) {
    const step = Math.max(1, Math.ceil(days / most));
    return {
      at: collect(most, start, end, (index) => dayAt(date, index * step).getTime()),
      label: (ms) => formatDate(ms, { month: 'short', day: 'numeric' }),
    };
  }
  const hours = (end - start) / HOUR_MS;
  const step = HOUR_STEPS.find((one) => hours / one <= most - 1) ?? 12;
  const hourOf = (index: number) =>
    new Date(
      date.getFullYear(),
      date.getMonth(),
      date.getDate(),
      Math.ceil(date.getHours() / step) * step + index * step,
    ).getTime();
  return {
    at: collect(most, start, end, hourOf),
    label: (ms) => formatDate(ms, { hour: 'numeric', minute: '2-digit' }),
  };
}

function collect(most: number, start: number, end: number, tick: (index: number) => number): number[] {
  return Array.from({ length: most + 2 }, (_, index) => tick(index))
    .filter((at) => at >= start && at <= end)
    .slice(0, most);
}
