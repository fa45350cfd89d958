import { describe, expect, test } from 'vitest';
import { createBlend } from './blend.ts';

describe('blending', () => {
  const flat = (value: number) => new Uint8ClampedArray(6).fill(value);
  const FRAME = 1000 / 16;

  test('fades a slow model’s pictures into each other and is never ahead of them', () => {
    const blend = createBlend(FRAME);
    expect(blend.frame(0)).toBeNull();
    blend.add(flat(0), 'first', 0);
    expect(blend.frame(0)).toEqual({ pixels: flat(0), shown: ['first'] });
    expect(blend.rate()).toBeNull();
    blend.add(flat(0), null, 1000);
    expect(blend.rate()).toBe(1);
    blend.add(flat(160), 'second', 2000);
    const shown = Array.from({ length: 20 }, (_, i) => blend.frame(2000 + i * FRAME));
    const levels = shown.map((frame) => frame?.pixels[0] ?? 0);
    expect(levels[0]).toBe(10);
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect(levels.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, i) => Math.min(160, (i + 1) * 10)));
    // the next picture is late: the last one stands
    expect(levels.slice(15)).toEqual([160, 160, 160, 160, 160]);
    expect(shown.flatMap((frame) => frame?.shown ?? [])).toEqual(['second']);
  });

  test('goes on from what is shown when a picture comes early', () => {
    const blend = createBlend(FRAME);
    blend.add(flat(0), null, 0);
    blend.add(flat(0), null, 1000);
    blend.add(flat(200), null, 2000);
    const before = blend.frame(2000 + 4 * FRAME)?.pixels[0] ?? 0;
    blend.add(flat(200), null, 2000 + 4 * FRAME);
    expect(blend.frame(2000 + 4 * FRAME)?.pixels[0]).toBeGreaterThanOrEqual(before);
    expect(blend.frame(2000 + 4 * FRAME)?.pixels[0]).toBeLessThan(before + 40);
  });

  test('shows a fast model’s newest picture as it is', () => {
    const blend = createBlend(FRAME);
    for (let i = 0; i < 50; i++) blend.add(flat(i * 4), `prompt ${i}`, i * 20);
    const frame = blend.frame(49 * 20);
    expect(frame?.pixels[0]).toBe(196);
    expect(frame?.shown).toHaveLength(50);
    expect(blend.rate()).toBeCloseTo(50, 3);
  });
});
