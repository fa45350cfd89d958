import type { Look } from './dream.ts';
import type { ModelConfig } from './model-config.ts';

/** The first order. Each host adds the locations of the graphs. Devices are tried in order. */
export interface LoadOrder {
  type: 'load';
  devices: readonly string[];
  config: ModelConfig;
}

/**
 * Orders to the process or thread that runs the model. A start image has the model's own size. Each `draw` yields one
 * image.
 */
export type EngineOrder =
  | { type: 'start'; dream: number; seed: number; look: Look; image?: Uint8ClampedArray | null }
  | { type: 'look'; dream: number; look: Look }
  | { type: 'prompt'; dream: number; id: string; text: string }
  /** live: the camera's newest frame at the model's size, to start from instead of the last image */
  | { type: 'draw'; dream: number; live?: Uint8ClampedArray | undefined };

/** The engine's answers. `dream` identifies late images from a dream that has ended. */
export type EngineReport =
  | { type: 'trying'; device: string }
  | { type: 'fell-back'; device: string; reason: string }
  | ({ type: 'loaded' } & LoadedEngine)
  | ({ type: 'image'; dream: number } & DrawnImage)
  /** the model is unusable: another process would fail too */
  | { type: 'fault'; message: string }
  /** the device is lost, out of memory or similar: this process exits, and a new one may work */
  | { type: 'lost'; reason: string };

export interface LoadedEngine {
  device: string;
  /** size of its images, in pixels */
  width: number;
  height: number;
  /** measured duration of one image */
  imageMs: number;
}

export interface DrawnImage {
  pixels: Uint8ClampedArray;
  shown: string | null;
  restarted: string | null;
  /** number of clamped latent channels, and the extremes of the latent's statistics */
  held: number;
  reach: { mean: number; deviation: number } | null;
}

/** A process or thread with a loaded model, as its callers see it. */
export interface Engine {
  readonly loaded: LoadedEngine;
  order(order: EngineOrder): void;
  end(): Promise<void>;
}

export interface EngineEvents {
  image(drawn: DrawnImage & { dream: number }): void;
  /** alive, but unable to continue */
  fault(message: string): void;
  died(how: string): void;
}
