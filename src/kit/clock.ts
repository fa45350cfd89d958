/** Source of time; tests pass one that they turn by hand. */
export interface Clock {
  /** ms since the epoch: for what is stored or shown. It jumps when the system's clock is set. */
  now(): number;
  /** ms since some moment in the life of this process, never set: for every duration that lives in memory */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/**
 * A clock whose wall time is read once and goes on by monotonic time from there: what it dates keeps its order
 * and its distances, whatever is done to the system's clock meanwhile. Whole ms.
 */
export function anchoredClock({ now, monotonic }: Clock): Clock {
  const ahead = now() - monotonic();
  return { now: () => Math.round(monotonic() + ahead), monotonic };
}

const DAY_MS = 24 * 3600_000;

/** Midnight before a moment, UTC. @param ms since the epoch */
export const startOfDay = (ms: number): number => ms - (ms % DAY_MS);

/** The form in which times leave the API: UTC without a zone suffix, as the specification has them. */
export function utcText(ms: number): string;
export function utcText(ms: number | null): string | null;
export function utcText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, -1);
}
