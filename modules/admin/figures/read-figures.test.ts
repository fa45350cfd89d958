import { expect, test } from 'vitest';
import { startsOf } from './read-figures.ts';

const days = (step: 'day' | 'week' | 'month', at: string) =>
  startsOf(step, Date.parse(at)).map((ms) => new Date(ms).toISOString().slice(0, 10));

test.each([
  ['day', '2026-03-01T23:59:59Z', ['2026-03-01', '2026-02-28', '2026-02-27'], 31],
  ['week', '2026-11-29T23:00:00Z', ['2026-11-23', '2026-11-16', '2026-11-09'], 26],
  ['week', '2026-11-30T00:00:00Z', ['2026-11-30', '2026-11-23', '2026-11-16'], 26],
  ['month', '2026-01-31T12:00:00Z', ['2026-01-01', '2025-12-01', '2025-11-01'], 24],
] as const)('the last periods of a %s begin at midnight in UTC (%s)', (step, at, newest, length) => {
  const found = days(step, at);
  expect(found.slice(0, 3)).toEqual(newest);
  expect(found.length).toBe(length);
});
