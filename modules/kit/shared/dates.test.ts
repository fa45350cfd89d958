import { expect, test } from 'vitest';
import { formatDateTime, isoOf } from './dates.ts';

test('a time without a zone is UTC; one with a zone keeps it', () => {
  expect(isoOf('2026-03-01T12:00:00.000')).toBe('2026-03-01T12:00:00.000Z');
  expect(isoOf('2026-03-01 12:00:00')).toBe('2026-03-01T12:00:00.000Z');
  expect(isoOf('2026-03-01T12:00:00Z')).toBe('2026-03-01T12:00:00.000Z');
  expect(isoOf('2026-03-01T12:00:00+02:00')).toBe('2026-03-01T10:00:00.000Z');
  expect(isoOf('2026-03-01')).toBe('2026-03-01T00:00:00.000Z');
});

test('formats a date for people', () => {
  expect(formatDateTime('2026-03-01T12:05:00', 'UTC')).toBe('Mar 1, 2026, 12:05 PM');
});

test.each([null, undefined, ''])('a missing date is shown as such (%s)', (value) => {
  expect(formatDateTime(value)).toBe('No date');
});

test.each(['yesterday', '2026-13-45T00:00:00', '12:00'])(
  'a malformed date is shown as such (%s)',
  (value) => {
    expect(formatDateTime(value)).toBe('Invalid Date');
  },
);
