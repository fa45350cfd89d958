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
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  faultOf,
  type SessionOptions,
} from './adapter.ts';
import { createImageDecoder, type Pixels } from './decode-image.ts';
import { createReceipts } from './receipts.ts';

/** A request for one image, for engines that don't produce video. */
export interface ImageRequest {
  prompt: string;
  seed: number;
  /** the image to start from, at the loop's size; null to start from nothing */
  base: Base | null;
  /** the base is the newest frame of the person's camera or screen, not the last image */
  isLive?: boolean;
  values: ControlValues;
  signal: AbortSignal;
}

/** An image for the engine to build on. */
export interface Base {
  /** lossless, since JPEG artefacts would build up in the feedback loop */
  png(): Promise<Uint8Array>;
  jpeg(quality: number): Promise<Uint8Array>;
}

export interface ImageLoopOptions extends SessionOptions {
  /** the engine's name, for people */
  label: string;
  /** size of the images that are fed back, in pixels */
  size: { width: number; height: number };
  /**
   * Returns encoded images in order, usually one; none if nothing has changed, null if the engine has finished none yet.
   * @throws EngineFault
   */
  draw(order: ImageRequest): Promise<readonly Uint8Array[] | null>;
  /** number of images of earlier requests that may still arrive before that of the next one; default 0 */
  behind?(): number;
  /** false if the engine takes no images: each is generated from nothing; default true */
  feedsBack?: boolean;
  /** shortest interval between images in ms; a new prompt ends it */
  intervalMs?(values: ControlValues): number;
  waitsFor?(): string | null;
  note?(): string | null;
  /** releases the dream's resources on the engine */
  close(): Promise<void>;
}

/** The newest frame of a camera or screen. */
interface LiveFrame {
  jpeg: Uint8Array;
  /** null until decoded */
  pixels: Pixels | null;
  /** the last one that could be decoded */
  before: Pixels | null;
}

/** Shortest interval between images: viewers see no more than 16 a second. */
const MIN_INTERVAL_MS = 1000 / 16;
/** Consecutive failures before the session fails. */
const MAX_FAILURES = 2;
const RETRY_MS = 250;
/** More than any engine sends for one request; the newest count. */
const MAX_BURST = 16;
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
  const receipts = createReceipts();
  let requested: string | null = null;
  let { last } = dream;
  let live: LiveFrame | null = null;
  let failures = 0;
  let isUnchanged = false;
  let isNew = false;
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
    isNew = false;
    if (asked.id !== requested) {
      receipts.overtaken(receipts.count());
      receipts.due(asked.id, receipts.count() + (options.behind?.() ?? 0));
      requested = asked.id;
    }
    const seed = (dream.seed + number) % 2 ** 31;
    const seen = options.feedsBack === false ? null : await livePixels();
    const base = options.feedsBack === false ? null : (seen ?? (last && moved(last, number)));
    const drawn = await draw({
      prompt: asked.text,
      seed,
      base: base && baseOf(base),
      isLive: seen !== null,
      values,
      signal: stopped.signal,
    });
    const burst: Omit<ModelImage, 'shown'>[] = [];
    for (const bytes of (drawn ?? []).slice(-MAX_BURST))
      burst.push(await fitted(await decoder.decode(bytes)));
    const newest = burst.at(-1);
    if (stopped.signal.aborted) return;
    isUnchanged = drawn?.length === 0;
    if (isUnchanged) return await stand();
    if (newest) {
      last = newest;
      events.images(receipts.stamp(burst));
    }
    const left = began + MIN_INTERVAL_MS * Math.max(1, burst.length) - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await untilDue(began, asked);
  }

  /** Repeats the last image for a prompt that changes nothing. */
  async function stand(): Promise<void> {
    if (!last) throw new EngineFault(m.worker_engine_no_image({ engine: options.label }));
    const [image] = receipts.stamp([last]);
    if (image?.shown) events.images([image]);
    else events.alive();
    await rest(UNCHANGED_INTERVAL_MS);
  }

  /** Changed controls don't end the interval: a slider that is dragged would make images flicker. */
  async function untilDue(began: number, asked: EnginePrompt): Promise<void> {
    const left = () => began + (options.intervalMs?.(values) ?? 0) - performance.now();
    while (left() > 0 && prompt.id === asked.id && !stopped.signal.aborted) {
      isNew = false;
      await rest(left());
    }
  }

  /** Ends early if there is something new to generate. */
  async function rest(ms: number): Promise<void> {
    if (isNew || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function renew(): void {
    isNew = true;
    wake();
  }

  /** The person's camera or screen, while it is on. A frame that can't be decoded leaves the one before. */
  async function livePixels(): Promise<Pixels | null> {
    if (!live) return null;
    const frame = live;
    try {
      frame.pixels ??= await fitted(await decoder.decode(frame.jpeg));
    } catch {
      frame.pixels = frame.before;
    }
    return frame.pixels;
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
      renew();
    },
    control(name, value) {
      values[name] = value;
      renew();
    },
    video(frame) {
      live = frame && { jpeg: frame.jpeg, pixels: null, before: live?.pixels ?? live?.before ?? null };
      // otherwise an image that stands would ignore the camera for seconds
      if (isUnchanged) renew();
    },
    waitsFor: () => (isUnchanged ? m.worker_engine_unchanged() : (options.waitsFor?.() ?? null)),
    ...(options.note && { note: options.note }),
    async end() {
      stopped.abort();
      renew();
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
