import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLOAT, floats, modelProto, node, valueInfo } from './onnx-writer.ts';

const SIDE = 224;
/** Makes it certain of a picture that is red all over, or not at all. */
const WEIGHT = 10;

/**
 * Writes an image classifier of a few hundred bytes, with the files and the way through the real loading and preparing code of a true
 * one: to it a picture is `nsfw` as far as it is red.
 */
export async function writeTinyClassifier(folder: string): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const save = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await save('config.json', {
    model_type: 'vit',
    architectures: ['ViTForImageClassification'],
    id2label: { 0: 'normal', 1: 'nsfw' },
    label2id: { normal: 0, nsfw: 1 },
  });
  await save('preprocessor_config.json', {
    image_processor_type: 'ViTImageProcessor',
    do_resize: true,
    size: { width: SIDE, height: SIDE },
    resample: 2,
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
  });
  await writeFile(join(folder, 'onnx/model.onnx'), graph());
}

/** Means of the colours, each −1 to 1; red without the others is nsfw. */
function graph(): Uint8Array {
  const [a, b] = [WEIGHT, -WEIGHT];
  return modelProto(
    [
      node('ReduceMean', ['pixel_values'], 'means', { axes: [2, 3], keepdims: 0 }),
      node('MatMul', ['means', 'weights'], 'sums'),
      node('Add', ['sums', 'bias'], 'logits'),
    ],
    [
      floats('weights', [3, 2], Float32Array.of(b, a, a / 2, b / 2, a / 2, b / 2)),
      floats('bias', [2], Float32Array.of(a, b)),
    ],
    [valueInfo('pixel_values', FLOAT, ['batch', 3, 'height', 'width'])],
    [valueInfo('logits', FLOAT, ['batch', 2])],
    13,
  );
}
