import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('forty events make one call, plus one for those that arrived during it', async () => {
  let calls = 0;
  let answer = () => {};
  const ask = oneAtATime(async () => {
    calls += 1;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  const first = ask();
  const others = Array.from({ length: 39 }, ask);
  expect(calls).toBe(1);
  answer();
  await first;
  await Promise.resolve();
  await expect.poll(() => calls).toBe(2);
  answer();
  await Promise.all(others);
  void ask();
  expect(calls).toBe(3);
});
