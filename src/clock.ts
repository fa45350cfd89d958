/** Where time comes from; tests pass one that they turn by hand. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The form in which times leave the API: UTC without a zone suffix, as the specification has them. */
export function utcText(ms: number): string;
export function utcText(ms: number | null): string | null;
export function utcText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, -1);
}
