import { expect, test } from 'vitest';
import { readNvidia } from '../../kit/machine-gpu.ts';
import { asCommand, proposeModel } from './propose-model.ts';

test.each([
  [
    'NVIDIA GeForce RTX 4090, 24564\n',
    'sd-turbo',
    'with 24 GB',
    'GENERATOR=diffusion MODEL=sd-turbo DEVICE=cuda',
  ],
  ['NVIDIA GeForce GTX 1650, 4096\n', 'sdxs', 'with 4 GB', 'GENERATOR=diffusion MODEL=sdxs DEVICE=cuda'],
  ['NVIDIA GeForce GT 710, 1998', 'sdxs-int8', 'with 2 GB', 'GENERATOR=diffusion MODEL=sdxs-int8'],
  ['NVIDIA-SMI has failed\n', 'sdxs-int8', 'has no GPU', 'GENERATOR=diffusion MODEL=sdxs-int8'],
])('a machine whose driver reports “%s” gets the suggestion %s', (reported, model, machine, settings) => {
  const proposal = proposeModel(readNvidia(reported)[0] ?? null);
  expect(proposal).toMatchObject({ model, licence: { name: expect.any(String) } });
  expect(asCommand(proposal)).toBe(settings);
  expect(proposal.machine).toContain(machine);
  // figures from others are marked as such
  expect(proposal.rate).toMatch(/not measured with this one|measured here with random weights/);
});

test('suggests WebGPU for other vendors’ cards, since it needs no extra download', () => {
  expect(proposeModel({ name: 'AMD graphics', memoryMb: 16_384 })).toMatchObject({
    machine: 'This server’s machine has a GPU: AMD graphics with 16 GB.',
    settings: { GENERATOR: 'diffusion', MODEL: 'sd-turbo' },
  });
});
