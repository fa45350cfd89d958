/** Source of time; tests pass a fake. */
export interface Clock {
  /** In ms since the epoch, for anything stored or shown. Jumps when the system clock is set. */
  now(): number;
  /** In ms since an arbitrary start, never set: for durations within this process. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/**
 * A clock that reads wall time once and then advances monotonically, so timestamps keep their order and spacing even if
 * the system clock is set. Whole ms.
 */
export function anchoredClock({ now, monotonic }: Clock): Clock {
  const ahead = now() - monotonic();
  return { now: () => Math.round(monotonic() + ahead), monotonic };
}

const DAY_MS = 24 * 3600_000;

/** The preceding midnight, UTC. @param ms since the epoch */
export const startOfDay = (ms: number): number => ms - (ms % DAY_MS);

/** The API's time format: UTC without a zone suffix, as the specification requires. */
export function utcText(ms: number): string;
export function utcText(ms: number | null): string | null;
export function utcText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, -1);
}
