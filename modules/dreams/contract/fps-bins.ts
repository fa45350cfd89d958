import { startOfDay } from '../../kit/clock.ts';
import type { FpsData } from './schemas.ts';

const BIN_MS = 10_000;
/** A shorter last bin is too short to measure speed. */
const MIN_BIN_MS = 1_000;

export type FpsBins = ReturnType<typeof createFpsBins>;

/** Counts frames in bins of 10 s, keyed by the second at which the bin starts. */
export function createFpsBins() {
  const counts: number[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    /** @param sinceStart ms since the dream's first frame */
    count(sinceStart: number): void {
      const bin = Math.max(0, Math.floor(sinceStart / BIN_MS));
      counts[bin] = (counts[bin] ?? 0) + 1;
      total += 1;
    },
    /** Frames per second, by bin and overall. */
    data(livedMs: number): FpsData {
      const round = (fps: number) => Math.round(fps * 100) / 100;
      const data: FpsData = { overall: livedMs > 0 ? round((total * 1000) / livedMs) : 0 };
      for (let bin = 0; bin * BIN_MS < livedMs; bin++) {
        const length = Math.min(BIN_MS, livedMs - bin * BIN_MS);
        if (length >= MIN_BIN_MS)
          data[String((bin * BIN_MS) / 1000)] = round(((counts[bin] ?? 0) * 1000) / length);
      }
      return data;
    },
  };
}

const DAY_MS = 24 * 3600_000;
/** Admin lists keep their counts per day for this long, except those of today and yesterday. */
export const COUNTS_KEPT_MS = 60_000;

/** The time until which a browser may report a dream's frame rates, so that kept counts stay exact. */
export const speedsUntil = (requestedAt: number): number =>
  startOfDay(requestedAt) + 2 * DAY_MS - COUNTS_KEPT_MS;
