const TIMER_WARNINGS = [60, 30] as const;

export function timerLevel(seconds: number): 'calm' | 'orange' | 'red' {
  if (seconds <= 30) return 'red';
  return seconds <= 60 ? 'orange' : 'calm';
}

/** True if a threshold was crossed while this page was open, so not if it opened below one. */
export function crossesWarning(before: number | null, now: number): boolean {
  return before !== null && TIMER_WARNINGS.some((threshold) => before > threshold && now <= threshold);
}

export function formatTimeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
