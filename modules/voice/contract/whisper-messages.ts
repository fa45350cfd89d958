/** Device that runs a model in this browser: the GPU or, slowly, the CPU. */
export type VoiceDevice = 'webgpu' | 'wasm';

interface WasmUrls {
  mjs: string;
  wasm: string;
}

/** A model, its host, and what it runs on. */
export interface ModelSource {
  name: string;
  host: string;
  device: VoiceDevice;
  wasm: WasmUrls;
}

export interface Spoken {
  /** language code; null to detect it */
  language: string | null;
  /** the browser's languages, which are likelier than others */
  likely: string[];
}

/** Messages to the thread that runs the model. Each is answered before the next is sent. */
export type ModelCommand =
  | { type: 'load'; model: ModelSource }
  | ({ type: 'write'; sound: Float32Array } & Spoken)
  /** deletes everything this browser stores of it */
  | { type: 'forget'; name: string };

export type ModelReport =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'loaded' }
  | { type: 'written'; text: string; ms: number }
  | { type: 'forgotten' }
  | { type: 'failed'; kind: ModelFaultKind; message: string };

/**
 * Why there is no model: it doesn't exist · the server doesn't respond · the download was corrupt twice · no space in
 * the browser · the GPU can't run it.
 */
export type ModelFaultKind = 'missing' | 'unreachable' | 'broken' | 'no-room' | 'gpu' | 'unknown';
