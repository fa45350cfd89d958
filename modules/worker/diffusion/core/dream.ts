import { mixSeed } from '../../../generator/random.ts';
import { ModelFault } from '../../contract/faults.ts';
import {
  boundsAround,
  type ChannelStats,
  COLOUR_BOUNDS,
  holdChannels,
  holdsOf,
  LATENT_LIMIT,
  measureChannels,
  mixAnchors,
} from './bounds.ts';
import { type CameraLook, createCamera, look, STILL } from './camera.ts';
import { slerp } from './embedding.ts';
import type { Model } from './graphs.ts';
import { createTurningNoise } from './noise.ts';
import { finishImage, toPlanes } from './planes.ts';
import { combined, guide, type Schedule } from './schedule.ts';
import { createSimilarFilter, type SimilarLook } from './similar.ts';
import { createWatchdog } from './watchdog.ts';

/** Motion settings of a dream. */
export interface Look {
  /** 0–1: share of the last image that the next one keeps; the rest is noise */
  feedback: number;
  /** radians per image by which the noise rotates; 0 keeps it fixed */
  wander: number;
  /** scale of the residual guidance; 1 turns it off */
  guidance: number;
  /** share of the added noise that stands in for the unconditional prediction */
  delta: number;
  /** images per transition between prompts */
  turn: number;
  camera: CameraLook;
  similar: SimilarLook;
}

export interface DreamOptions {
  seed: number;
  /** start image at the model's size; RGB, 8 bits per channel */
  image?: Uint8ClampedArray | null;
  schedule: Schedule;
  look: Look;
}

/** One image from the model, with diagnostics. */
export interface DreamImage {
  /** RGB, 8 bits per channel */
  pixels: Uint8ClampedArray;
  /** id of the prompt that this image is the first to show */
  shown: string | null;
  /** reason if the loop restarted before this image */
  restarted: string | null;
  /** number of latent channels clamped to their bounds */
  held: number;
  /** statistics of the decoded latent; null if the model was skipped */
  latent: ChannelStats[] | null;
}

interface Prompt {
  id: string;
  embedding: Float32Array;
  anchor: ChannelStats[];
}

/** Give up after this many consecutive restarts. */
const MAX_RESTARTS = 3;

/**
 * The feedback loop: last image in, next image out. No timers, clock or unseeded randomness: the result depends only on
 * the seed, the model, and the images at which prompts arrived.
 */
export function createDiffusionDream(model: Model, options: DreamOptions) {
  const { seed, schedule, look: firstStyle, image: start = null } = options;
  let style = firstStyle;
  const camera = createCamera(mixSeed(seed, 1));
  const similar = createSimilarFilter(mixSeed(seed, 2), style.similar);
  const watchdog = createWatchdog();
  const { height, width } = model.image;
  const { channels } = model.latent;
  let restarts = 0;
  let source = noiseOf(0);
  let noise = source.next(style.wander);
  let drawn = 0;
  /** source of the next image: the last one, −1…1 */
  let base = start && toPlanes(start, 1 / 127.5, -1);
  let lastPixels: Uint8ClampedArray | null = null;
  let view = STILL;
  let waiting: { id: string; embedding: Float32Array } | null = null;
  let from: Prompt | null = null;
  let to: Prompt | null = null;
  /** images since the current transition started */
  let turned = 0;

  function noiseOf(restart: number) {
    const { channels, height, width } = model.latent;
    return createTurningNoise(mixSeed(mixSeed(seed, 3), restart), channels * height * width);
  }

  /** Adopts the newest prompt and returns its id, or null without one. */
  async function admit(): Promise<string | null> {
    if (!waiting) return null;
    const { id, embedding } = waiting;
    waiting = null;
    const anchor = measureChannels(await step(null, embedding), channels);
    // continue from wherever the last transition has got to
    from = to && current(to);
    to = { id, embedding, anchor };
    turned = 0;
    return id;
  }

  /** The blended prompt at this point of the transition. */
  function current(target: Prompt): Prompt {
    const weight = from ? Math.min(1, turned / style.turn) : 1;
    if (!from || weight === 1) return target;
    const embedding = slerp(from.embedding, target.embedding, weight, model.embeddingWidth);
    return { ...target, embedding, anchor: mixAnchors(from.anchor, target.anchor, weight) };
  }

  /** One model step from a latent, or from pure noise. */
  async function step(latent: Float32Array | null, embedding: Float32Array): Promise<Float32Array> {
    const at = latent ? Math.round((1 - style.feedback) * schedule.lastStep) : schedule.lastStep;
    const sigma = schedule.sigma(at);
    const noisy = combined(noise, sigma, latent ?? noise, latent ? 1 : 0);
    const predicted = await model.predict(schedule.input(noisy, sigma), at, embedding);
    return schedule.clean(noisy, guide(predicted, noise, style.guidance, style.delta), sigma);
  }

  async function draw(prompt: Prompt, seen: Float32Array | null) {
    const bounds = boundsAround(prompt.anchor);
    const fed = seen && (await model.encode(seen));
    const latent = await step(fed, prompt.embedding);
    const held = holdChannels(latent, bounds, [-LATENT_LIMIT, LATENT_LIMIT]);
    const image = await model.decode(latent);
    scale(image, 0.5, 0.5);
    return { image, held, latent: measureChannels(latent, channels) };
  }

  function restart(): void {
    restarts++;
    source = noiseOf(restarts);
    noise = source.next(style.wander);
    base = null;
    view = STILL;
    watchdog.restart();
  }

  function finish(image: Float32Array): Uint8ClampedArray {
    const { holds } = holdsOf(measureChannels(image, 3), [COLOUR_BOUNDS, COLOUR_BOUNDS, COLOUR_BOUNDS]);
    // The last base has been looked at, so its memory can be reused.
    base ??= new Float32Array(image.length);
    view = STILL;
    lastPixels = finishImage(image, holds, base);
    return lastPixels;
  }

  return {
    /** queues a prompt; a later one before the next image replaces it */
    prompt(id: string, embedding: Float32Array): void {
      waiting = { id, embedding };
    },

    /** applies from the next image on */
    restyle(look: Look): void {
      style = look;
    },

    /**
     * @param live a camera's frame at the model's size, to start from instead of the last image
     * @returns the next image, or null before the first prompt
     */
    async next(live?: Uint8ClampedArray): Promise<DreamImage | null> {
      const shown = await admit();
      if (!to) return null;
      drawn++;
      turned++;
      view = camera.move(view, drawn, style.camera);
      const prompt = current(to);
      const seen = live ? toPlanes(live, 1 / 127.5, -1) : base && look(base, width, height, view);
      if (seen && lastPixels && turned > style.turn && similar.skips(seen)) {
        return { pixels: lastPixels, shown, restarted: null, held: 0, latent: null };
      }
      if (drawn > 1) noise = source.next(style.wander);
      let restarted: string | null = null;
      for (let tries = 0; ; tries++) {
        const { image, held, latent } = await draw(prompt, tries === 0 ? seen : null);
        const fault = watchdog.fault(image);
        if (fault === null) {
          return { pixels: finish(image), shown, restarted, held, latent };
        }
        if (tries === MAX_RESTARTS) throw new ModelFault(`${fault}, even after ${MAX_RESTARTS} restarts`);
        restarted = fault;
        restart();
      }
    },
  };
}

/** In place, in a plain loop: on a whole image, a callback per number is several times slower. */
function scale(values: Float32Array, factor: number, offset: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor + offset;
}
