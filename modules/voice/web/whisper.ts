import { type AutomaticSpeechRecognitionPipeline, env, pipeline, Tensor } from '@huggingface/transformers';
import { WINDOW_SAMPLES } from '../contract/limits.ts';
import type { ModelSource, Spoken } from '../contract/whisper-messages.ts';
import { likeliest } from './likeliest-language.ts';
import { openVoiceModel } from './voice-model-files.ts';

/** @returns the transcript of at most 30 s of sound */
export type Whisper = (sound: Float32Array, spoken: Spoken) => Promise<string>;

/** Members of the model that its types don't declare. */
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

/** Far more than anyone says in 30 s, and low enough that a loop ends soon. */
const MAX_TOKENS = 200;

/** Loads a model for speech to text in this browser, on its GPU or, slowly, on its CPU. */
export async function loadWhisper(
  source: ModelSource,
  onProgress: (loaded: number, total: number) => void,
): Promise<Whisper> {
  const files = await openVoiceModel(source.host, source.name, onProgress);
  await files.bring();
  readFrom(files, source.wasm);
  let whisper: AutomaticSpeechRecognitionPipeline;
  try {
    whisper = await openPipeline(source);
  } catch (error) {
    // A file that was intact when stored may have been damaged since.
    if (!(await files.dropDamaged())) throw error;
    await files.bring();
    whisper = await openPipeline(source);
  }
  const model = whisper.model as unknown as Model;
  const { generation_config: config } = model;
  const languages = (config.is_multilingual && config.lang_to_id) || null;

  /** Detects the language from the first token the decoder would produce, as Whisper's own programs do. */
  async function hearLanguage(encoder_outputs: Tensor, likely: string[]): Promise<string> {
    const start = new Tensor('int64', [BigInt(config.decoder_start_token_id)], [1, 1]);
    const { logits } = await model({ encoder_outputs, decoder_input_ids: start });
    return likeliest(logits.data as Float32Array, languages ?? {}, likely);
  }

  return async (sound, { language, likely }) => {
    const { input_features } = await whisper.processor(sound.subarray(0, WINDOW_SAMPLES));
    // Encode once for both steps, since it is most of the work.
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

/** Stops the library from downloading anything itself; files outside the model don't exist. */
function readFrom(files: Awaited<ReturnType<typeof openVoiceModel>>, wasm: ModelSource['wasm']): void {
  env.allowLocalModels = false;
  env.useBrowserCache = false;
  env.useCustomCache = true;
  env.customCache = {
    match: async (address: string) => (await files.read(address)) ?? undefined,
    put: async () => {},
  };
  env.fetch = async () => new Response(null, { status: 404 });
  // Use our own copies under our own CSP; a cached blob would be a script of unknown origin.
  env.useWasmCache = false;
  if (env.backends.onnx.wasm) env.backends.onnx.wasm.wasmPaths = wasm;
}

function openPipeline({ name, device }: ModelSource): Promise<AutomaticSpeechRecognitionPipeline> {
  return pipeline('automatic-speech-recognition', name, {
    device,
    // Half precision produces garbage on many GPUs.
    dtype: { encoder_model: 'fp32', decoder_model_merged: 'q4' },
  });
}
