import { expect, test } from 'vitest';
import { type DrawState, INITIAL, missingToDraw } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';

const GPU: Gpu = { kind: 'gpu', name: 'a GPU', halves: true, software: false };
const plan = (whole: boolean) => ({
  plan: { model: 'sdxs', licence: { name: '', url: '' }, bytes: 9, here: 9, whole },
});

test.each<[Partial<DrawState>, Gpu | null, RegExp | null]>([
  [{}, null, /Checking for a GPU/],
  [{}, GPU, /Choose a model/],
  [{ busy: 'choosing' }, GPU, /Looking up the model/],
  [plan(false), GPU, /Download the model/],
  [{ ...plan(false), busy: 'downloading' }, GPU, /still being downloaded/],
  [plan(true), GPU, /Run the speed test/],
  [{ ...plan(true), busy: 'loading' }, GPU, /speed test is running/],
  [{ ...plan(true), fault: { step: 'speed', message: 'no' } }, GPU, /doesn’t run here/],
  [{ ...plan(true), speed: { device: 'webgpu', imageMs: 60 } }, GPU, null],
])('lists what a tab lacks in order to draw: %j', (state, gpu, words) => {
  const said = missingToDraw({ ...INITIAL, ...state }, gpu);
  if (words) expect(said).toMatch(words);
  else expect(said).toBeNull();
});
