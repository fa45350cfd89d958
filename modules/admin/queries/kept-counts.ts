import { COUNTS_KEPT_MS } from '../../dreams/contract/fps-bins.ts';
import { type Clock, startOfDay } from '../../kit/clock.ts';
import type { DayCount } from '../dreams/place-of-page.ts';

const DAY_MS = 24 * 3600_000;
/** Dreams of the filter's status; fewer are counted quickly. */
const MIN_DREAMS = 10_000;
const MAX_FILTERS = 20;

interface Counted {
  at: number;
  /** Ended dreams by day when the count began, whether they match or not. */
  ended: Map<number, number>;
  counts: DayCount[];
}

interface Count {
  /** identifies the filter */
  key: string;
  /** Counts ended dreams by day, whether they match or not. */
  ended: () => Promise<DayCount[]>;
  /** Counts sessions requested at or after this time. */
  since: (at: number) => Promise<DayCount[]>;
}

/**
 * Keeps counts per day for a minute, so that paging through a list doesn't read a million dreams for each page. A day is
 * counted again if dreams of it have ended or were deleted since; today and yesterday always are.
 */
export function createKeptCounts(clock: Clock) {
  const kept = new Map<string, Counted>();

  return async ({ key, ended, since }: Count): Promise<DayCount[]> => {
    const at = clock.now();
    // Read before counting: a dream that ends in between is counted again next time.
    const now = new Map((await ended()).map(({ day, n }) => [day, n]));
    const last = kept.get(key);
    kept.delete(key);
    const usable = last && Math.abs(at - last.at) < COUNTS_KEPT_MS ? last : null;
    const from = usable ? Math.min(firstChange(usable.ended, now), startOfDay(at) / DAY_MS - 1) : 0;
    const unchanged = usable?.counts.filter(({ day }) => day < from) ?? [];
    const counts = [...unchanged, ...(await since(from * DAY_MS))];
    if (now.values().reduce((sum, n) => sum + n, 0) >= MIN_DREAMS) {
      kept.set(key, { at: usable?.at ?? at, ended: now, counts });
      for (const oldest of kept.keys()) if (kept.size > MAX_FILTERS) kept.delete(oldest);
    }
    return counts;
  };
}

/** The first day whose numbers differ. */
function firstChange(before: Map<number, number>, now: Map<number, number>): number {
  const days = [...before.keys(), ...now.keys()].filter((day) => before.get(day) !== now.get(day));
  return Math.min(...days);
}
