import { describe, expect, test } from 'vitest';
import { chooseFrameRate, placeFrames, videoLength } from './timeline.ts';

/** Receive times at a rate, with deterministic jitter of up to `jitter` ms. */
function steady(fps: number, seconds: number, jitter = 0): number[] {
  return Array.from({ length: Math.round(fps * seconds) }, (_, index) => {
    return 5_000 + (index * 1000) / fps + Math.sin(index * 12.9898) * jitter;
  });
}

/** Index of the frame shown by each output frame. */
async function lay(times: number[], fps: number): Promise<number[]> {
  const frames = times.map((at, index) => ({ at, index }));
  const placed = await Array.fromAsync(placeFrames(frames, fps));
  return placed.flatMap(({ frame, repeat }) => Array.from({ length: repeat }, () => frame.index));
}

/** True if the frame was the newest at some point within 0.1 s before or after the output frame. */
function isOnTime(times: number[], slot: number, fps: number, shown: number): boolean {
  const at = (slot * 1000) / fps + (times[0] ?? 0);
  const shownFrom = times[shown] ?? Number.NaN;
  const shownUntil = times[shown + 1] ?? Number.POSITIVE_INFINITY;
  return shownFrom <= at + 100 && shownUntil >= at - 100;
}

describe('the frame rate of a video', () => {
  test.each([
    [1, 16],
    [11, 16],
    [16, 16],
    [16.3, 16],
    [17.2, 20],
    [20, 20],
    [24, 24],
    [25, 25],
    [29.97, 30],
    [60, 30],
  ])('of a dream at %d fps is %d', (live, fps) => {
    expect(chooseFrameRate(steady(live, 60, 8))).toBe(fps);
  });

  test('is that of the active seconds, ignoring stalls and bursts', () => {
    const lively = steady(24, 10);
    const resumed = lively.map((at) => at + 60_000);
    const burst = Array.from({ length: 300 }, () => 80_000);
    expect(chooseFrameRate([...lively, ...resumed, ...burst])).toBe(24);
  });

  test('is defined for the shortest dreams', () => {
    expect(chooseFrameRate([7])).toBe(16);
    expect(chooseFrameRate([7, 50])).toBe(16);
  });
});

describe('frames on the timeline', () => {
  test.each([16, 15.97, 16.04, 11, 20, 30])(
    'of five minutes at %d fps are shown within 0.1 s of their arrival',
    async (live) => {
      const times = steady(live, 300, 20).sort((a, b) => a - b);
      const fps = chooseFrameRate(times);
      const slots = await lay(times, fps);
      expect(Math.abs((slots.length * 1000) / fps - 300_000)).toBeLessThan(100);
      expect(slots.every((shown, slot) => isOnTime(times, slot, fps, shown))).toBe(true);
    },
  );

  test('are all shown despite jitter if the rate allows it', async () => {
    const times = steady(15.97, 300, 20);
    expect(new Set(await lay(times, 16)).size).toBe(times.length);
  });

  test('stay through a stall, and a burst after it is reduced to its newest', async () => {
    const times = [...steady(16, 2), ...Array.from({ length: 40 }, (_, index) => 12_000 + index / 10)];
    const slots = await lay(times, 16);
    expect(slots.every((shown, slot) => isOnTime(times, slot, 16, shown))).toBe(true);
    expect(slots.filter((shown) => shown === 31).length).toBeGreaterThan(70);
    expect(slots.at(-1)).toBe(times.length - 1);
    expect(slots.length).toBeLessThan(7 * 16 + 4);
  });

  test('faster than the video are dropped without shifting the rest', async () => {
    const times = steady(90, 20, 3);
    const slots = await lay(times, 30);
    expect(slots.length).toBeGreaterThan(598);
    expect(slots.length).toBeLessThan(604);
    expect(slots.every((shown, slot) => isOnTime(times, slot, 30, shown))).toBe(true);
  });

  test('survive clock changes', async () => {
    const before = steady(16, 5);
    const dayBack = steady(16, 5).map((at) => at - 86_400_000);
    const dayAhead = steady(16, 5).map((at) => at + 86_400_000);
    expect((await lay([...before, ...dayBack], 16)).length).toBeLessThan(10 * 16 + 2);
    const ahead = await lay([...before, ...dayAhead], 16);
    expect(ahead.length).toBeLessThan(71 * 16);
    expect(new Set(ahead).size).toBe(160);
    expect(videoLength([...before, ...dayAhead])).toBeLessThan(71_000);
  });

  test('last at least a second', async () => {
    expect(await lay([500], 16)).toEqual(Array.from({ length: 16 }, () => 0));
    expect(await lay([], 16)).toEqual([]);
  });
});
