import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { GeneratorEvents } from '../generator/generator.ts';
import { createPainter } from './painter.ts';

type Report = {
  kind: 'loading' | 'ready' | 'frame' | 'shown' | 'error' | 'sound' | 'heard';
  detail: unknown;
};

const generator = createPainter();
afterEach(() => generator.stop());

/** Collects a generator's reports and lets a test wait for them. */
function watch() {
  const reports: Report[] = [];
  let wake: () => void = () => {};
  const add = (kind: Report['kind'], detail: unknown) => {
    reports.push({ kind, detail });
    wake();
  };
  const events: GeneratorEvents = {
    loading: (progress, text) => add('loading', { progress, text }),
    ready: () => add('ready', null),
    frame: (jpeg, timestamp) => add('frame', { jpeg, timestamp }),
    sound: (samples, timestamp) => add('sound', { samples, timestamp }),
    heard: (caption) => add('heard', caption),
    promptShown: (id, note, drawn) =>
      add('shown', `${id}${note ? `: ${note}` : ''}${drawn === false ? ' (not drawn)' : ''}`),
    error: (message) => add('error', message),
  };
  const count = (kind: Report['kind']) => reports.filter((report) => report.kind === kind).length;
  return {
    reports,
    events,
    count,
    jpegs: () =>
      reports
        .filter(({ kind }) => kind === 'frame')
        .map(({ detail }) => (detail as { jpeg: Uint8Array }).jpeg),
    async until(done: () => boolean): Promise<void> {
      while (!done()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const JOB = { width: 1280, height: 720, fps: 16, seed: 42 };

describe('the demo generator', () => {
  test('loads, gets ready, and draws only once there is a prompt', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    await seen.until(() => seen.count('ready') === 1);
    expect(seen.reports[0]).toMatchObject({ kind: 'loading', detail: { progress: 0 } });
    expect(seen.count('frame')).toBe(0);
    generator.prompt('first', 'a calm ocean at sunset');
    await seen.until(() => seen.count('frame') === 3);
    const order = seen.reports
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'loading' && kind !== 'sound' && kind !== 'heard');
    expect(order).toEqual(['ready', 'shown', 'frame', 'frame', 'frame']);
    expect(await sharp(seen.jpegs()[0]).metadata()).toMatchObject({ width: 1280, height: 720 });
  });

  test('keeps a prompt that comes before it is ready', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    generator.prompt('early', 'mountains');
    generator.prompt('later', 'dunes');
    await seen.until(() => seen.count('frame') === 1);
    expect(seen.reports.filter(({ kind }) => kind === 'shown').map(({ detail }) => detail)).toEqual([
      'later',
    ]);
  });

  test('reports what it didn’t understand of a prompt', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    generator.prompt('a', 'a zeppelin over a lake');
    await seen.until(() => seen.count('frame') === 1);
    const [receipt] = seen.reports.filter(({ kind }) => kind === 'shown');
    expect(receipt?.detail).toBe('a: The painter doesn’t know: zeppelin.');
  });

  test('reports that nothing of a prompt is in the image', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    generator.prompt('a', 'a house');
    await seen.until(() => seen.count('shown') === 1);
    generator.prompt('b', 'remove the moon');
    await seen.until(() => seen.count('shown') === 2);
    generator.prompt('c', 'قلعة على تل');
    await seen.until(() => seen.count('shown') === 3);
    const receipts = seen.reports.filter(({ kind }) => kind === 'shown').map(({ detail }) => detail);
    expect(receipts).toEqual([
      'a',
      'b: Not there to remove: moon. (not drawn)',
      'c: The painter can’t read Arabic. It reads English, German, French, Spanish, Portuguese, Japanese, Chinese and emoji. (not drawn)',
    ]);
  });

  test('repeats a dream with a seed that is set before the first prompt', async () => {
    const first = async (seed: number, wished: number | null) => {
      const seen = watch();
      generator.start({ ...JOB, seed }, seen.events);
      await seen.until(() => seen.count('ready') === 1);
      if (wished !== null) generator.control?.('seed', wished);
      generator.prompt('a', 'mountains');
      await seen.until(() => seen.count('frame') === 1);
      return seen.jpegs()[0];
    };
    const known = await first(7, null);
    expect(await first(42, 7)).toEqual(known);
    expect(await first(42, 0)).not.toEqual(known);
  });

  test('follows the requested quality', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    generator.prompt('a', 'a field of wildflowers');
    await seen.until(() => seen.count('frame') === 2);
    generator.pace(30, 25);
    await seen.until(() => seen.count('frame') === 5);
    const jpegs = seen.jpegs();
    expect(jpegs.at(-1)?.length).toBeLessThan((jpegs[0]?.length ?? 0) * 0.6);
    generator.pace(Number.NaN, Number.NaN);
    generator.pace(-5, 1000);
    generator.pace(1e9, 80);
    await seen.until(() => seen.count('frame') === 7);
    expect(seen.count('error')).toBe(0);
  });

  test('reports nothing after a stop, and starts again', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    generator.prompt('a', 'cave');
    await seen.until(() => seen.count('frame') === 2);
    await generator.stop();
    generator.prompt('ignored', 'sea');
    const until = seen.reports.length;
    const again = watch();
    generator.start(JOB, again.events);
    generator.prompt('b', 'cave');
    await again.until(() => again.count('frame') === 2);
    expect(seen.reports.length).toBe(until);
    expect(again.jpegs()[0]).toEqual(seen.jpegs()[0]);
  });

  test('stops while it is still loading', async () => {
    const seen = watch();
    generator.start(JOB, seen.events);
    await generator.stop();
    const again = watch();
    generator.start(JOB, again.events);
    await again.until(() => again.count('ready') === 1);
    expect(seen.reports).toEqual([]);
  });

  test('sounds like its scene, on the clock of its frames', async () => {
    const seen = watch();
    const of = <T>(kind: Report['kind']) =>
      seen.reports.filter((report) => report.kind === kind).map(({ detail }) => detail as T);
    generator.start(JOB, seen.events);
    generator.prompt('a', 'rain over the sea');
    await seen.until(() => seen.count('sound') >= 20);
    const [frame] = of<{ timestamp: number }>('frame');
    const packets = of<{ samples: Float32Array; timestamp: number }>('sound');
    expect(of('heard')).toEqual(['rain, waves']);
    packets.forEach(({ samples, timestamp }, i) => {
      expect(samples).toHaveLength(1920);
      expect(timestamp).toBeCloseTo((frame?.timestamp ?? 0) + i * 20, 3);
    });
    expect(packets.at(-1)?.samples.some((value) => Math.abs(value) > 0.002)).toBe(true);
    generator.prompt('b', 'a cave');
    await seen.until(() => seen.count('heard') === 2);
    expect(of('heard').at(-1)).toBe('dripping water');
  });
});
