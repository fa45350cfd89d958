import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Generator, GeneratorEvents } from '../generator/generator.ts';
import { openLater, type ReportProgress } from './opening.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FACTS = { name: 'diffusion', version: 'sdxs', width: 1280, height: 720, fps: 16 };
const JOB = { width: 1280, height: 720, fps: 16, seed: 7 };

/** A generator that is still opening, and its dream's events. */
function opening() {
  const reported: string[] = [];
  const calls: string[] = [];
  const gate = Promise.withResolvers<Generator>();
  let report: ReportProgress = () => {};
  const later = openLater(FACTS, (given) => {
    report = given;
    return gate.promise;
  });
  const inner: Generator = {
    ...FACTS,
    version: 'sdxs on webgpu',
    start: ({ seed, codec }) =>
      void calls.push(codec === undefined ? `start ${seed}` : `start ${seed} as ${codec}`),
    prompt: (id) => void calls.push(`prompt ${id}`),
    pace: (fps) => void calls.push(`pace ${fps}`),
    note: () => 'fast',
    stop: async () => void calls.push('stop'),
    close: async () => void calls.push('close'),
  };
  const events: GeneratorEvents = {
    loading: (share, text) => void reported.push(`${text} ${share}`),
    ready: () => {},
    frame: () => {},
    promptShown: () => {},
    error: () => {},
  };
  return {
    ...later,
    report: (...given: Parameters<ReportProgress>) => report(...given),
    gate,
    inner,
    events,
    reported,
    calls,
  };
}

test('people who wait get regular progress, and their dream starts once the engine is open', async () => {
  const { generator, opened, report, gate, inner, events, reported, calls } = opening();
  report('Downloading sdxs: 43 %', 0.43, { file: '/srv/secret' });
  generator.start(JOB, events);
  expect(reported).toEqual(['Downloading sdxs: 43 % 0.43']);
  vi.advanceTimersByTime(2_000);
  report('Loading sdxs');
  expect(reported).toEqual([
    'Downloading sdxs: 43 % 0.43',
    'Downloading sdxs: 43 % 0.43',
    'Loading sdxs null',
  ]);
  expect(generator).toMatchObject(FACTS);
  generator.coding?.({ codec: 1 });
  gate.resolve(inner);
  await opened;
  generator.prompt('first', 'a quiet sea');
  generator.pace(12, 70);
  expect(generator.version).toBe('sdxs on webgpu');
  expect(generator.note?.()).toBe('fast');
  await generator.close?.();
  expect(calls).toEqual(['start 7 as 1', 'prompt first', 'pace 12', 'close']);
  vi.advanceTimersByTime(10_000);
  expect(reported).toHaveLength(3);
});

test('people who left before it was open get no dream', async () => {
  const { generator, opened, report, gate, inner, events, reported, calls } = opening();
  generator.start(JOB, events);
  await generator.stop();
  report('Loading sdxs');
  gate.resolve(inner);
  await opened;
  expect(calls).toEqual([]);
  expect(reported).toHaveLength(1);
  generator.start({ ...JOB, seed: 8 }, events);
  expect(calls).toEqual(['start 8']);
});

test('an engine that can never work says so', async () => {
  const { opened, gate, events, generator, reported } = opening();
  generator.start(JOB, events);
  gate.reject(new Error('unet/model.onnx is missing'));
  await expect(opened).rejects.toThrow('unet/model.onnx is missing');
  vi.advanceTimersByTime(10_000);
  expect(reported).toHaveLength(1);
});
