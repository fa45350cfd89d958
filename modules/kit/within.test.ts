import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});
const tooLate = () => new RangeError('too late');

test('settles as the work does, and leaves no timer behind', async () => {
  expect(await within(Promise.resolve('done'), 1000)).toBe('done');
  expect(await within(Promise.resolve('done'), 1000, tooLate)).toBe('done');
  await expect(within(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('reports a timeout as null or as the given error', async () => {
  const answers = Promise.allSettled([within(never, 1000), within(never, 1000, tooLate)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answers).toEqual([
    { status: 'fulfilled', value: null },
    { status: 'rejected', reason: new RangeError('too late') },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('ignores errors after the timeout', async () => {
  let fail: (error: Error) => void = () => {};
  const work = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const answer = within(work, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answer).toBeNull();
  fail(new Error('unheard'));
  await vi.runAllTimersAsync();
});
