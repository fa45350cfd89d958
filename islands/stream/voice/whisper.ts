import { type AutomaticSpeechRecognitionPipeline, env, pipeline } from '@huggingface/transformers';
import { WINDOW_SAMPLES } from '../../../modules/stream/limits.ts';
import type { VoiceCommand } from './voice-messages.ts';

type Settings = Extract<VoiceCommand, { type: 'start' }>;

/** Speech to text in this browser, on its GPU. Loads the model on the way. */
export async function loadWhisper(
  settings: Settings,
  onProgress: (loaded: number, total: number) => void,
): Promise<(phrase: Float32Array) => Promise<string>> {
  env.allowLocalModels = false;
  env.remoteHost = settings.modelHost;
  env.remotePathTemplate = settings.modelPath;
  // Our own copies, under our own policy; a cached blob would be a script from nowhere.
  env.useWasmCache = false;
  if (env.backends.onnx.wasm) env.backends.onnx.wasm.wasmPaths = settings.wasm;
  const whisper: AutomaticSpeechRecognitionPipeline = await pipeline(
    'automatic-speech-recognition',
    settings.model,
    {
      device: 'webgpu',
      // Half precision is garbage on many GPUs.
      dtype: { encoder_model: 'fp32', decoder_model_merged: 'q4' },
      progress_callback: (info) => {
        if (info.status === 'progress_total') onProgress(info.loaded, info.total);
      },
    },
  );
  let language = settings.model.endsWith('.en') ? null : settings.language;
  return async (phrase) => {
    const sound = phrase.subarray(0, WINDOW_SAMPLES);
    let answer: Awaited<ReturnType<typeof whisper>>;
    try {
      answer = await whisper(sound, language === null ? {} : { language, task: 'transcribe' });
    } catch (error) {
      if (language === null) throw error;
      // Not a language that this model knows: it does its best without being told.
      language = null;
      answer = await whisper(sound);
    }
    return (Array.isArray(answer) ? answer : [answer]).map(({ text }) => text).join(' ');
  };
}
