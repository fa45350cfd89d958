import type { FpsPoint } from './fps-points.ts';

/**
 * Point that a key leads to from another: to its neighbours in time, or to the first or the last of all.
 * @param points in order of time
 * @returns null for a key that leads nowhere
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
