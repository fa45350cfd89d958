import { expect, test } from 'vitest';
import { type CountedJob, ceilingReached } from './ceilings.ts';

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const running: CountedJob = {
  dreamId: 'a',
  maxSeconds: 600,
  startedAt: NOW - MINUTE,
  endedAt: null,
  gpuMs: null,
};
const ended = (minutesAgo: number, gpuMinutes: number): CountedJob => ({
  dreamId: 'old',
  maxSeconds: 600,
  startedAt: 0,
  gpuMs: gpuMinutes * MINUTE,
  endedAt: NOW - minutesAgo * MINUTE,
});
const next = { dreamId: 'next', maxSeconds: 600 };
const none = { maxJobs: 9, maxUsdPerHour: null, usdPerHour: null };

test('jobs are counted by dream, since two jobs of one dream can’t both generate it', () => {
  const ceilings = { ...none, maxJobs: 1 };
  expect(ceilingReached([], next, ceilings, NOW)).toBeNull();
  expect(ceilingReached([running], next, ceilings, NOW)).toBe('jobs');
  expect(ceilingReached([{ ...running, dreamId: 'next' }], next, ceilings, NOW)).toBeNull();
  expect(ceilingReached([running, running], next, { ...none, maxJobs: 2 }, NOW)).toBeNull();
  expect(ceilingReached([ended(1, 5)], next, ceilings, NOW)).toBeNull();
});

test('cost is that of the last hour plus the possible cost of running and upcoming jobs', () => {
  // Ten minutes each for the running job and the next one: a third of the hourly price.
  const dear = { ...none, usdPerHour: 6, maxUsdPerHour: 2 };
  expect(ceilingReached([running], next, dear, NOW)).toBeNull();
  expect(ceilingReached([running, ended(30, 1)], next, dear, NOW)).toBe('money');
  expect(ceilingReached([running, ended(61, 10)], next, dear, NOW)).toBeNull();
  // A job that started more than an hour ago counts only for its time within the hour.
  expect(ceilingReached([ended(59, 30)], next, { ...dear, maxUsdPerHour: 1.1 }, NOW)).toBeNull();
});
