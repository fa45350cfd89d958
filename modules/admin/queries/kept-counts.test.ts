import { expect, test } from 'vitest';
import type { DayCount } from '../dreams/place-of-page.ts';
import { createKeptCounts } from './kept-counts.ts';

const DAY_MS = 24 * 3600_000;
const TODAY = 20_000;

/** A list of one filter that half of all dreams match. */
function openList(perDay: number) {
  let now = TODAY * DAY_MS + 3600_000;
  const ended = new Map(Array.from({ length: 10 }, (_, at) => [TODAY - at, 2 * perDay]));
  const since: number[] = [];
  const keep = createKeptCounts({ now: () => now, monotonic: () => now });
  const countsOf = (half: number) => [...ended].map(([day, n]): DayCount => ({ day, n: n / half }));
  return {
    pass: (ms: number) => {
      now += ms;
    },
    change: (day: number, by: number) => ended.set(day, (ended.get(day) ?? 0) + by),
    /** The total, and the first day that was counted. */
    async read(key = 'a') {
      const counts = await keep({
        key,
        ended: async () => countsOf(1),
        since: async (at) => {
          since.push(at / DAY_MS);
          return countsOf(2).filter(({ day }) => day * DAY_MS >= at);
        },
      });
      return [counts.reduce((sum, { n }) => sum + n, 0), since.at(-1)];
    },
  };
}

test('many dreams are counted once a minute, and days that have changed at once', async () => {
  const list = openList(10_000);
  expect(await list.read()).toEqual([100_000, 0]);
  expect(await list.read()).toEqual([100_000, TODAY - 1]);
  expect(await list.read('b')).toEqual([100_000, 0]);
  // Dreams of today have ended, and a person's old ones were deleted.
  list.change(TODAY, 6);
  expect(await list.read()).toEqual([100_003, TODAY - 1]);
  list.change(TODAY - 7, -20);
  expect(await list.read()).toEqual([99_993, TODAY - 7]);
  expect(await list.read()).toEqual([99_993, TODAY - 1]);
  list.change(TODAY - 30, 2);
  expect(await list.read()).toEqual([99_994, TODAY - 30]);
  list.pass(60_000);
  expect(await list.read()).toEqual([99_994, 0]);
  // At midnight, dreams of the last day are still running.
  list.pass(23 * 3600_000);
  await list.read();
  list.change(TODAY + 1, 2);
  expect(await list.read()).toEqual([99_995, TODAY]);
});

test('few dreams are always counted, and few filters are kept', async () => {
  const few = openList(499);
  await few.read();
  expect(await few.read()).toEqual([4_990, 0]);
  const many = openList(10_000);
  for (let at = 0; at <= 20; at++) await many.read(String(at));
  expect(await many.read('20')).toEqual([100_000, TODAY - 1]);
  expect(await many.read('0')).toEqual([100_000, 0]);
});
