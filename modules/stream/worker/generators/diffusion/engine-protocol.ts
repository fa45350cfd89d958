import type { Look } from './core/dream.ts';
import type { ModelFiles } from './model-folder.ts';

/** What the worker says to the engine's process. One picture is drawn for each `draw`. */
export type EngineOrder =
  | { type: 'load'; engine: string; model: ModelFiles; devices: readonly string[] }
  | { type: 'start'; dream: number; seed: number; look: Look }
  | { type: 'prompt'; dream: number; id: string; text: string }
  | { type: 'draw'; dream: number };

/** What comes back. `dream` tells pictures of an ended dream apart. */
export type EngineReport =
  | { type: 'trying'; device: string }
  | { type: 'fell-back'; device: string; reason: string }
  | { type: 'loaded'; device: string; width: number; height: number; pictureMs: number }
  | ({ type: 'picture'; dream: number } & DrawnPicture)
  /** the model is no good: another process would fare the same */
  | { type: 'fault'; message: string }
  /** the device is lost, its memory full and the like: the process ends, and another may fare better */
  | { type: 'lost'; reason: string };

export interface DrawnPicture {
  pixels: Uint8ClampedArray;
  shown: string | null;
  restarted: string | null;
  /** latent channels that were held to their bounds, and how far the latent's statistics reached */
  held: number;
  reach: { mean: number; deviation: number } | null;
}
