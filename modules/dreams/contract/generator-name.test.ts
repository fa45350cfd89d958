import { expect, test } from 'vitest';
import { generatorName } from './generator-name.ts';

test.each([
  ['comfyui', 'ComfyUI', 'comfyui'],
  ['comfyui', '0.3.64 on cpu', 'comfyui · 0.3.64 on cpu'],
  ['krea', null, 'krea'],
  [null, null, ''],
])('%s version %s is displayed as “%s”', (name, version, words) =>
  expect(generatorName(name, version)).toBe(words),
);
