import { expect, test } from 'vitest';
import { expectedMs, inSize, proposeSize, sizeOfModel } from './model-sizes.ts';

const BASE = 'onnx-community/whisper-base';
const models = [
  { size: 'tiny', name: 'onnx-community/whisper-tiny', bytes: 120e6 },
  { size: 'base', name: BASE, bytes: 226e6 },
  { size: 'small', name: 'onnx-community/whisper-small', bytes: 600e6 },
] as const;

test.each([
  [BASE, 'base', 'onnx-community/whisper-tiny'],
  ['Xenova/whisper-small.en', 'small', 'Xenova/whisper-tiny.en'],
  ['smallville/whisper-tiny', 'tiny', 'smallville/whisper-tiny'],
  ['tiny/whisper', null, 'tiny/whisper'],
  ['own/tinyvoice', null, 'own/tinyvoice'],
])('%s has the size %s', (name, size, tiny) => {
  expect(sizeOfModel(name)).toBe(size);
  expect(inSize(name, 'tiny')).toBe(tiny);
});

test('the smallest is suggested until a sentence is measured, and then only on slow devices', () => {
  expect(proposeSize(models, BASE, 'webgpu', null)).toMatchObject({ size: 'tiny', because: 'small' });
  const measured = { name: BASE, device: 'webgpu', ms: 900 };
  expect(proposeSize(models, BASE, 'webgpu', measured)).toBeNull();
  expect(expectedMs('onnx-community/whisper-small', 'webgpu', measured)).toBeCloseTo(2968, 0);
  expect(proposeSize(models, models[2].name, 'webgpu', measured)).toMatchObject({
    size: 'base',
    because: 'slow',
  });
  expect(proposeSize(models, BASE, 'wasm', { ...measured, device: 'wasm', ms: 20_000 })).toMatchObject({
    size: 'tiny',
  });
  // A time measured on the GPU says nothing about the CPU.
  expect(proposeSize(models, BASE, 'wasm', measured)).toMatchObject({ because: 'small' });
  expect(proposeSize(models.slice(1), BASE, 'webgpu', null)).toBeNull();
});
