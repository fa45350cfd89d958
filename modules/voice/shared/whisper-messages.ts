/** Device of a model in this browser: its GPU, or the slow way without one. */
export type VoiceDevice = 'webgpu' | 'wasm';

interface WasmUrls {
  mjs: string;
  wasm: string;
}

/** A model, where it is, and what it runs on. */
export interface ModelSource {
  name: string;
  host: string;
  device: VoiceDevice;
  wasm: WasmUrls;
}

export interface Spoken {
  /** code of the language; null to hear which it is */
  language: string | null;
  /** languages of the person's browser, which are likelier than others */
  likely: string[];
}

/** Messages from the listener to the runner of the model. One is answered before the next is sent. */
export type ModelCommand =
  | { type: 'load'; model: ModelSource }
  | ({ type: 'write'; sound: Float32Array } & Spoken)
  /** drops all that this browser keeps of it */
  | { type: 'forget'; name: string };

export type ModelReport =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'loaded' }
  | { type: 'written'; text: string; ms: number }
  | { type: 'forgotten' }
  | { type: 'failed'; kind: ModelFaultKind; message: string };

/**
 * Why there is no model: it isn't where it should be · nothing comes · what comes is damaged, twice · the browser has no
 * room for it · the GPU can't run it.
 */
export type ModelFaultKind = 'missing' | 'unreachable' | 'broken' | 'no-room' | 'gpu' | 'unknown';
