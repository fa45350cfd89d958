const HOUR_MS = 3600_000;

export interface Ceilings {
  maxJobs: number;
  /** null: no ceiling */
  maxUsdPerHour: number | null;
  /** per GPU */
  usdPerHour: number | null;
}

/** The part of a job that counts towards the ceilings. Times in ms since the epoch. */
export interface CountedJob {
  dreamId: string;
  maxSeconds: number;
  startedAt: number | null;
  endedAt: number | null;
  /** as measured by RunPod; null until reported */
  gpuMs: number | null;
}

/**
 * The ceiling that keeps the next job from starting, or null. Jobs for the same dream count once: after a lost request
 * there may be two, but the second worker to dial in is turned away.
 */
export function ceilingReached(
  jobs: readonly CountedJob[],
  next: Pick<CountedJob, 'dreamId' | 'maxSeconds'>,
  { maxJobs, maxUsdPerHour, usdPerHour }: Ceilings,
  now: number,
): 'jobs' | 'money' | null {
  const open = jobs.filter(({ endedAt, dreamId }) => endedAt === null && dreamId !== next.dreamId);
  const running = new Map(open.map((job) => [job.dreamId, job]));
  if (running.size >= maxJobs) return 'jobs';
  if (maxUsdPerHour === null || usdPerHour === null) return null;
  const spentMs = jobs.reduce((sum, job) => sum + spentOfLastHour(job, now), 0);
  const reservedSeconds = [...running.values()].reduce((sum, { maxSeconds }) => sum + maxSeconds, 0);
  const seconds = spentMs / 1000 + reservedSeconds + next.maxSeconds;
  return (seconds / 3600) * usdPerHour > maxUsdPerHour ? 'money' : null;
}

/** GPU time in ms that a finished job spent within the last hour. */
function spentOfLastHour({ startedAt, endedAt, gpuMs }: CountedJob, now: number): number {
  if (endedAt === null) return 0;
  const spent = gpuMs ?? (startedAt === null ? 0 : endedAt - startedAt);
  return Math.max(0, Math.min(spent, endedAt - (now - HOUR_MS)));
}
