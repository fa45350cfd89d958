import { expect, test } from 'vitest';
import { frameAt, timelineOf } from './score-of-dream.ts';

const DREAM = {
  ...{ startedAt: 1000, endedAt: 31_000, durationMs: 30_000, frames: 330, seed: 5, isExact: true },
  // Sixteen frames a second, then eight, then nine.
  fpsData: { overall: 11, '0': 16, '10': 8, '20': 9 },
};
const shown = (at: number, frameId: number) => ({
  ...{ text: `at ${at}`, checking: false, soft: null, frameId, shownAt: 1000 + at * 1000 },
});

test('the frame at a second comes from prompts and measured speeds', () => {
  const timeline = timelineOf(DREAM, [shown(0, 1), shown(25, 286)], []);
  expect([0, 5, 10, 15, 20, 25, 30].map((second) => frameAt(DREAM, timeline, second))).toEqual([
    1, 81, 161, 201, 241, 286, 330,
  ]);
  expect(frameAt(DREAM, timeline, 1e6)).toBe(330);
});

test('speeds that contradict the prompts don’t count', () => {
  const timeline = timelineOf(DREAM, [shown(0, 1), shown(5, 200), shown(12, 210)], []);
  expect(frameAt(DREAM, timeline, 10)).toBe(207);
});
