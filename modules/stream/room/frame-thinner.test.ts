import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import type { Frame } from '../../protocol/frame.ts';
import { frameOf } from '../testing/room-stage.ts';
import { createFrameThinner } from './frame-thinner.ts';

const FPS = 16;

function openStage(fps = FPS) {
  const clock = createFakeClock();
  const thinner = createFrameThinner(clock, fps);
  const shown: { frameId: number; at: number }[] = [];
  let sinceTick = 0;
  const note = (frame: Frame | null) => {
    if (frame) shown.push({ frameId: frame.id, at: clock.monotonic() });
  };
  let frameId = 0;
  return {
    clock,
    thinner,
    shown,
    ids: () => shown.map((one) => one.frameId),
    /** Sends this many frames at once. */
    send(count: number): number {
      for (let sent = 0; sent < count; sent++) {
        frameId += 1;
        note(thinner.offer(frameOf(frameId)));
      }
      return frameId;
    },
    note,
    /** Advances the clock and runs the relay's tick. */
    pass(ms: number): void {
      clock.turn(ms);
      sinceTick += ms;
      if (sinceTick < 250) return;
      sinceTick = 0;
      note(thinner.release());
    },
  };
}

describe('a well-behaved worker loses no frames', () => {
  test.each<[string, number, number]>([
    ['one by one', 1, 62.5],
    ['on a clock that is three per cent fast', 1, 60.7],
    ['in bursts of twelve', 12, 750],
    ['in bursts of twelve, early and late by a third', 12, 750],
    ['in blocks of 32', 32, 2_000],
  ])('that sends for ten minutes %s', (how, count, every) => {
    const stage = openStage();
    const swing = how.includes('early') ? every / 3 : 0;
    for (let at = 0, turn = 0; at < 600_000; at += every, turn++) {
      stage.send(count);
      stage.pass(every + (turn % 2 ? swing : -swing));
    }
    expect(stage.ids()).toEqual(Array.from(stage.ids(), (_, index) => index + 1));
    expect(stage.shown.length).toBeGreaterThanOrEqual((600_000 / every) * count);
  });
});

describe('a worker that is too fast', () => {
  test.each([32, 100, 500])('at %s fps is thinned evenly to the requested rate', (rate) => {
    const stage = openStage();
    for (let at = 0; at < 60_000; at += 1000 / rate) {
      stage.send(1);
      stage.pass(1000 / rate);
    }
    expect(stage.shown.length).toBeLessThanOrEqual(FPS * 2 + 60 * FPS * 1.05 + 1);
    expect(stage.shown.length).toBeGreaterThanOrEqual(60 * FPS);
    const late = stage.shown.filter(({ at }) => at > 31_000);
    const gaps = late.slice(1).map(({ at }, index) => at - (late[index]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(63 + 1000 / rate);
  });

  test('in a burst has its newest frame shown soon after, and none shown twice', () => {
    const stage = openStage();
    const newest = stage.send(200);
    expect(stage.shown).toHaveLength(32);
    for (let tick = 0; tick < 8; tick++) stage.pass(250);
    expect(stage.shown).toHaveLength(33);
    expect(stage.shown.at(-1)?.frameId).toBe(newest);
  });
});

describe('the frame in which a prompt takes effect', () => {
  test('passes, however many came before it', () => {
    const stage = openStage();
    const last = stage.send(100);
    expect(stage.thinner.prompted(last + 3)).toEqual({ frameId: last + 3, frame: null });
    stage.send(2);
    expect(stage.ids()).not.toContain(last + 1);
    stage.send(1);
    expect(stage.ids().at(-1)).toBe(last + 3);
    // It went into debt for that frame, so the next ones wait longer.
    stage.pass(60);
    stage.send(1);
    expect(stage.ids().at(-1)).toBe(last + 3);
  });

  test('is the first one after it if the worker skips it', () => {
    const stage = openStage();
    stage.send(100);
    expect(stage.thinner.prompted(105)).toEqual({ frameId: 105, frame: null });
    stage.note(stage.thinner.offer(frameOf(108)));
    expect(stage.ids().at(-1)).toBe(108);
  });

  test('is the newest one, shown immediately, if it was already dropped', () => {
    const stage = openStage();
    stage.send(50);
    const { frameId, frame } = stage.thinner.prompted(40);
    expect(frameId).toBe(50);
    stage.note(frame);
    expect(stage.ids().at(-1)).toBe(50);
    expect(stage.thinner.prompted(41)).toEqual({ frameId: 50, frame: null });
  });

  test('is the shown one if it was already shown', () => {
    const stage = openStage();
    stage.send(10);
    expect(stage.thinner.prompted(7)).toEqual({ frameId: 7, frame: null });
  });
});
