import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRandom } from '../modules/generator/random.ts';
import { gaussianNoise } from '../modules/worker/diffusion/core/noise.ts';
import {
  FLOAT,
  FLOAT16,
  floats,
  halves,
  INT32,
  INT64,
  int64s,
  modelProto,
  node,
  type Part,
  valueInfo,
} from './onnx-writer.ts';

export interface TinyDiffusion {
  /** height and width of a latent; the image is eight times larger in each direction */
  latent: readonly [height: number, width: number];
  /** half-precision input and output, as in exports for GPUs; ids are int32 then */
  half: boolean;
  /** leaves height and width dynamic, as most exports do */
  free: boolean;
  seed: number;
}

const EMBEDDING = 16;
const FEATURES = 12;
const TOKENS = 77;
const WORDS = ['a', 'quiet', 'sea', 'red', 'city', 'at', 'night', 'in', 'the', 'rain', 'forest', 'storm'];

/**
 * Writes a diffusion model of a few dozen kilobytes in the diffusers ONNX layout. Graph structure, names, types and
 * shapes are those of a real one (embedding table; convolutions, a time embedding, cross-attention, a skip connection
 * over the half-size middle; a tiny autoencoder); the weights are random.
 */
export async function writeTinyDiffusion(
  folder: string,
  options: Partial<TinyDiffusion> = {},
): Promise<void> {
  const tiny = { latent: [8, 8] as const, half: false, free: false, seed: 1, ...options };
  const save = async (name: string, content: Uint8Array | object) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content instanceof Uint8Array ? content : JSON.stringify(content));
  };
  for (const [name, content] of Object.entries(smallFiles())) await save(name, content);
  await save('text_encoder/model.onnx', textEncoder(tiny));
  await save('unet/model.onnx', unet(tiny));
  await save('vae_decoder/model.onnx', vaeDecoder(tiny));
  await save('vae_encoder/model.onnx', vaeEncoder(tiny));
}

/** Files next to the graphs. */
export const smallFiles = (): Record<string, object> => ({
  'tokenizer/tokenizer.json': tokenizer(),
  'tokenizer/tokenizer_config.json': {
    tokenizer_class: 'CLIPTokenizer',
    pad_token: '!',
    model_max_length: TOKENS,
  },
  'scheduler/scheduler_config.json': {
    beta_start: 0.00085,
    beta_end: 0.012,
    beta_schedule: 'scaled_linear',
    num_train_timesteps: 1000,
    prediction_type: 'epsilon',
  },
  'vae_decoder/config.json': { _class_name: 'AutoencoderTiny', scaling_factor: 1.0 },
});

/** Whole words only; unknown words are spelled in letters, so every prompt has distinct ids. */
function tokenizer() {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,-\'"'];
  const tokens = [
    '!',
    ...letters,
    ...letters.map((one) => `${one}</w>`),
    ...WORDS.map((word) => `${word}</w>`),
    '<|startoftext|>',
    '<|endoftext|>',
  ];
  const unique = [...new Set(tokens)];
  const special = (content: string) => ({
    id: unique.indexOf(content),
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [special('<|startoftext|>'), special('<|endoftext|>')],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'RobertaProcessing',
      sep: ['<|endoftext|>', unique.indexOf('<|endoftext|>')],
      cls: ['<|startoftext|>', unique.indexOf('<|startoftext|>')],
      trim_offsets: false,
      add_prefix_space: false,
    },
    decoder: null,
    model: {
      type: 'BPE',
      unk_token: '<|endoftext|>',
      end_of_word_suffix: '</w>',
      continuing_subword_prefix: '',
      vocab: Object.fromEntries(unique.map((token, index) => [token, index])),
      merges: [],
    },
  };
}

/** Generates weights, each from the model's seed and its own name. */
function createWeights(seed: number, half = false) {
  const parts: Part[] = [];
  return {
    parts,
    add(name: string, dims: readonly number[], scale: number, middle = 0): string {
      const salt = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);
      const size = dims.reduce((product, dim) => product * dim, 1);
      const values = gaussianNoise(createRandom(salt)() * 2 ** 31, size).map(
        (value) => middle + value * scale,
      );
      parts.push(half ? halves(name, dims, values) : floats(name, dims, values));
      return name;
    },
  };
}

function textEncoder({ seed, half }: TinyDiffusion): Uint8Array {
  const weights = createWeights(seed);
  weights.add('table', [200, EMBEDDING], 1);
  weights.add('place', [1, TOKENS, EMBEDDING], 0.3);
  return modelProto(
    [node('Gather', ['table', 'input_ids'], 'words'), node('Add', ['words', 'place'], 'last_hidden_state')],
    weights.parts,
    [valueInfo('input_ids', half ? INT32 : INT64, [1, TOKENS])],
    [valueInfo('last_hidden_state', FLOAT, [1, TOKENS, EMBEDDING])],
  );
}

function unet({ seed, half, free, latent }: TinyDiffusion): Uint8Array {
  const weights = createWeights(seed, half);
  const type = half ? FLOAT16 : FLOAT;
  const conv = (name: string, from: number, to: number, scale = 1) =>
    weights.add(name, [to, from, 3, 3], scale / Math.sqrt(9 * from));
  const same = { pads: [1, 1, 1, 1] };
  weights.add('box', [4, 1, 3, 3], 0, 1 / 9);
  const size = free ? (['batch', 4, 'height', 'width'] as const) : ([1, 4, ...latent] as const);
  const nodes = [
    node('Cast', ['timestep'], 'time', { to: type }),
    node('Mul', ['time', weights.add('frequency', [1, FEATURES, 1, 1], 0.01)], 'waves'),
    node('Sin', ['waves'], 'time_embedding'),
    node('Conv', ['sample', conv('conv_in', 4, FEATURES)], 'first', same),
    node('Add', ['first', 'time_embedding'], 'timed'),
    node('Sigmoid', ['timed'], 'gate'),
    node('Mul', ['timed', 'gate'], 'skip'),
    node('Conv', ['skip', conv('down', FEATURES, FEATURES)], 'halved', { ...same, strides: [2, 2] }),
    // cross-attention: every position of the half-size image queries all tokens
    node('Shape', ['halved'], 'halved_shape'),
    node('Reshape', ['halved', 'flat'], 'places'),
    node('Transpose', ['places'], 'rows', { perm: [0, 2, 1] }),
    node('MatMul', ['rows', weights.add('query', [FEATURES, FEATURES], 0.4)], 'queries'),
    node('MatMul', ['encoder_hidden_states', weights.add('key', [EMBEDDING, FEATURES], 0.4)], 'keys'),
    node('MatMul', ['encoder_hidden_states', weights.add('value', [EMBEDDING, FEATURES], 0.8)], 'values'),
    node('Transpose', ['keys'], 'keys_turned', { perm: [0, 2, 1] }),
    node('MatMul', ['queries', 'keys_turned'], 'scores'),
    node('Softmax', ['scores'], 'attention', { axis: 2 }),
    node('MatMul', ['attention', 'values'], 'answers'),
    node('Transpose', ['answers'], 'answers_turned', { perm: [0, 2, 1] }),
    node('Reshape', ['answers_turned', 'halved_shape'], 'attended'),
    node('Add', ['halved', 'attended'], 'middle'),
    node('ConvTranspose', ['middle', weights.add('up', [FEATURES, FEATURES, 2, 2], 0.15)], 'raised', {
      strides: [2, 2],
    }),
    node('Add', ['raised', 'skip'], 'joined'),
    node('Tanh', ['joined'], 'bent'),
    node('Conv', ['bent', conv('conv_out', FEATURES, 4, 0.12)], 'drawn', same),
    // Random weights don't predict noise, so imitate a real model: treat fine structure in the input as noise and keep
    // coarse structure, more of it the less noise there is. That way, images follow from the ones that are fed back.
    node('Conv', ['sample', 'box'], 'blurred', { ...same, group: 4 }),
    node('Conv', ['blurred', 'box'], 'coarse', { ...same, group: 4 }),
    node('Mul', ['time', weights.add('less', [1], 0, -1.8 / 999)], 'falling'),
    node('Add', ['falling', weights.add('most', [1], 0, 1.85)], 'trust'),
    node('Mul', ['coarse', 'trust'], 'kept'),
    node('Sub', ['sample', 'kept'], 'fine'),
    node('Mul', ['time', weights.add('share', [1], 0, -0.36 / 999)], 'shared'),
    node('Add', ['shared', weights.add('whole', [1], 0, 1.36)], 'noisiness'),
    node('Mul', ['fine', 'noisiness'], 'noise'),
    node('Add', ['noise', 'drawn'], 'out_sample'),
  ];
  return modelProto(
    nodes,
    [...weights.parts, int64s('flat', [1, FEATURES, -1])],
    [
      valueInfo('sample', type, size),
      valueInfo('timestep', INT64, [1]),
      valueInfo('encoder_hidden_states', type, [1, TOKENS, EMBEDDING]),
    ],
    [valueInfo('out_sample', type, size)],
  );
}

/** Three of the four latent channels are colours, 8 × 8 pixels each; random weights add a texture from all four. */
function vaeDecoder({ seed, free, latent: [height, width] }: TinyDiffusion): Uint8Array {
  const weights = createWeights(seed);
  const up = (name: string, from: number, to: number, scale: number) =>
    weights.add(name, [from, to, 4, 4], scale / Math.sqrt(from));
  const twice = { strides: [2, 2], pads: [1, 1, 1, 1] };
  return modelProto(
    [
      node('ConvTranspose', ['latent_sample', up('one', 4, FEATURES, 0.5)], 'first', twice),
      node('Tanh', ['first'], 'a'),
      node('ConvTranspose', ['a', up('two', FEATURES, FEATURES, 0.5)], 'second', twice),
      node('Tanh', ['second'], 'b'),
      node('ConvTranspose', ['b', up('three', FEATURES, 3, 0.1)], 'texture', twice),
      node('Conv', ['latent_sample', 'to_colours'], 'colours'),
      node('Resize', ['colours', '', 'eightfold'], 'large', { mode: 'linear' }),
      node('Add', ['large', 'texture'], 'painted'),
      node('Tanh', ['painted'], 'sample'),
    ],
    [
      ...weights.parts,
      floats('to_colours', [3, 4, 1, 1], diagonal(3, 4, 0.5)),
      floats('eightfold', [4], Float32Array.of(1, 1, 8, 8)),
    ],
    [valueInfo('latent_sample', FLOAT, [1, 4, ...(free ? ['h', 'w'] : [height, width])])],
    [valueInfo('sample', FLOAT, [1, 3, ...(free ? ['H', 'W'] : [8 * height, 8 * width])])],
  );
}

/**
 * The inverse, as accurate as one value for eight pixels allows, with random weights for the channel without a colour.
 */
function vaeEncoder({ seed, free, latent: [height, width] }: TinyDiffusion): Uint8Array {
  const weights = createWeights(seed);
  const eight = { strides: [8, 8] };
  return modelProto(
    [
      node('AveragePool', ['sample'], 'colours', { kernel_shape: [8, 8], ...eight }),
      node('Conv', ['colours', 'from_colours'], 'most'),
      node('Conv', ['sample', weights.add('rest', [4, 3, 8, 8], 0.02)], 'texture', eight),
      node('Add', ['most', 'texture'], 'latent_sample'),
    ],
    [...weights.parts, floats('from_colours', [4, 3, 1, 1], diagonal(4, 3, 2.2))],
    [valueInfo('sample', FLOAT, [1, 3, ...(free ? ['H', 'W'] : [8 * height, 8 * width])])],
    [valueInfo('latent_sample', FLOAT, [1, 4, ...(free ? ['h', 'w'] : [height, width])])],
  );
}

function diagonal(rows: number, columns: number, value: number): Float32Array {
  const matrix = new Float32Array(rows * columns);
  for (let i = 0; i < Math.min(rows, columns); i++) matrix[i * columns + i] = value;
  return matrix;
}
