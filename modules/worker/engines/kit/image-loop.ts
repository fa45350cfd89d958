import sharp from 'sharp';
import { mixSeed } from '../../../generator/random.ts';
import { numberOf, START_IMAGE_CONTROL } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { ControlValues } from '../../../protocol/controls.ts';
import { createCamera, look, STILL } from '../../diffusion/core/camera.ts';
import { toPixels, toPlanes } from '../../diffusion/core/planes.ts';
import type { ModelImage } from '../../player/blend.ts';
import { decodeImage as decodeBrought } from '../../player/jpeg.ts';
import {
  type EngineDream,
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  faultOf,
  type SessionEvents,
} from './adapter.ts';
import { createImageDecoder, type Pixels } from './decode-image.ts';

/** A request for one image, for engines that don't produce video. */
export interface ImageRequest {
  prompt: string;
  seed: number;
  /** the image to start from, at the loop's size; null to start from nothing */
  base: Base | null;
  /** values of the controls */
  values: ControlValues;
  signal: AbortSignal;
}

/** An image for the engine to build on. */
export interface Base {
  /** lossless, since JPEG artefacts would build up in the feedback loop */
  png(): Promise<Uint8Array>;
  jpeg(quality: number): Promise<Uint8Array>;
}

export interface ImageLoopOptions {
  /** the engine's name, for people */
  label: string;
  dream: EngineDream;
  events: SessionEvents;
  /** size of the images that are fed back, in pixels */
  size: { width: number; height: number };
  /** Returns encoded images in order, usually one; none if nothing has changed. @throws EngineFault */
  draw(order: ImageRequest): Promise<readonly Uint8Array[]>;
  waitsFor?(): string | null;
  note?(): string | null;
  /** releases the dream's resources on the engine */
  close(): Promise<void>;
}

/** Shortest interval between images: viewers see no more than 16 a second. */
const MIN_INTERVAL_MS = 1000 / 16;
/** Consecutive failures before the session fails. */
const MAX_FAILURES = 2;
const RETRY_MS = 250;
/** Interval between requests while nothing changes; a changed control or new prompt triggers one immediately. */
const UNCHANGED_INTERVAL_MS = 2_000;

/**
 * Turns an image engine into video: each image is based on the last one, seen through a drifting camera. The seed
 * counts up, because a loop with constant noise settles on one image and exaggerates it.
 */
export function createImageLoop(options: ImageLoopOptions): EngineSession {
  const { dream, events, size, draw } = options;
  const values = { ...dream.values };
  const camera = createCamera(mixSeed(dream.seed, 1));
  const stopped = new AbortController();
  const decoder = createImageDecoder();
  let prompt: EnginePrompt = dream.prompt;
  let shown: string | null = null;
  let { last } = dream;
  let failures = 0;
  let isUnchanged = false;
  let wake = () => {};

  const running = run();

  async function run(): Promise<void> {
    try {
      const start = values[START_IMAGE_CONTROL.name];
      if (last) last = await fitted(last);
      else if (typeof start === 'string' && start !== '')
        last = { ...size, pixels: await decodeBrought(start, size) };
      for (let number = 0; !stopped.signal.aborted; number++) await drawPatiently(number);
    } catch (error) {
      if (!stopped.signal.aborted) events.failed(faultOf(error));
    }
  }

  /** Retries after a single failure, which doesn't justify a new session. */
  async function drawPatiently(number: number): Promise<void> {
    try {
      await drawOne(number);
      failures = 0;
    } catch (error) {
      if (stopped.signal.aborted || faultOf(error).isFinal || ++failures > MAX_FAILURES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async function drawOne(number: number): Promise<void> {
    const began = performance.now();
    const asked = prompt;
    const seed = (dream.seed + number) % 2 ** 31;
    const drawn = await draw({
      prompt: asked.text,
      seed,
      base: last && baseOf(moved(last, number)),
      values,
      signal: stopped.signal,
    });
    const burst: ModelImage[] = [];
    for (const bytes of drawn) burst.push({ ...(await fitted(await decoder.decode(bytes))), shown: null });
    const newest = burst.at(-1);
    if (stopped.signal.aborted) return;
    isUnchanged = !newest;
    if (!newest) return await stand(asked);
    last = newest;
    const [first] = burst;
    if (first && asked.id !== shown) {
      first.shown = asked.id;
      shown = asked.id;
    }
    events.images(burst);
    const rest = began + MIN_INTERVAL_MS * burst.length - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  /** Repeats the last image for a prompt that changes nothing. */
  async function stand({ id }: EnginePrompt): Promise<void> {
    if (!last) throw new EngineFault(m.worker_engine_no_image({ engine: options.label }));
    if (id === shown) events.alive();
    else events.images([{ ...last, shown: id }]);
    shown = id;
    if (prompt.id !== id) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, UNCHANGED_INTERVAL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Resamples an image with the camera moved by one step. */
  function moved(image: Pixels, number: number): Pixels {
    const style = { zoom: numberOf(values, 'zoom') / 100, pan: numberOf(values, 'pan') / 100 };
    if (style.zoom === 0 && style.pan === 0) return image;
    const { width, height, pixels } = image;
    const seen = look(toPlanes(pixels), width, height, camera.move(STILL, number, style));
    return { width, height, pixels: toPixels(seen) };
  }

  /** Scales an image to cover the loop's size. */
  async function fitted(image: Pixels): Promise<Pixels> {
    if (image.width === size.width && image.height === size.height) return image;
    const data = await sharpOf(image).resize(size.width, size.height, { fit: 'cover' }).raw().toBuffer();
    return { ...size, pixels: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) };
  }

  return {
    prompt(next) {
      prompt = next;
      wake();
    },
    control(name, value) {
      values[name] = value;
      wake();
    },
    waitsFor: () => (isUnchanged ? m.worker_engine_unchanged() : (options.waitsFor?.() ?? null)),
    ...(options.note && { note: options.note }),
    async end() {
      stopped.abort();
      wake();
      // Ends any decoding in progress.
      decoder.close();
      await running;
      await options.close();
    },
  };
}

const sharpOf = ({ pixels, width, height }: Pixels) => sharp(pixels, { raw: { width, height, channels: 3 } });

const baseOf = (image: Pixels): Base => ({
  png: () => sharpOf(image).png({ compressionLevel: 1 }).toBuffer(),
  jpeg: (quality) => sharpOf(image).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(),
});
