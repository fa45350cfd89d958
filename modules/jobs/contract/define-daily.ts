const MINUTE_MS = 60_000;

export interface DailyJob {
  /** Also the kind of the jobs it adds. */
  name: string;
  /** Ms after midnight UTC. */
  atMs: number;
  run(signal: AbortSignal): Promise<unknown>;
}

/** @param at time of day in UTC */
export function defineDaily(
  name: string,
  at: `${number}:${number}`,
  run: (signal: AbortSignal) => Promise<unknown>,
): DailyJob {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return { name, atMs: (hours * 60 + minutes) * MINUTE_MS, run };
}
