import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLOAT, floats, INT64, int64s, modelProto, node, valueInfo } from './onnx-writer.ts';

/**
 * Writes a Whisper model of a few kilobytes. Files and formats are those of a real one, so it runs through the real
 * loading and decoding code, but its decoder is a lookup table of the next token, so it always transcribes the same
 * sentence.
 * @param folder parent of `<model>/…`
 */
export async function writeTinyWhisper(folder: string, model: string, sentence: string): Promise<void> {
  const dir = join(folder, model);
  await mkdir(join(dir, 'onnx'), { recursive: true });
  const words = sentence.split(' ').map((word, index) => `${index === 0 ? '' : 'Ġ'}${word}`);
  const specials = [
    '<|endoftext|>',
    '<|startoftranscript|>',
    '<|en|>',
    '<|transcribe|>',
    '<|translate|>',
    '<|notimestamps|>',
  ];
  const tokens = [...words, ...specials];
  const id = (token: string) => tokens.indexOf(token);
  const [end, start, english, transcribe, , plain] = specials.map(id) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const save = (name: string, content: unknown) => writeFile(join(dir, name), JSON.stringify(content));
  const common = {
    decoder_start_token_id: start,
    eos_token_id: end,
    bos_token_id: end,
    pad_token_id: end,
    max_length: 448,
  };

  await save('config.json', {
    ...common,
    architectures: ['WhisperForConditionalGeneration'],
    model_type: 'whisper',
    is_encoder_decoder: true,
    vocab_size: tokens.length,
    d_model: STATE,
    num_mel_bins: MELS,
    max_source_positions: FRAMES / 2,
    max_target_positions: 448,
    encoder_layers: 1,
    decoder_layers: 1,
    encoder_attention_heads: 1,
    decoder_attention_heads: 1,
    num_hidden_layers: 1,
  });
  await save('generation_config.json', {
    ...common,
    is_multilingual: true,
    lang_to_id: { '<|en|>': english },
    task_to_id: { transcribe, translate: id('<|translate|>') },
    no_timestamps_token_id: plain,
    return_timestamps: false,
  });
  await save('preprocessor_config.json', {
    feature_extractor_type: 'WhisperFeatureExtractor',
    processor_class: 'WhisperProcessor',
    feature_size: MELS,
    sampling_rate: 16_000,
    hop_length: 160,
    chunk_length: 30,
    n_fft: 400,
    n_samples: 480_000,
    nb_max_frames: FRAMES,
    padding_value: 0,
  });
  await save('tokenizer_config.json', {
    tokenizer_class: 'WhisperTokenizer',
    processor_class: 'WhisperProcessor',
    eos_token: '<|endoftext|>',
    bos_token: '<|endoftext|>',
    unk_token: '<|endoftext|>',
    pad_token: '<|endoftext|>',
    model_max_length: 1024,
  });
  await save('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map((content) => ({
      id: id(content),
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(tokens.map((token, index) => [token, index])),
      merges: [],
      unk_token: '<|endoftext|>',
    },
  });

  // The last start token is followed by the words in order, then the end.
  const follows = (token: number) => {
    if (token < words.length - 1) return token + 1;
    return token >= words.length && token !== end ? 0 : end;
  };
  await writeFile(join(dir, 'onnx/encoder_model.onnx'), encoderModel());
  await writeFile(join(dir, 'onnx/decoder_model_merged_q4.onnx'), decoderModel(tokens.length, follows));
}

const MELS = 80;
const FRAMES = 3000;
const STATE = 8;

/** Returns the first mel bins as hidden states, enough to prove that the audio arrived in the right shape. */
function encoderModel(): Uint8Array {
  return modelProto(
    [
      node('Slice', ['input_features', 'starts', 'ends', 'axes'], 'part'),
      node('Transpose', ['part'], 'last_hidden_state', { perm: [0, 2, 1] }),
    ],
    [int64s('starts', [0, 0]), int64s('ends', [STATE, FRAMES / 2]), int64s('axes', [1, 2])],
    [valueInfo('input_features', FLOAT, ['batch', MELS, FRAMES])],
    [valueInfo('last_hidden_state', FLOAT, ['batch', FRAMES / 2, STATE])],
  );
}

function decoderModel(size: number, follows: (token: number) => number): Uint8Array {
  const table = new Float32Array(size * size);
  for (let token = 0; token < size; token++) table[token * size + follows(token)] = 10;
  return modelProto(
    [node('Gather', ['table', 'input_ids'], 'logits')],
    [floats('table', [size, size], table)],
    [
      valueInfo('input_ids', INT64, ['batch', 'length']),
      valueInfo('encoder_hidden_states', FLOAT, ['batch', FRAMES / 2, STATE]),
    ],
    [valueInfo('logits', FLOAT, ['batch', 'length', size])],
  );
}
