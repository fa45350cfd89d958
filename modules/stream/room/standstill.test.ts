import { expect, test } from 'vitest';
import { createStandstill } from './standstill.ts';

test('after a three-second stall, silence is ignored for five seconds', () => {
  let now = 1_000;
  const meansAnything = createStandstill(() => now);
  const after = (ms: number) => {
    now += ms;
    return meansAnything();
  };
  expect([after(250), after(2_999)], 'a busy process').toEqual([true, true]);
  expect([after(3_000), after(250), after(2_750), after(1_999)], 'a frozen one').toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(after(1)).toBe(true);
});
