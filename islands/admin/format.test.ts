import { expect, test } from 'vitest';
import { daysUntil } from './format.ts';

test('days until a due time are calendar days of the reader', () => {
  const now = new Date(2026, 2, 28, 12, 0);
  const until = (day: number, hour: number) =>
    daysUntil(new Date(2026, 2, day, hour).toISOString().slice(0, -1), now);
  expect([until(28, 11), until(28, 12), until(28, 23)]).toEqual([0, 0, 0]);
  expect([until(29, 0), until(29, 23), until(30, 1)]).toEqual([1, 1, 2]);
  expect([until(27, 23), until(27, 1), until(26, 13)]).toEqual([-1, -1, -2]);
});
