import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTinyClassifier } from '../../../tests/tiny-classifier.ts';
import { CODEC } from '../../protocol/codecs.ts';
import { readClassifierFiles } from './classifier-files.ts';
import { imageClassifierOf } from './image-classifier.ts';
import { kindOfOutputs, scoresOf } from './raw-scores.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-classifier-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Scores of a red image; the test model labels red as nsfw. */
async function classifyRed(): Promise<Record<string, number>> {
  const config = {
    SAFETY_MODEL: folder,
    SAFETY_URL: undefined,
    SAFETY_API_KEY: undefined,
    MODEL_BASE: '',
    DATA_DIR: folder,
  };
  const classifier = imageClassifierOf(config);
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  try {
    return Object.fromEntries((await classifier?.classify({ codec: CODEC.jpeg, bytes })) ?? []);
  } finally {
    classifier?.close();
  }
}

test('a model that returns probabilities works as exported: at the root, in fp16, with external data and a single size', async () => {
  await writeTinyClassifier(folder, {
    head: 'probabilities',
    preprocessor: { size: 224 },
    isDataApart: true,
  });
  await rename(join(folder, 'onnx/model.onnx'), join(folder, 'model_fp16.onnx'));
  await rename(join(folder, 'onnx/model.onnx_data'), join(folder, 'model.onnx_data'));
  const { nsfw, normal } = await classifyRed();
  expect(nsfw).toBeGreaterThan(0.95);
  expect(normal).toBeLessThan(0.05);
});

test('a multi-label model works, and one whose output doesn’t match its labels is rejected', async () => {
  await writeTinyClassifier(folder, {
    head: 'sigmoids',
    config: { problem_type: 'multi_label_classification' },
  });
  expect((await classifyRed()).nsfw).toBeGreaterThan(0.95);
  await writeTinyClassifier(folder, { config: { id2label: { 0: 'a', 1: 'b', 2: 'c' } } });
  await expect(classifyRed()).rejects.toThrow(
    'onnx/model.onnx returns 1 × 2 numbers, but config.json names 3 labels',
  );
});

test('a model without its external data is rejected with the file’s name', async () => {
  await writeTinyClassifier(folder, { isDataApart: true });
  await rm(join(folder, 'onnx/model.onnx_data'));
  await expect(classifyRed()).rejects.toThrow('onnx/model.onnx can’t be opened');
});

test.each([
  ['config.json', 'config.json is missing'],
  ['preprocessor_config.json', 'preprocessor_config.json is missing'],
  ['onnx/model.onnx', 'no model.onnx'],
])('a folder without %s is rejected with a reason', async (file, words) => {
  await writeTinyClassifier(folder);
  await rm(join(folder, file));
  await expect(readClassifierFiles(folder)).rejects.toThrow(words);
});

test('a detector is rejected with a reason', async () => {
  await writeTinyClassifier(folder, { config: { architectures: ['YolosForObjectDetection'] } });
  await expect(readClassifierFiles(folder)).rejects.toThrow('YolosForObjectDetection');
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(join(folder, '320n.onnx'), 'x');
  await expect(readClassifierFiles(folder)).rejects.toThrow('NudeNet’s 320n.onnx');
});

test('detects logits and probabilities from very different images', () => {
  expect(
    kindOfOutputs(
      [
        [0.2, 0.8],
        [0.6, 0.4],
      ],
      null,
    ),
  ).toBe('probabilities');
  expect(
    kindOfOutputs(
      [
        [0.2, 0.8],
        [0.9, -3],
      ],
      null,
    ),
  ).toBe('softmax');
  expect(
    kindOfOutputs(
      [
        [0.2, 0.8],
        [0.9, 0.9],
      ],
      true,
    ),
  ).toBe('probabilities');
  expect(
    kindOfOutputs(
      [
        [-2, 3],
        [3, -1],
      ],
      true,
    ),
  ).toBe('sigmoid');
  expect(kindOfOutputs([[-2], [3]], null)).toBe('sigmoid');
  expect(() => kindOfOutputs([[Number.NaN]], null)).toThrow('isn’t numeric');
  expect(scoresOf([0, 0], 'softmax')).toEqual([0.5, 0.5]);
  // NaN is neither below nor above a threshold, so it must not count as a check.
  for (const outputs of ['probabilities', 'softmax', 'sigmoid'] as const)
    expect(() => scoresOf([Number.NaN, 0], outputs)).toThrow('isn’t numeric');
});
