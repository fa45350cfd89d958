import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SteerSender } from './steer-sender.ts';

let sent: string[];
let sender: SteerSender;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  sender = new SteerSender((value) => void sent.push(value));
});
afterEach(() => vi.useRealTimers());

test('changes go out twenty times a second at most, the last one always', () => {
  for (let n = 1; n <= 60; n++) {
    sender.hold(`steer:pan:${n}`);
    vi.advanceTimersByTime(5);
  }
  expect(sent.length).toBeLessThanOrEqual(7);
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toBe('steer:pan:60');
});

test('what is held is repeated, and released at once', () => {
  sender.release();
  expect(sent).toEqual([]);
  sender.hold('steer:jump');
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual(['steer:jump', 'steer:jump', 'steer:jump']);
  sender.hold('steer:pan:1');
  sender.hold('steer:pan:1 jump');
  sender.release();
  expect(sent.slice(3)).toEqual(['steer:pan:1', 'steer:']);
  vi.advanceTimersByTime(2_000);
  expect(sent).toHaveLength(5);
});
