import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Generator, NATIVE } from '../generator/generator.ts';
import { freeWhenIdle } from './free-when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a worker frees memory a minute after its last dream, and never during one', async () => {
  let rests = 0;
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inner: Generator = {
    name: 'fake',
    get version() {
      return `after ${rests} rests`;
    },
    ...NATIVE,
    start() {},
    prompt() {},
    pace() {},
    stop: () => gates.shift()?.promise ?? Promise.resolve(),
  };
  const generator = freeWhenIdle(inner, () => rests++);
  const begin = () => generator.start({ ...NATIVE, seed: 1 }, {} as Parameters<Generator['start']>[1]);
  const [slow, slower] = gates;

  begin();
  const broken = [generator.stop(), generator.stop()];
  begin();
  slow?.resolve();
  slower?.resolve();
  await Promise.all(broken);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rests).toBe(0);

  await Promise.all([generator.stop(), generator.stop()]);
  await vi.advanceTimersByTimeAsync(59_000);
  begin();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rests).toBe(0);

  await generator.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(generator.version).toBe('after 1 rests');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rests).toBe(1);
});

const CANVASES = `
  import { createCanvas } from '@napi-rs/canvas';
  import { releaseMemory } from './modules/kit/release-memory.ts';
  const rss = () => Math.round(process.memoryUsage.rss() / 1e6);
  const fresh = rss();
  let drawn = Array.from({ length: 2000 }, () => {
    const canvas = createCanvas(120, 100);
    canvas.getContext('2d').fillRect(0, 0, 120, 100);
    canvas.data();
    return canvas;
  });
  const kept = drawn[1999];
  const whileDrawn = rss();
  drawn = [];
  await releaseMemory();
  console.log(JSON.stringify({ taken: whileDrawn - fresh, left: rss() - fresh, kept: kept.width }));
`;

test.skipIf(process.platform !== 'linux' || !process.versions.bun)(
  'memory is returned to the system, even if some of it is still in use',
  () => {
    const printed = execFileSync(process.execPath, ['-e', CANVASES], { encoding: 'utf8' });
    const { taken, left } = JSON.parse(printed) as { taken: number; left: number };
    expect(taken).toBeGreaterThan(150);
    expect(left).toBeLessThan(taken * 0.75);
  },
);
