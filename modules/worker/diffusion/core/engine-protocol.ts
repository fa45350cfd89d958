import type { Look } from './dream.ts';
import type { ModelConfig } from './model-config.ts';

/** Comes first; each home of the engine adds where the graphs lie. Devices are tried in this order. */
export interface LoadOrder {
  type: 'load';
  devices: readonly string[];
  config: ModelConfig;
}

/**
 * Orders of a dream to the process or thread that runs its model; a start image is of the model's own size. One
 * picture is drawn for each `draw`.
 */
export type EngineOrder =
  | { type: 'start'; dream: number; seed: number; look: Look; picture?: Uint8ClampedArray | null }
  | { type: 'look'; dream: number; look: Look }
  | { type: 'prompt'; dream: number; id: string; text: string }
  | { type: 'draw'; dream: number };

/** Answers to them. `dream` marks pictures of a dream that has ended meanwhile. */
export type EngineReport =
  | { type: 'trying'; device: string }
  | { type: 'fell-back'; device: string; reason: string }
  | ({ type: 'loaded' } & LoadedEngine)
  | ({ type: 'picture'; dream: number } & DrawnPicture)
  /** the model is no good: another process would fare the same */
  | { type: 'fault'; message: string }
  /** the device is lost, its memory full and the like: the process ends, and another may fare better */
  | { type: 'lost'; reason: string };

export interface LoadedEngine {
  device: string;
  /** pixels of a picture */
  width: number;
  height: number;
  /** what one picture takes, measured */
  pictureMs: number;
}

export interface DrawnPicture {
  pixels: Uint8ClampedArray;
  shown: string | null;
  restarted: string | null;
  /** latent channels that were held to their bounds, and how far the latent's statistics reached */
  held: number;
  reach: { mean: number; deviation: number } | null;
}

/** A process or thread with a model in it, as those see it who have it draw. */
export interface Engine {
  readonly loaded: LoadedEngine;
  order(order: EngineOrder): void;
  end(): Promise<void>;
}

/** Events of an engine while it draws. */
export interface EngineEvents {
  picture(drawn: DrawnPicture & { dream: number }): void;
  /** it lives, but can't draw on */
  fault(message: string): void;
  /** it died */
  died(how: string): void;
}
