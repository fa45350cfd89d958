import type { Log } from '../../../../../../src/kit/log.ts';
import type { ControlValue } from '../../../../shared/controls.ts';
import { pictureRate } from '../../../../shared/picture-rate.ts';
import type { GeneratorEvents, GeneratorJob } from '../../generator.ts';
import { clampFps, startTicker } from '../../ticker.ts';
import { seedOf, startingValues } from '../../values.ts';
import { createBlend } from './blend.ts';
import type { Look } from './dream.ts';
import type { DrawnPicture, Engine } from './engine-protocol.ts';
import { lookControls, turnedLook } from './look-controls.ts';

/**
 * Makes a frame of a picture, scaled until it covers the frame.
 * @param pixels red, green, blue; 8 bits each
 */
export type EncodeJpeg = (
  pixels: Uint8ClampedArray,
  size: { width: number; height: number },
  frame: { width: number; height: number; quality: number },
) => Promise<Uint8Array>;

/** One dream from its first prompt to its end. */
export interface Dreaming {
  prompt(id: string, text: string): void;
  control(name: string, value: ControlValue): void;
  pace(fps: number, quality: number): void;
  /** the engine has drawn one */
  picture(drawn: DrawnPicture & { dream: number }): void;
  /** a new process has taken the place of one that died */
  engineIsBack(): void;
  fail(message: string): void;
  /** how fast the model draws, in words */
  note(): string | null;
  end(): void;
}

export interface DreamingOptions {
  job: GeneratorJob;
  events: GeneratorEvents;
  look: Look;
  engine: () => Engine;
  encode: EncodeJpeg;
  /** the engine owes a picture for so many ms that it will hardly come */
  hung(silentMs: number): void;
  /** how long that is, before what a picture takes is added */
  patienceMs?: number;
  log: Log;
}

const DEFAULT_QUALITY = 80;
const TELL_EVERY_MS = 10_000;
/** A driver that hangs gives neither picture nor error; a model may be slow for a while all the same. */
const PATIENCE_MS = 15_000;
const PATIENCE_PICTURES = 20;

let dreams = 0;

/** Asks the engine for picture after picture and blends between them, 16 frames a second, for as long as it is not ended. */
export function createDreaming(options: DreamingOptions): Dreaming {
  const { job, events, look, engine, encode, log } = options;
  const dream = ++dreams;
  const { width, height, device, pictureMs } = engine().loaded;
  let fps = clampFps(job.fps);
  let quality = DEFAULT_QUALITY;
  const blend = createBlend(1000 / fps);
  let prompt: { id: string; text: string } | null = null;
  let isDrawing = false;
  let isEncoding = false;
  let ended = false;
  let askedAt = 0;
  let toldAt = 0;
  let stopTicking = () => {};
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let hungTimer: ReturnType<typeof setTimeout> | undefined;
  const patienceMs = (options.patienceMs ?? PATIENCE_MS) + PATIENCE_PICTURES * pictureMs;
  let last: { pixels: Uint8ClampedArray; quality: number; jpeg: Uint8Array } | null = null;
  const measured = { pictures: 0, held: 0, restarts: 0, mean: 0, deviation: 0 };

  const values = startingValues(lookControls(look), job);

  begin();
  const readyTimer = setTimeout(() => {
    events.loading(
      1,
      `The model draws about ${pictureRate(1000 / pictureMs)} pictures a second on ${device}`,
    );
    events.ready();
  }, 0);

  function begin(): void {
    engine().order({ type: 'start', dream, seed: seedOf(job, values), look: turnedLook(look, values) });
  }

  /** One picture is asked for at a time, also when another engine has taken over. */
  function ask(): void {
    clearTimeout(askTimer);
    clearTimeout(hungTimer);
    hungTimer = setTimeout(() => options.hung(patienceMs), patienceMs);
    askedAt = performance.now();
    engine().order({ type: 'draw', dream });
  }

  async function show(): Promise<void> {
    const frame = isEncoding || ended ? null : blend.frame(performance.now());
    if (!frame) return;
    const timestamp = Date.now();
    isEncoding = true;
    try {
      const jpeg = await jpegOf(frame.pixels);
      if (ended) return;
      for (const id of frame.shown) events.promptShown(id);
      events.frame(jpeg, timestamp);
    } catch (error) {
      fail(`The picture could not be made into a JPEG: ${error instanceof Error ? error.message : error}`);
    } finally {
      isEncoding = false;
    }
  }

  /** A picture that stands is made into a frame once. */
  async function jpegOf(pixels: Uint8ClampedArray): Promise<Uint8Array> {
    if (last?.pixels === pixels && last.quality === quality) return last.jpeg;
    const frame = { width: job.width, height: job.height, quality };
    const jpeg = await encode(pixels, { width, height }, frame);
    last = { pixels, quality, jpeg };
    return jpeg;
  }

  function measure({ held, reach, restarted }: DrawnPicture): void {
    measured.pictures++;
    if (held > 0) measured.held++;
    if (reach) {
      measured.mean = Math.max(measured.mean, reach.mean);
      measured.deviation = Math.max(measured.deviation, reach.deviation);
    }
    if (restarted !== null) {
      measured.restarts++;
      log.warn('the dream started over', { reason: restarted, picture: measured.pictures });
    }
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    log.debug('drawing', { ...measured, note: note() });
  }

  function note(): string | null {
    const rate = blend.rate();
    if (rate === null) return null;
    const pictures = `the model draws ${pictureRate(rate)} pictures a second`;
    return rate < fps * 0.95 ? `${pictures}; between them we blend` : pictures;
  }

  function fail(message: string): void {
    if (ended) return;
    end();
    events.error(`The diffusion generator failed: ${message}`);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(readyTimer);
    clearTimeout(askTimer);
    clearTimeout(hungTimer);
    stopTicking();
    if (measured.pictures > 0) log.info('the dream ended', { ...measured, note: note() });
  }

  return {
    prompt(id, text) {
      if (ended) return;
      prompt = { id, text };
      engine().order({ type: 'prompt', dream, id, text });
      if (isDrawing) return;
      isDrawing = true;
      stopTicking = startTicker(
        () => fps,
        () => void show(),
      );
      ask();
    },
    control(name, value) {
      values[name] = value;
      if (ended) return;
      // before the first picture there is nothing to go on with
      if (!prompt) begin();
      else engine().order({ type: 'look', dream, look: turnedLook(look, values) });
    },
    pace(wantedFps, wantedQuality) {
      fps = clampFps(wantedFps);
      // at 100 the colours are not halved any more, which browsers' H.264 could not play once compiled
      quality = Math.round(Math.min(99, Math.max(1, wantedQuality || DEFAULT_QUALITY)));
    },
    picture(drawn) {
      if (ended || drawn.dream !== dream) return;
      const now = performance.now();
      blend.add(drawn.pixels, drawn.shown, now);
      measure(drawn);
      clearTimeout(hungTimer);
      // a model that is faster than the frames waits for them
      clearTimeout(askTimer);
      askTimer = setTimeout(ask, Math.max(0, askedAt + 1000 / fps - now));
    },
    engineIsBack() {
      if (ended) return;
      begin();
      if (!prompt) return;
      engine().order({ type: 'prompt', dream, ...prompt });
      ask();
    },
    fail,
    note,
    end,
  };
}
