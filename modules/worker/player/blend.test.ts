import { describe, expect, test } from 'vitest';
import { type Blend, createBlend } from './blend.ts';

const FRAME = 1000 / 16;
const flat = (value: number, shown: string | null = null, pixels = 2) => ({
  pixels: new Uint8ClampedArray(3 * pixels).fill(value),
  width: pixels,
  height: 1,
  shown,
});
const level = (blend: Blend, now: number) => blend.frame(now)?.image.pixels[0] ?? -1;

describe('blending', () => {
  test('a flood of images is bounded, and none of its receipts is lost', () => {
    const blend = createBlend(FRAME);
    const image = flat(0, null, 1024 * 1024);
    const flood = Array.from({ length: 500 }, (_, i) => ({ ...image, shown: i === 7 ? 'one' : null }));
    blend.add([image], 0);
    blend.add(flood, 1000);
    // An engine that reckons with what is left to play must not wait for those that were dropped.
    expect(blend.played()).toBeGreaterThan(300);
    expect(blend.frame(1e6)?.shown).toEqual(['one']);
    expect(blend.played()).toBe(501);
  });

  test('fades a slow model’s images into each other and is never ahead of them', () => {
    const blend = createBlend(FRAME);
    expect(blend.frame(0)).toBeNull();
    blend.add([flat(0, 'first')], 0);
    expect(blend.frame(0)).toMatchObject({ image: { pixels: flat(0).pixels }, shown: ['first'] });
    expect(blend.rate()).toBeNull();
    blend.add([flat(0)], 1000);
    expect(blend.rate()).toBe(1);
    blend.add([flat(160, 'second')], 2000);
    const shown = Array.from({ length: 20 }, (_, i) => blend.frame(2000 + i * FRAME));
    const levels = shown.map((frame) => frame?.image.pixels[0] ?? 0);
    expect(levels[0]).toBe(10);
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect(levels.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, i) => Math.min(160, (i + 1) * 10)));
    // the next image is late, so the last one stays up
    expect(levels.slice(15)).toEqual([160, 160, 160, 160, 160]);
    expect(shown.flatMap((frame) => frame?.shown ?? [])).toEqual(['second']);
  });

  test('reports a lower rate the longer the next image is overdue, but ignores a single hitch', () => {
    const blend = createBlend(FRAME);
    for (let i = 0; i <= 10; i++) blend.add([flat(0)], i * 100);
    expect(blend.rate(1_000)).toBeCloseTo(10, 3);
    expect(blend.rate(6_000)).toBeCloseTo(0.2, 3);
    expect(blend.waited(6_000)).toMatchObject({ sinceMs: 5_000 });
    blend.add([flat(200)], 31_000);
    expect(blend.rate(31_000)).toBeCloseTo(10, 3);
    // shows as quickly as earlier images instead of fading in for half a minute
    expect(level(blend, 31_000 + 2 * FRAME)).toBe(200);
    blend.add([flat(200)], 61_000);
    expect(blend.rate(61_000)).toBeLessThan(0.2);
  });

  test('continues from what is shown if an image is early', () => {
    const blend = createBlend(FRAME);
    blend.add([flat(0)], 0);
    blend.add([flat(0)], 1000);
    blend.add([flat(200)], 2000);
    const before = level(blend, 2000 + 4 * FRAME);
    blend.add([flat(200)], 2000 + 4 * FRAME);
    expect(level(blend, 2000 + 4 * FRAME)).toBeGreaterThanOrEqual(before);
    expect(level(blend, 2000 + 4 * FRAME)).toBeLessThan(before + 40);
  });

  test('shows a fast model’s newest image unchanged', () => {
    const blend = createBlend(FRAME);
    for (let i = 0; i < 50; i++) blend.add([flat(i * 4, `prompt ${i}`)], i * 20);
    const frame = blend.frame(49 * 20);
    expect(frame?.image.pixels[0]).toBe(196);
    expect(frame?.shown).toHaveLength(50);
    expect(blend.rate()).toBeCloseTo(50, 3);
  });

  test('plays a burst for as long as the next one takes, each receipt with its image', () => {
    const blend = createBlend(FRAME);
    const burst = (from: number) =>
      Array.from({ length: 12 }, (_, i) => flat(from + i, i === 6 ? `prompt ${from}` : null));
    blend.add(burst(0), 0);
    blend.add(burst(12), 1500);
    expect(blend.rate()).toBe(8);
    const seen: { level: number; shown: string[] }[] = [];
    for (let at = 1500; at < 3000; at += FRAME) {
      const frame = blend.frame(at);
      seen.push({ level: frame?.image.pixels[0] ?? -1, shown: frame?.shown ?? [] });
    }
    const levels = seen.map((one) => one.level);
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect([levels[0], levels.at(-1)]).toEqual([11, 23]);
    // twice as many frames as images: none shows for longer than its share
    for (const value of new Set(levels)) expect(levels.filter((one) => one === value).length).toBeLessThan(4);
    expect(seen.find(({ shown }) => shown.includes('prompt 12'))?.level).toBeGreaterThanOrEqual(17);
    expect(blend.played()).toBe(24);
  });

  test('never plays faster than the intended motion, except to catch up', () => {
    const blend = createBlend(FRAME, 1000 / 16);
    const second = (from: number) => Array.from({ length: 16 }, (_, i) => flat(from + i));
    for (let i = 0; i < 4; i++) blend.add(second(i * 16), i * 800);
    // images that arrived in 2.4 s play for 4 s, and at most one burst waits
    expect(level(blend, 2400)).toBeGreaterThan(33);
    expect(level(blend, 2400)).toBeLessThan(48);
    expect(level(blend, 4000)).toBe(63);
  });

  test('shows an image of another size unchanged', () => {
    const blend = createBlend(FRAME);
    blend.add([flat(0)], 0);
    blend.add([flat(0)], 1000);
    blend.add([flat(90, null, 8)], 2000);
    expect(blend.frame(2000)).toMatchObject({ image: { width: 8, pixels: flat(90, null, 8).pixels } });
  });
});
