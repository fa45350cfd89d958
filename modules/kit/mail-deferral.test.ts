import { expect, test } from 'vitest';
import { isDeferred, isUnanswered, nextAttemptAt } from './mail-deferral.ts';

const fault = (more: object) => Object.assign(new Error('no'), more);

test.each([421, 450, 451, 452, 454])('%i means “later”', (responseCode) => {
  expect(isDeferred(fault({ responseCode, code: 'EENVELOPE' }))).toBe(true);
  expect(isUnanswered(fault({ responseCode, code: 'ECONNECTION' }))).toBe(false);
});

test.each(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED'])(
  'so does no response, %s',
  (code) => {
    expect([isDeferred(fault({ code })), isUnanswered(fault({ code }))]).toEqual([true, true]);
  },
);

test.each([
  { responseCode: 550 },
  { responseCode: 535, code: 'EAUTH' },
  { code: 'EENVELOPE' },
  { code: 'ETLS' },
  {},
])('but %j doesn’t', (more) => {
  expect(isDeferred(fault(more))).toBe(false);
});

test('waits grow from a minute to hours, and end after a day', () => {
  const attemptsAfter = (at: number): number[] => {
    const next = nextAttemptAt(0, at);
    return next === null ? [] : [next, ...attemptsAfter(next)];
  };
  const minutes = attemptsAfter(0).map((at) => at / 60_000);
  const waits = minutes.map((at, index) => at - (minutes[index - 1] ?? 0));
  expect(minutes[0]).toBe(1);
  expect(minutes.at(-1)).toBe(24 * 60);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  // An outage of ours doesn't skip the next attempt.
  expect(nextAttemptAt(0, 600 * 60_000)).toBe(720 * 60_000);
});
