import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ControlSender } from './control-sender.ts';

let sent: [string, unknown][];
let sender: ControlSender;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  sender = new ControlSender((name, value) => void sent.push([name, value]));
});
afterEach(() => vi.useRealTimers());

test('a drag is sent a few times a second, and its end always', () => {
  for (let value = 1; value <= 9; value++) {
    sender.turn('zoom', value);
    vi.advanceTimersByTime(50);
  }
  expect(sent).toEqual([1, 4, 8].map((value) => ['zoom', value]));
  vi.advanceTimersByTime(1_000);
  expect(sent.at(-1)).toEqual(['zoom', 9]);
  sender.turn('zoom', 3);
  expect(sent.at(-1)).toEqual(['zoom', 3]);
});

test('two controls do not wait for each other', () => {
  sender.turn('zoom', 1);
  sender.turn('pan', 2);
  expect(sent).toEqual([
    ['zoom', 1],
    ['pan', 2],
  ]);
});

test('only the response to the latest change reaches the page', () => {
  sender.turn('zoom', 1);
  sender.turn('zoom', 2);
  expect(sender.answered('zoom')).toBe(false);
  vi.advanceTimersByTime(200);
  expect(sender.answered('zoom')).toBe(true);
  // changed by someone else
  expect(sender.answered('zoom')).toBe(true);
});

test('a lost socket discards unsent changes', () => {
  sender.turn('zoom', 1);
  sender.turn('zoom', 2);
  sender.drop();
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([['zoom', 1]]);
  expect(sender.answered('zoom')).toBe(true);
});
