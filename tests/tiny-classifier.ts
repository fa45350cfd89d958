import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLOAT, floats, floatsApart, modelProto, node, valueInfo } from './onnx-writer.ts';

const SIDE = 224;
/** Large enough for a score near 1 if the whole image is red, and near 0 otherwise. */
const WEIGHT = 10;
const DATA_FILE = 'model.onnx_data';
const WEIGHTS = Float32Array.of(-WEIGHT, WEIGHT, WEIGHT / 2, -WEIGHT / 2, WEIGHT / 2, -WEIGHT / 2);

/** The last step of its graph. */
export type Head = 'logits' | 'probabilities' | 'sigmoids';

interface TinyClassifier {
  head?: Head;
  /** overrides for its config files */
  config?: Record<string, unknown>;
  preprocessor?: Record<string, unknown>;
  /** stores the weights in a separate file */
  isDataApart?: boolean;
}

/**
 * Writes an image classifier of a few hundred bytes, with the same files as a real one, so it runs through the real
 * loading and preprocessing code. The redder an image, the higher its `nsfw` score.
 */
export async function writeTinyClassifier(
  folder: string,
  { head = 'logits', config = {}, preprocessor = {}, isDataApart = false }: TinyClassifier = {},
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const save = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await save('config.json', {
    model_type: 'vit',
    architectures: ['ViTForImageClassification'],
    id2label: { 0: 'normal', 1: 'nsfw' },
    label2id: { normal: 0, nsfw: 1 },
    ...config,
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
    ...preprocessor,
  });
  await writeFile(join(folder, 'onnx/model.onnx'), graph(head, isDataApart));
  if (isDataApart) await writeFile(join(folder, 'onnx', DATA_FILE), new Uint8Array(WEIGHTS.buffer));
}

/** Averages each colour channel (−1 to 1); red without green and blue is nsfw. */
function graph(head: Head, isDataApart: boolean): Uint8Array {
  const [a, b] = [WEIGHT, -WEIGHT];
  const ends = {
    logits: [],
    probabilities: [node('Softmax', ['sums with bias'], 'logits', { axis: 1 })],
    sigmoids: [node('Sigmoid', ['sums with bias'], 'logits')],
  };
  return modelProto(
    [
      node('ReduceMean', ['pixel_values'], 'means', { axes: [2, 3], keepdims: 0 }),
      node('MatMul', ['means', 'weights'], 'sums'),
      node('Add', ['sums', 'bias'], head === 'logits' ? 'logits' : 'sums with bias'),
      ...ends[head],
    ],
    [
      isDataApart ? floatsApart('weights', [3, 2], DATA_FILE) : floats('weights', [3, 2], WEIGHTS),
      floats('bias', [2], Float32Array.of(a, b)),
    ],
    [valueInfo('pixel_values', FLOAT, ['batch', 3, 'height', 'width'])],
    [valueInfo('logits', FLOAT, ['batch', 2])],
    13,
  );
}
