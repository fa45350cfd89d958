import { describe, expect, test } from 'vitest';
import { boundsAround, COLOUR_BOUNDS, holdChannels, measureChannels } from './bounds.ts';
import { createCamera, look, STILL } from './camera.ts';
import { slerp } from './embedding.ts';
import { fromHalf, toHalf } from './float16.ts';
import { createTurningNoise, gaussianNoise } from './noise.ts';
import { createSchedule, guide, STABLE_DIFFUSION } from './schedule.ts';
import { createSimilarFilter } from './similar.ts';
import { createWatchdog } from './watchdog.ts';

const schedule = createSchedule(STABLE_DIFFUSION);

describe('the schedule', () => {
  test('has the noise levels that the published pipelines use', () => {
    // SD-Turbo's value is from ONNX Runtime's browser example, SDXS's the share of the image left at the last step.
    expect(schedule.sigma(999)).toBeCloseTo(14.6146, 4);
    expect(1 / (schedule.sigma(999) ** 2 + 1)).toBeCloseTo(0.00466009508818388, 7);
    expect(schedule.sigma(0)).toBeCloseTo(Math.sqrt(0.00085 / (1 - 0.00085)), 12);
  });

  test.each(['epsilon', 'v_prediction'] as const)(
    'takes one step like a float64 reference (%s)',
    (prediction) => {
      const one = createSchedule({ ...STABLE_DIFFUSION, prediction });
      for (const timestep of [999, 749, 499, 99]) {
        // The variance-preserving form with its own product of alphas: a different formula with the same result.
        const betas = Array.from(
          { length: 1000 },
          (_, i) => (Math.sqrt(0.00085) + (i / 999) * (Math.sqrt(0.012) - Math.sqrt(0.00085))) ** 2,
        );
        const kept = betas.slice(0, timestep + 1).reduce((product, beta) => product * (1 - beta), 1);
        const [alpha, sigma] = [Math.sqrt(kept), Math.sqrt(1 - kept)];
        const [clean, noise, predicted] = [1, 2, 3].map((seed) => gaussianNoise(seed, 500)) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        const level = one.sigma(timestep);
        const noisy = clean.map((value, i) => value + level * (noise[i] ?? 0));
        const input = one.input(noisy, level);
        const output = one.clean(noisy, predicted, level);
        clean.forEach((value, i) => {
          const mixed = alpha * value + sigma * (noise[i] ?? 0);
          const out = predicted[i] ?? 0;
          const expected =
            prediction === 'epsilon' ? (mixed - sigma * out) / alpha : alpha * mixed - sigma * out;
          expect(Math.abs((input[i] ?? 0) - mixed)).toBeLessThan(1e-5);
          expect(Math.abs((output[i] ?? 0) - expected)).toBeLessThan(1e-4);
        });
      }
    },
  );

  test('removes exactly the noise that a perfect model finds', () => {
    const [clean, noise] = [gaussianNoise(1, 100), gaussianNoise(2, 100)];
    const sigma = schedule.sigma(499);
    const noisy = clean.map((value, i) => value + sigma * (noise[i] ?? 0));
    const back = schedule.clean(noisy, noise, sigma);
    for (const [i, value] of clean.entries()) expect(back[i]).toBeCloseTo(value, 5);
  });

  test('guides away from the noise that was put in', () => {
    const [predicted, noise] = [Float32Array.of(1, -2), Float32Array.of(0.5, 1)];
    expect([...guide(predicted, noise, 1, 1)]).toEqual([1, -2]);
    expect([...guide(predicted, noise, 2, 1)]).toEqual([1.5, -5]);
    expect([...guide(predicted, noise, 2, 0.5)]).toEqual([1.75, -4.5]);
  });
});

describe('an embedding', () => {
  const [from, to] = [gaussianNoise(4, 24), gaussianNoise(5, 24)];

  test('follows a float64 reference of the arc, token by token', () => {
    for (const weight of [0.1, 0.25, 0.5, 0.9]) {
      const turned = slerp(from, to, weight, 8);
      for (let token = 0; token < 3; token++) {
        const part = (values: Float32Array) => [...values.subarray(token * 8, token * 8 + 8)];
        const [a, b] = [part(from), part(to)];
        const norm = (v: number[]) => Math.hypot(...v);
        const angle = Math.acos(a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / norm(a) / norm(b));
        a.forEach((x, i) => {
          const expected =
            (Math.sin((1 - weight) * angle) * x + Math.sin(weight * angle) * (b[i] ?? 0)) / Math.sin(angle);
          expect(turned[token * 8 + i]).toBeCloseTo(expected, 5);
        });
      }
    }
  });

  test('starts and ends at the right points, and moves in a straight line if there is no arc', () => {
    for (const [i, value] of slerp(from, to, 0, 8).entries()) expect(value).toBeCloseTo(from[i] ?? 0, 6);
    for (const [i, value] of slerp(from, to, 1, 8).entries()) expect(value).toBeCloseTo(to[i] ?? 0, 6);
    expect([...slerp(Float32Array.of(1, 1), Float32Array.of(3, 3), 0.5, 2)]).toEqual([2, 2]);
    expect([...slerp(Float32Array.of(0, 0), Float32Array.of(1, 2), 0.5, 2)]).toEqual([0.5, 1]);
  });
});

describe('halves', () => {
  test('round-trip every IEEE 754 value', () => {
    const all = Uint16Array.from({ length: 65_536 }, (_, i) => i);
    const back = toHalf(fromHalf(all));
    const wrong = all.filter((half, i) => {
      const isNaNHalf = (half & 0x7c00) === 0x7c00 && (half & 0x3ff) !== 0;
      return isNaNHalf ? !Number.isNaN(fromHalf(back.subarray(i, i + 1))[0] ?? 0) : back[i] !== half;
    });
    expect([...wrong]).toEqual([]);
  });

  test('round to the nearest even one and overflow to infinity', () => {
    const cases = [
      1,
      1 + 2 ** -11,
      1 + 3 * 2 ** -11,
      65_504,
      65_519,
      65_520,
      2 ** -24,
      2 ** -25,
      1.5 * 2 ** -24,
      -0,
    ];
    expect([...toHalf(cases)]).toEqual([
      0x3c00, 0x3c00, 0x3c02, 0x7bff, 0x7bff, 0x7c00, 0x0001, 0x0000, 0x0002, 0x8000,
    ]);
  });

  test.skipIf(!('Float16Array' in globalThis))('match the runtime’s own', () => {
    const values = gaussianNoise(6, 20_000).map((value, i) => value * 10 ** ((i % 12) - 8));
    const { Float16Array: Theirs } = globalThis as unknown as { Float16Array: typeof Float32Array };
    expect(toHalf(values)).toEqual(new Uint16Array(Theirs.from(values).buffer));
  });
});

describe('noise', () => {
  test('is normal, and the same for the same seed', () => {
    const noise = gaussianNoise(7, 10_001);
    const [stats] = measureChannels(noise, 1);
    expect(stats?.mean).toBeCloseTo(0, 1);
    expect(stats?.deviation).toBeCloseTo(1, 1);
    expect(gaussianNoise(7, 10_001).every((value, i) => value === noise[i])).toBe(true);
    expect(gaussianNoise(8, 10)).not.toEqual(noise.subarray(0, 10));
  });
});

describe('rotating noise', () => {
  const turning = (seed: number, wander: number) => {
    const source = createTurningNoise(seed, 5000);
    return Array.from({ length: 60 }, () => source.next(wander));
  };
  const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
    (a?.reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0) ?? 0) / 5000;

  test('stays normal, changes slowly and for good, and follows from the seed', () => {
    const way = turning(1, 0.1);
    for (const noise of way) expect(measureChannels(noise, 1)[0]?.deviation).toBeCloseTo(1, 1);
    for (let i = 1; i < 60; i++) expect(cosine(way[i], way[i - 1])).toBeGreaterThan(0.9);
    expect(Math.abs(cosine(way[0], way[40]))).toBeLessThan(0.1);
    expect(
      turning(1, 0.1)
        .at(-1)
        ?.every((value, i) => value === way.at(-1)?.[i]),
    ).toBe(true);
  });

  test('is constant at zero', () => {
    const way = turning(1, 0);
    expect(way.at(-1)?.every((value, i) => value === way[0]?.[i])).toBe(true);
  });
});

describe('the camera', () => {
  const image = Float32Array.from({ length: 3 * 24 * 16 }, (_, i) => (i % 24) / 23);

  test('shows the image unchanged when it stands still', () => {
    expect(look(image, 24, 16, STILL)).toEqual(image);
  });

  test('zooms around the centre and pans', () => {
    const nearer = look(image, 24, 16, { zoom: 2, x: 0, y: 0 });
    expect(nearer[0]).toBeCloseTo(0.25, 5);
    expect(nearer[23]).toBeCloseTo(0.75, 5);
    const slid = look(image, 24, 16, { zoom: 1, x: 1 / 24, y: 0 });
    expect(slid[0]).toBeCloseTo(1 / 23, 5);
    // mirrored beyond the edge
    expect(slid[23]).toBeCloseTo(22 / 23, 5);
  });

  test('moves slowly, on a path given by its seed', () => {
    const path = (seed: number) => {
      const camera = createCamera(seed);
      return camera.move(STILL, 5, { zoom: 0.004, pan: 0.002 });
    };
    expect(path(1)).toEqual(path(1));
    expect(path(1)).not.toEqual(path(2));
    expect(path(1).zoom).toBeCloseTo(1.004, 6);
    expect(Math.abs(path(1).x)).toBeLessThanOrEqual(0.002);
  });
});

describe('the bounds', () => {
  test('bring a drifting channel back to its anchor, and leave others alone', () => {
    const values = gaussianNoise(9, 2000);
    for (let i = 0; i < 1000; i++) values[i] = (values[i] ?? 0) * 3 + 5;
    const before = values.slice(1000);
    const anchor = [
      { mean: 0, deviation: 1 },
      { mean: 0, deviation: 1 },
    ];
    expect(holdChannels(values, boundsAround(anchor), [-4.5, 4.5])).toBe(1);
    const [off, well] = measureChannels(values, 2);
    expect(off?.mean).toBeCloseTo(0.3, 1);
    expect(off?.deviation).toBeCloseTo(1.25, 1);
    expect(well?.deviation).toBeCloseTo(measureChannels(before, 1)[0]?.deviation ?? 0, 6);
  });

  test('are sane even around a bad anchor, and for a flat channel', () => {
    const [wild] = boundsAround([{ mean: Number.NaN, deviation: 80 }]);
    expect(wild?.mean[0]).toBeCloseTo(-0.3, 5);
    const flat = new Float32Array(10).fill(1);
    holdChannels(flat, [COLOUR_BOUNDS], [0, 1]);
    expect(flat[0]).toBeCloseTo(0.95, 5);
  });
});

describe('the similar-image filter', () => {
  test('skips unchanged images, ten at most, and no changed ones', () => {
    const filter = createSimilarFilter(1, { threshold: 0.98, mostSkips: 10 });
    const image = gaussianNoise(1, 100);
    expect(Array.from({ length: 13 }, () => filter.skips(image))).toEqual([
      false,
      ...new Array(10).fill(true),
      false,
      true,
    ]);
    expect(filter.skips(gaussianNoise(2, 100))).toBe(false);
  });

  test('skips more often the more similar images are, depending on the seed', () => {
    const share = (likeness: number, seed = 1) => {
      const filter = createSimilarFilter(seed, { threshold: 0.9, mostSkips: 1_000 });
      const [image, other] = [gaussianNoise(1, 400), gaussianNoise(2, 400)];
      const like = image.map((value, i) => value * likeness + (other[i] ?? 0) * Math.sqrt(1 - likeness ** 2));
      return (
        Array.from({ length: 200 }, (_, i) => filter.skips(i % 2 ? image : like)).filter(Boolean).length / 200
      );
    };
    expect(share(0.97)).toBeGreaterThan(share(0.92));
    expect(share(0.97)).toBe(share(0.97));
  });

  test('skips nothing at a threshold of one', () => {
    const filter = createSimilarFilter(1, { threshold: 1, mostSkips: 10 });
    const image = gaussianNoise(1, 100);
    expect([filter.skips(image), filter.skips(image)]).toEqual([false, false]);
  });
});

describe('the watchdog', () => {
  const noise = () => gaussianNoise(1, 300).map((value) => 0.5 + value / 10);

  test.each([
    ['NaN', () => noise().fill(Number.NaN, 7, 8), /NaN/],
    ['infinity', () => noise().fill(Number.POSITIVE_INFINITY, 7, 8), /NaN/],
    ['black', () => new Float32Array(300), /black/],
    ['blank', () => new Float32Array(300).fill(0.7), /blank/],
  ])('barks at %s', (_, image, words) => {
    expect(createWatchdog().fault(image())).toMatch(words);
  });

  test('barks at an image that stands still for two dozen frames, but not at a moving one', () => {
    const watchdog = createWatchdog();
    const faults = Array.from({ length: 26 }, () => watchdog.fault(noise()));
    expect(faults.findIndex(Boolean)).toBe(24);
    expect(faults[24]).toMatch(/froze/);
    const alive = createWatchdog();
    expect(
      Array.from({ length: 60 }, (_, i) => alive.fault(noise().map((value) => value + i / 500))).filter(
        Boolean,
      ),
    ).toEqual([]);
  });
});
