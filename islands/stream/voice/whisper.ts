import { type AutomaticSpeechRecognitionPipeline, env, pipeline, Tensor } from '@huggingface/transformers';
import { WINDOW_SAMPLES } from '../../../modules/voice/limits.ts';
import { likeliest } from './likeliest-language.ts';
import type { ModelSource, Spoken } from './whisper-messages.ts';

/** @returns what is said in at most 30 s of sound */
export type Whisper = (sound: Float32Array, spoken: Spoken) => Promise<string>;

/** What is used of the model beside its types. */
interface Model {
  generation_config: {
    is_multilingual?: boolean;
    lang_to_id?: Record<string, number>;
    decoder_start_token_id: number;
  };
  _prepare_encoder_decoder_kwargs_for_generation(given: object): Promise<{ encoder_outputs: Tensor }>;
  generate(options: object): Promise<Tensor>;
  (inputs: object): Promise<{ logits: Tensor }>;
}

/** Far more than is said in 30 s, and few enough that a loop ends soon. */
const MAX_TOKENS = 200;

/** Speech to text in this browser, on its GPU or, slowly, on its processor. Loads the model on the way. */
export async function loadWhisper(
  { name, host, path, device, wasm }: ModelSource,
  onProgress: (loaded: number, total: number) => void,
): Promise<Whisper> {
  env.allowLocalModels = false;
  env.remoteHost = host;
  env.remotePathTemplate = path;
  // Our own copies, under our own policy; a cached blob would be a script from nowhere.
  env.useWasmCache = false;
  if (env.backends.onnx.wasm) env.backends.onnx.wasm.wasmPaths = wasm;
  const whisper: AutomaticSpeechRecognitionPipeline = await pipeline('automatic-speech-recognition', name, {
    device,
    // Half precision is garbage on many GPUs.
    dtype: { encoder_model: 'fp32', decoder_model_merged: 'q4' },
    progress_callback: (info) => {
      if (info.status === 'progress_total') onProgress(info.loaded, info.total);
    },
  });
  const model = whisper.model as unknown as Model;
  const { generation_config: config } = model;
  const languages = (config.is_multilingual && config.lang_to_id) || null;

  /** Asks the decoder which language token it would begin with, as Whisper's own programs do. */
  async function hearLanguage(encoder_outputs: Tensor, likely: string[]): Promise<string> {
    const start = new Tensor('int64', [BigInt(config.decoder_start_token_id)], [1, 1]);
    const { logits } = await model({ encoder_outputs, decoder_input_ids: start });
    return likeliest(logits.data as Float32Array, languages ?? {}, likely);
  }

  return async (sound, { language, likely }) => {
    const { input_features } = await whisper.processor(sound.subarray(0, WINDOW_SAMPLES));
    // Once for both: it is most of the work.
    const { encoder_outputs } = await model._prepare_encoder_decoder_kwargs_for_generation({
      inputs_tensor: input_features,
      model_inputs: { input_features },
      model_input_name: 'input_features',
      generation_config: config,
    });
    const isKnown = language !== null && languages !== null && `<|${language}|>` in languages;
    const spoken = languages && (isKnown ? language : await hearLanguage(encoder_outputs, likely));
    const tokens = await model.generate({
      inputs: input_features,
      encoder_outputs,
      max_new_tokens: MAX_TOKENS,
      ...(spoken && { language: spoken, task: 'transcribe' }),
    });
    return whisper.tokenizer.decode(tokens.tolist()[0], { skip_special_tokens: true });
  };
}
