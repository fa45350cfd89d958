import { expect, test } from 'vitest';
import { createReachability } from './reachability.ts';

test('deadlines pause while the database is unreachable, and for 15 s after', async () => {
  let now = 1_000;
  let isAway = false;
  const canCall = createReachability(
    async () => {
      if (isAway) throw new Error('away');
    },
    () => now,
  );
  const after = async (ms: number) => {
    now += ms;
    canCall();
    await Promise.resolve();
    return canCall();
  };
  expect(await after(250)).toBe(true);
  isAway = true;
  expect(await after(1_000), 'it is not looked with each tick').toBe(true);
  expect(await after(1_000)).toBe(false);
  expect(await after(60_000)).toBe(false);
  isAway = false;
  expect(await after(2_000)).toBe(false);
  expect(await after(14_999)).toBe(false);
  expect(await after(1)).toBe(true);
});
