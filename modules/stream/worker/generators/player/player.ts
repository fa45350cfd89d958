import { pictureRate } from '../../../shared/picture-rate.ts';
import type { GeneratorEvents, GeneratorJob } from '../generator.ts';
import { clampFps, startTicker } from '../ticker.ts';
import { createBlend, type Picture } from './blend.ts';

/**
 * Makes a frame of a picture, scaled until it covers the frame.
 * @param pixels red, green, blue; 8 bits each
 */
export type EncodeJpeg = (
  pixels: Uint8ClampedArray,
  size: { width: number; height: number },
  frame: { width: number; height: number; quality: number },
) => Promise<Uint8Array>;

/** The pixels of a picture in a data URI, scaled until it covers the size. @throws when it is none */
export type DecodePicture = (
  dataUri: string,
  size: { width: number; height: number },
) => Promise<Uint8ClampedArray>;

/** The pictures of one dream on their way out: by the clock, blended, as JPEGs of the frame's size, with their receipts. */
export interface Player {
  /** begins to tick; before the first picture nothing goes out */
  start(): void;
  add(burst: readonly Picture[]): void;
  pace(fps: number, quality: number): void;
  /** frames a second */
  fps(): number;
  /** pictures that have come up so far */
  played(): number;
  /** how fast the model draws, in words; null until that is known */
  note(): string | null;
  end(): void;
}

export interface PlayerOptions {
  job: GeneratorJob;
  events: Pick<GeneratorEvents, 'frame' | 'promptShown'>;
  encode: EncodeJpeg;
  /** a picture is no good, in words */
  failed(message: string): void;
  /** pictures a second that their motion is made for, where it is made for any */
  contentFps?: number | undefined;
}

const DEFAULT_QUALITY = 80;

export function createPlayer({ job, events, encode, failed, contentFps }: PlayerOptions): Player {
  let fps = clampFps(job.fps);
  let quality = DEFAULT_QUALITY;
  const blend = createBlend(1000 / fps, contentFps ? 1000 / contentFps : 0);
  let isEncoding = false;
  let ended = false;
  let stopTicking = () => {};
  let last: { pixels: Uint8ClampedArray; quality: number; jpeg: Uint8Array } | null = null;

  async function show(): Promise<void> {
    const frame = isEncoding || ended ? null : blend.frame(performance.now());
    if (!frame) return;
    const timestamp = Date.now();
    isEncoding = true;
    try {
      const jpeg = await jpegOf(frame.picture);
      if (ended) return;
      for (const id of frame.shown) events.promptShown(id);
      events.frame(jpeg, timestamp);
    } catch (error) {
      failed(`The picture could not be made into a JPEG: ${error instanceof Error ? error.message : error}`);
    } finally {
      isEncoding = false;
    }
  }

  /** A picture that stands is made into a frame once. */
  async function jpegOf({ pixels, width, height }: Omit<Picture, 'shown'>): Promise<Uint8Array> {
    if (last?.pixels === pixels && last.quality === quality) return last.jpeg;
    const frame = { width: job.width, height: job.height, quality };
    const jpeg = await encode(pixels, { width, height }, frame);
    last = { pixels, quality, jpeg };
    return jpeg;
  }

  return {
    start() {
      stopTicking();
      stopTicking = startTicker(
        () => fps,
        () => void show(),
      );
    },
    add: (burst) => blend.add(burst, performance.now()),
    pace(wantedFps, wantedQuality) {
      fps = clampFps(wantedFps);
      // at 100 the colours are not halved any more, which browsers' H.264 could not play once compiled
      quality = Math.round(Math.min(99, Math.max(1, wantedQuality || DEFAULT_QUALITY)));
    },
    fps: () => fps,
    played: blend.played,
    note() {
      const rate = blend.rate();
      if (rate === null) return null;
      const pictures = `the model draws ${pictureRate(rate)} pictures a second`;
      return rate < fps * 0.95 ? `${pictures}; between them we blend` : pictures;
    },
    end() {
      ended = true;
      stopTicking();
    },
  };
}
