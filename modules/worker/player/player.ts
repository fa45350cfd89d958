import type { CodingOrder, GeneratorEvents, GeneratorJob } from '../../generator/generator.ts';
import { clampFps, startTicker } from '../../generator/ticker.ts';
import {
  createVideoCoder,
  type EncodedFrame,
  type VideoEncoder,
  type VideoEncoders,
} from '../../generator/video-coder.ts';
import type { Log } from '../../kit/log.ts';
import { pictureRate } from '../../kit/shared/picture-rate.ts';
import { withSince } from '../../kit/shared/since-words.ts';
import { cutText } from '../../kit/texts/codes.ts';
import { createBlend, type ModelImage } from './blend.ts';

/**
 * Encodes an image as a JPEG, scaled to cover the frame.
 * @param pixels RGB, 8 bits per channel
 */
export type EncodeJpeg = (
  pixels: Uint8ClampedArray,
  size: { width: number; height: number },
  frame: { width: number; height: number; quality: number },
) => Promise<Uint8Array>;

/** Encodes images as video, scaled to cover the frame. */
export interface PlayerVideo extends VideoEncoder {
  /** @param at timestamp in ms, strictly increasing */
  encode(
    image: { data: Uint8ClampedArray; width: number; height: number; channels: 3 },
    at: number,
  ): EncodedFrame | Promise<EncodedFrame>;
}

/** Decodes an image from a data URI, scaled to cover the given size. @throws if it is invalid */
export type DecodeImage = (
  dataUri: string,
  size: { width: number; height: number },
) => Promise<Uint8ClampedArray>;

/** Plays a dream's images: blended by the clock, encoded at the frame size, with their receipts. */
export type Player = ReturnType<typeof createPlayer>;

export interface PlayerOptions {
  job: GeneratorJob;
  events: Pick<GeneratorEvents, 'frame' | 'promptShown' | 'loading'>;
  /** reason for the delay of the next image, in words for the viewer; null if unknown */
  waitsFor(): string | null;
  encode: EncodeJpeg;
  /** optional: without it, frames are JPEGs */
  encoders?: VideoEncoders<PlayerVideo> | undefined;
  log: Pick<Log, 'info' | 'warn'>;
  /** called with a reason if a frame can't be encoded */
  failed(message: string): void;
  /** images per second that the engine's motion is made for, if any */
  contentFps?: number | undefined;
  /** its bursts are clips, which play at that rate even if the next one takes much longer */
  isClips?: boolean | undefined;
}

const DEFAULT_QUALITY = 80;
/** After this long without a new image, report the reason, repeatedly and with the elapsed time … */
const OVERDUE_AFTER_MS = 5_000;
/** Sooner before the first image, when there is nothing to see. */
const FIRST_OVERDUE_AFTER_MS = 1_000;
const REPORT_INTERVAL_MS = 2_000;
/** … unless the model is always that slow: then only once it exceeds its usual interval by this factor. */
const LATE = 1.5;
/** An unchanged frame is only sent once a second: enough as a sign of life, and visibly slower than a healthy model. */
const UNCHANGED_FRAME_INTERVAL_MS = 1_000;
/** Maximum length of a note, leaving space for the elapsed time. */
const MAX_TEXT = 190;

export function createPlayer(options: PlayerOptions) {
  const { job, events, encode, failed, contentFps } = options;
  let fps = clampFps(job.fps);
  let quality = DEFAULT_QUALITY;
  const blend = createBlend(1000 / fps, contentFps ? 1000 / contentFps : 0, options.isClips);
  const coder = createVideoCoder(
    options.encoders,
    () => ({ width: job.width, height: job.height, fps, watermark: job.watermark }),
    job.codec,
    {
      opened: (encoder) => options.log.info('frames go out as video', { encoder }),
      fault: (error) => options.log.warn('no video: its frames are JPEGs', { error }),
    },
  );
  let isEncoding = false;
  let ended = false;
  let stopTicking = () => {};
  let last: { pixels: Uint8ClampedArray; quality: number; jpeg: Uint8Array } | null = null;
  let isTicking = false;
  let startedAt = 0;
  let sentAt = 0;
  /** the last report about an overdue image, and its time */
  let reported: { text: string; at: number } | null = null;
  let cause: string | null = null;

  async function show(): Promise<void> {
    if (ended) return;
    const now = performance.now();
    const stands = watch(now);
    const frame = isEncoding ? null : blend.frame(now);
    if (!frame || (stands && frame.shown.length === 0 && now - sentAt < UNCHANGED_FRAME_INTERVAL_MS)) return;
    const timestamp = Date.now();
    sentAt = now;
    isEncoding = true;
    try {
      const video = await videoOf(frame.image, now);
      const coded = video?.accessUnit ?? (await jpegOf(frame.image));
      if (ended) return;
      for (const id of frame.shown) events.promptShown(id);
      events.frame(coded, timestamp, video ?? undefined);
    } catch (error) {
      failed(`A frame couldn’t be encoded: ${error instanceof Error ? error.message : error}`);
    } finally {
      isEncoding = false;
    }
  }

  /** True if the next image is overdue; if so, also reports the delay and its reason. */
  function watch(now: number): boolean {
    const waited = blend.waited(now);
    const sinceMs = waited?.sinceMs ?? now - startedAt;
    const stands =
      sinceMs >= (waited ? Math.max(OVERDUE_AFTER_MS, LATE * waited.usualMs) : FIRST_OVERDUE_AFTER_MS);
    if (stands && now - (reported?.at ?? 0) >= REPORT_INTERVAL_MS) {
      const words = cause ?? options.waitsFor() ?? 'The next image is taking a while';
      report(withSince(cutText(words, MAX_TEXT), sinceMs), null);
    }
    return stands;
  }

  function report(text: string, share: number | null): void {
    reported = { text, at: performance.now() };
    events.loading(share, reported.text);
  }

  /** Null if the frame must be a JPEG. */
  async function videoOf(
    { pixels, width, height }: Omit<ModelImage, 'shown'>,
    at: number,
  ): Promise<EncodedFrame | null> {
    const { encoder } = coder;
    if (!encoder) return null;
    try {
      return await encoder.encode({ data: pixels, width, height, channels: 3 }, at);
    } catch (error) {
      coder.failed(encoder, error);
      return null;
    }
  }

  /** Caches the JPEG of an unchanged image. */
  async function jpegOf({ pixels, width, height }: Omit<ModelImage, 'shown'>): Promise<Uint8Array> {
    if (last?.pixels === pixels && last.quality === quality) return last.jpeg;
    const frame = { width: job.width, height: job.height, quality };
    const jpeg = await encode(pixels, { width, height }, frame);
    last = { pixels, quality, jpeg };
    return jpeg;
  }

  return {
    /** starts ticking; nothing is sent before the first image */
    start(): void {
      isTicking = true;
      startedAt = performance.now();
      reported = null;
      cause = null;
      stopTicking();
      stopTicking = startTicker(
        () => fps,
        () => void show(),
      );
    },
    add(burst: readonly ModelImage[]): void {
      if (reported) events.loading(1, null);
      reported = null;
      cause = null;
      blend.add(burst, performance.now());
    },
    /** Reports what delays the next image, until that image arrives. */
    delayedBy(text: string, share: number | null = null): void {
      const words = cutText(text, MAX_TEXT);
      // Once it ticks, the same words are repeated with their elapsed time.
      const isRepeated = isTicking && reported !== null && words === cause && share === null;
      cause = words;
      if (!isRepeated) report(words, share);
    },
    pace(wantedFps: number, wantedQuality: number, kbps?: number): void {
      coder.rate(kbps);
      fps = clampFps(wantedFps);
      // at 100 the encoder switches to 4:4:4, and browsers can't play H.264 compiled from that
      quality = Math.round(Math.min(99, Math.max(1, wantedQuality || DEFAULT_QUALITY)));
    },
    coding(order: CodingOrder): void {
      coder.order(order);
      // Sends the current frame at once, even if it hasn't changed.
      sentAt = 0;
    },
    /** frames per second */
    fps: () => fps,
    /** number of images shown so far */
    played: blend.played,
    /** the model's speed or the reason for a delay, in words; null until known */
    note(): string | null {
      if (reported) return reported.text;
      const rate = blend.rate(performance.now());
      if (rate === null) return null;
      const images = `the model generates ${pictureRate(rate)} images per second`;
      return rate < fps * 0.95 && !options.isClips ? `${images}, blended into smooth video` : images;
    },
    end(): void {
      ended = true;
      stopTicking();
      coder.close();
    },
  };
}
