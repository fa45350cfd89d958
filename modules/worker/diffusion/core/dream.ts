import { mixSeed } from '../../../generator/random.ts';
import { ModelFault } from '../../shared/faults.ts';
import {
  boundsAround,
  type ChannelStats,
  COLOUR_BOUNDS,
  holdChannels,
  LATENT_LIMIT,
  measureChannels,
  mixAnchors,
} from './bounds.ts';
import { type CameraLook, createCamera, look, STILL } from './camera.ts';
import { slerp } from './embedding.ts';
import type { Model } from './graphs.ts';
import { createTurningNoise } from './noise.ts';
import { toPixels, toPlanes } from './planes.ts';
import { guide, type Schedule } from './schedule.ts';
import { createSimilarFilter, type SimilarLook } from './similar.ts';
import { createWatchdog } from './watchdog.ts';

/** The motion of a dream. */
export interface Look {
  /** 0–1: how much of the last picture the next one keeps; the rest is noise to be drawn again */
  feedback: number;
  /** radians that the noise of the seed turns by, a picture; 0 keeps it fixed */
  wander: number;
  /** of the residual guidance; 1 is none */
  guidance: number;
  /** how much of the put-in noise stands for the answer without a prompt */
  delta: number;
  /** pictures that one prompt takes to turn into the next */
  turn: number;
  camera: CameraLook;
  similar: SimilarLook;
}

export interface DreamOptions {
  seed: number;
  /** what the first picture is made of, of the model's size: red, green, blue; 8 bits each */
  picture?: Uint8ClampedArray | null;
  schedule: Schedule;
  look: Look;
}

/** One picture of the model, and the facts about it. */
export interface Picture {
  /** red, green, blue; 8 bits each */
  pixels: Uint8ClampedArray;
  /** the prompt that this is the first picture of */
  shown: string | null;
  /** the loop had to start over before this picture, and why */
  restarted: string | null;
  /** latent channels that had to be held to their bounds */
  held: number;
  /** of the latent that was decoded; null where the model was spared */
  latent: ChannelStats[] | null;
}

interface Prompt {
  id: string;
  embedding: Float32Array;
  anchor: ChannelStats[];
}

/** A loop that starts over so often in a row will not get better. */
const MAX_RESTARTS = 3;

/**
 * The loop: last picture in, next picture out. No timer, no clock, no chance: everything in it follows from the seed,
 * the model and the pictures that the prompts came at.
 */
export function createDiffusionDream(model: Model, options: DreamOptions) {
  const { seed, schedule, look: firstStyle, picture: start = null } = options;
  let style = firstStyle;
  const camera = createCamera(mixSeed(seed, 1));
  const similar = createSimilarFilter(mixSeed(seed, 2), style.similar);
  const watchdog = createWatchdog();
  const { height, width } = model.picture;
  const { channels } = model.latent;
  let restarts = 0;
  let source = noiseOf(0);
  let noise = source.next(style.wander);
  let drawn = 0;
  /** what the next picture is made of: the last one, −1…1, and the view of it since */
  let base = start && toPlanes(start, 1 / 127.5, -1);
  let lastPixels: Uint8ClampedArray | null = null;
  let view = STILL;
  let waiting: { id: string; embedding: Float32Array } | null = null;
  let from: Prompt | null = null;
  let to: Prompt | null = null;
  /** pictures into the turn from one prompt to the next */
  let turned = 0;

  function noiseOf(restart: number) {
    const { channels, height, width } = model.latent;
    return createTurningNoise(mixSeed(mixSeed(seed, 3), restart), channels * height * width);
  }

  /** Takes the newest prompt in, and returns its id; null without one. */
  async function admit(): Promise<string | null> {
    if (!waiting) return null;
    const { id, embedding } = waiting;
    waiting = null;
    const anchor = measureChannels(await step(null, embedding), channels);
    // from where the last turn has come, should it not be over yet
    from = to && current(to);
    to = { id, embedding, anchor };
    turned = 0;
    return id;
  }

  /** The prompt as it is mixed at this picture. */
  function current(target: Prompt): Prompt {
    const weight = from ? Math.min(1, turned / style.turn) : 1;
    if (!from || weight === 1) return target;
    const embedding = slerp(from.embedding, target.embedding, weight, model.embeddingWidth);
    return { ...target, embedding, anchor: mixAnchors(from.anchor, target.anchor, weight) };
  }

  /** One step of the model from a latent, or from nothing but noise. */
  async function step(latent: Float32Array | null, embedding: Float32Array): Promise<Float32Array> {
    const at = latent ? Math.round((1 - style.feedback) * schedule.lastStep) : schedule.lastStep;
    const sigma = schedule.sigma(at);
    const noisy = noise.map((value, i) => value * sigma + (latent?.[i] ?? 0));
    const predicted = await model.predict(schedule.input(noisy, sigma), at, embedding);
    return schedule.clean(noisy, guide(predicted, noise, style.guidance, style.delta), sigma);
  }

  async function draw(prompt: Prompt, seen: Float32Array | null) {
    const bounds = boundsAround(prompt.anchor);
    const fed = seen && (await model.encode(seen));
    const latent = await step(fed, prompt.embedding);
    const held = holdChannels(latent, bounds, [-LATENT_LIMIT, LATENT_LIMIT]);
    const picture = scaled(await model.decode(latent), 0.5, 0.5);
    return { picture, held, latent: measureChannels(latent, channels) };
  }

  function restart(): void {
    restarts++;
    source = noiseOf(restarts);
    noise = source.next(style.wander);
    base = null;
    view = STILL;
    watchdog.restart();
  }

  function finish(picture: Float32Array): Uint8ClampedArray {
    holdChannels(picture, [COLOUR_BOUNDS, COLOUR_BOUNDS, COLOUR_BOUNDS], [0, 1]);
    base = scaled(picture, 2, -1);
    view = STILL;
    lastPixels = toPixels(picture, 255);
    return lastPixels;
  }

  return {
    /** the prompt to turn to; a later one before the next picture takes its place */
    prompt(id: string, embedding: Float32Array): void {
      waiting = { id, embedding };
    },

    /** how it moves from the next picture on */
    restyle(look: Look): void {
      style = look;
    },

    /** @returns the next picture, or null before the first prompt */
    async next(): Promise<Picture | null> {
      const shown = await admit();
      if (!to) return null;
      drawn++;
      turned++;
      view = camera.move(view, drawn, style.camera);
      const prompt = current(to);
      const seen = base && look(base, width, height, view);
      if (seen && lastPixels && turned > style.turn && similar.skips(seen)) {
        return { pixels: lastPixels, shown, restarted: null, held: 0, latent: null };
      }
      if (drawn > 1) noise = source.next(style.wander);
      let restarted: string | null = null;
      for (let tries = 0; ; tries++) {
        const { picture, held, latent } = await draw(prompt, tries === 0 ? seen : null);
        const fault = watchdog.fault(picture);
        if (fault === null) {
          return { pixels: finish(picture), shown, restarted, held, latent };
        }
        if (tries === MAX_RESTARTS) throw new ModelFault(`${fault}, also after ${MAX_RESTARTS} new starts`);
        restarted = fault;
        restart();
      }
    },
  };
}

/** A plain loop: on whole pictures a callback for each number takes several times as long. */
function scaled(values: Float32Array, factor: number, offset: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = (values[i] as number) * factor + offset;
  return result;
}
