import type { FpsPoint } from './fps-points.ts';

/**
 * The point that a key moves to: the neighbors in time, or the first or last point.
 * @param points in order of time
 * @returns null for other keys
 */
export function pointByKey(points: readonly FpsPoint[], from: FpsPoint | null, key: string): FpsPoint | null {
  const last = points.length - 1;
  const at = from ? points.indexOf(from) : -1;
  const next = {
    ArrowRight: Math.min(last, at + 1),
    ArrowLeft: at < 0 ? last : Math.max(0, at - 1),
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? null : (points[next] ?? null);
}
