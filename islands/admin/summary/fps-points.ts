import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { readDate } from '../format.ts';
import type { Period, Range } from './period.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const JITTER_MS = { '1d': 5 * MINUTE_MS, '7d': 30 * MINUTE_MS, '30d': 2 * HOUR_MS, '90d': 6 * HOUR_MS };
const JITTER_FPS = 0.15;
/** margin at each side of the range */
export const PADDING = 0.02;
export const FPS_RANGE: [number, number] = [-0.5, 16.5];

export interface FpsPoint {
  row: FpsRow;
  kind: 'server' | 'client';
  /** as measured */
  fps: number;
  /** drawn position: jittered, so that points of the same moment don't hide each other */
  x: number;
  y: number;
}

/** The points of a range, without those that have no speed or 0. */
export function fpsPoints(rows: readonly FpsRow[], period: Period, range: Range): FpsPoint[] {
  const reach = Math.min(jitterOf(period, range), (range.end - range.start) * PADDING);
  const [low, high] = FPS_RANGE;
  return rows.flatMap((row) => {
    const at = readDate(row.date)?.getTime();
    if (at === undefined || at < range.start || at > range.end) return [];
    const x = at + jitter(row.session_id, 1) * reach;
    const shift = jitter(row.session_id, 2) * JITTER_FPS;
    const point = (kind: FpsPoint['kind'], fps: number | null): FpsPoint[] =>
      fps !== null && fps > 0 ? [{ row, kind, fps, x, y: Math.max(low, Math.min(high, fps + shift)) }] : [];
    return [...point('server', row.fps), ...point('client', row.client_fps)];
  });
}

/** Custom ranges use the jitter of the period with the nearest length. */
function jitterOf(period: Period, range: Range): number {
  if (period !== 'custom') return JITTER_MS[period];
  const days = (range.end - range.start) / DAY_MS;
  if (days <= 2) return JITTER_MS['1d'];
  if (days <= 14) return JITTER_MS['7d'];
  return days <= 45 ? JITTER_MS['30d'] : JITTER_MS['90d'];
}

/** −1 to 1, stable for each session: FNV-1a with extra mixing. */
export function jitter(sessionId: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < sessionId.length; at++) {
    hash = Math.imul(hash ^ sessionId.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x7fffffff - 1;
}
