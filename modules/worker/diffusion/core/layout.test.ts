import { describe, expect, test } from 'vitest';
import { clipTokenizer } from './clip-tokenizer.ts';
import { findLayout } from './layout.ts';
import { createTokens } from './tokens.ts';

const WORDS = ['tokenizer/vocab.json', 'tokenizer/merges.txt', 'tokenizer/tokenizer_config.json'];
const in4 = (path: (graph: string) => string) =>
  ['text_encoder', 'unet', 'vae_encoder', 'vae_decoder'].map(path);

describe('a model is found', () => {
  test.each<[string, string[], Record<string, string>]>([
    [
      'as Optimum exports it',
      [...WORDS, 'model_index.json', ...in4((graph) => `${graph}/model.onnx`), 'vae_decoder/config.json'],
      {
        'tokenizer/merges.txt': 'tokenizer/merges.txt',
        'vae_decoder/config.json': 'vae_decoder/config.json',
      },
    ],
    [
      'with weights beside its graphs, in one file or in many',
      [
        ...WORDS,
        ...in4((graph) => `${graph}/model.onnx`),
        ...['unet/model.onnx_data', 'unet/model.onnx_data_1', 'text_encoder/weights.pb'],
        ...['vae_encoder/conv_in.weight', 'vae_encoder/onnx__MatMul_12', 'unet/README.md'],
      ],
      {
        'unet/model.onnx_data': 'unet/model.onnx_data',
        'unet/model.onnx_data_1': 'unet/model.onnx_data_1',
        'text_encoder/weights.pb': 'text_encoder/weights.pb',
        'vae_encoder/conv_in.weight': 'vae_encoder/conv_in.weight',
        'vae_encoder/onnx__MatMul_12': 'vae_encoder/onnx__MatMul_12',
      },
    ],
    [
      'in halves, of which the floats are preferred where both are there',
      [
        'tokenizer/tokenizer.json',
        ...in4((graph) => `${graph}/model_fp16.onnx`),
        ...['unet/model.onnx', 'unet/model_fp16.onnx_data'],
      ],
      { 'unet/model.onnx': 'unet/model.onnx', 'text_encoder/model.onnx': 'text_encoder/model_fp16.onnx' },
    ],
    [
      'below onnx/, its autoencoder under another name and the tokenizer at the top',
      [
        ...['tokenizer.json', 'onnx/text_encoder/model.onnx', 'onnx/unet/model.onnx'],
        ...['onnx/vae/encoder/model.onnx', 'onnx/vae/decoder/model.onnx', 'onnx/vae/decoder/config.json'],
      ],
      {
        'tokenizer/tokenizer.json': 'tokenizer.json',
        'vae_encoder/model.onnx': 'onnx/vae/encoder/model.onnx',
        'vae_decoder/config.json': 'onnx/vae/decoder/config.json',
      },
    ],
    [
      'with the tiny autoencoder beside its own name',
      [
        ...WORDS,
        ...['text_encoder/model.onnx', 'unet/model.onnx'],
        ...['taesd_encoder/model.onnx', 'taesd_decoder/model.onnx'],
      ],
      { 'vae_decoder/model.onnx': 'taesd_decoder/model.onnx' },
    ],
  ])('%s', (_, paths, files) => {
    const layout = findLayout(paths);
    expect(layout.missing).toEqual([]);
    expect(layout.files).toMatchObject(files);
    expect(Object.keys(layout.graphs)).toHaveLength(4);
    expect(layout.files).not.toHaveProperty('unet/README.md');
  });

  test('and its missing parts are named', () => {
    expect(findLayout(['unet/model.onnx', 'tokenizer/vocab.json', 'vae/model.onnx']).missing).toEqual([
      ...['tokenizer/tokenizer.json', 'text_encoder/model.onnx'],
      ...['vae_encoder/model.onnx', 'vae_decoder/model.onnx'],
    ]);
  });
});

test('a tokenizer in two files reads prompts like one in a single file', () => {
  const words = [
    '<|startoftext|>',
    '<|endoftext|>',
    'r',
    'e',
    'd',
    're',
    'd</w>',
    'red</w>',
    '1</w>',
    '!</w>',
    's</w>',
    "'</w>",
  ];
  const vocab = Object.fromEntries(words.map((word, id) => [word, id]));
  const tokens = createTokens(clipTokenizer(vocab, '#version: 0.2\nr e\nre d</w>\n'), {}, 8);
  const ids = (...named: string[]) => named.map((word) => vocab[word]);
  const end = '<|endoftext|>';
  expect(tokens(' RED   red1!')).toEqual(
    ids('<|startoftext|>', 'red</w>', 'red</w>', '1</w>', '!</w>', end, end, end),
  );
});
