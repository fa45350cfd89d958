import type { GeneratorEvents, GeneratorJob, VideoFrame } from '../../../generator/generator.ts';
import { START_IMAGE_CONTROL, seedOf, startingValues } from '../../../generator/values.ts';
import type { Log } from '../../../kit/log.ts';
import { pictureRate } from '../../../kit/shared/picture-rate.ts';
import type { ControlValue } from '../../../protocol/controls.ts';
import {
  createPlayer,
  type DecodeImage,
  type EncodeJpeg,
  type Player,
  type PlayerOptions,
} from '../../player/player.ts';
import type { Look } from './dream.ts';
import type { DrawnImage, Engine } from './engine-protocol.ts';
import { lookControls, turnedLook } from './look-controls.ts';

/** One dream, from its first prompt to its end. */
export interface Dreaming {
  prompt(id: string, text: string): void;
  control(name: string, value: ControlValue): void;
  /** the camera's newest frame; null once it is off */
  video(frame: VideoFrame | null): void;
  pace: Player['pace'];
  coding: Player['coding'];
  /** the engine generated an image */
  image(drawn: DrawnImage & { dream: number }): void;
  /** the engine restarted after a crash */
  engineIsBack(): void;
  /** the engine crashed and is restarting */
  engineIsAway(): void;
  fail(message: string): void;
  /** the model's speed, in words for people */
  note(): string | null;
  end(): void;
}

export interface DreamingOptions {
  job: GeneratorJob;
  events: GeneratorEvents;
  look: Look;
  engine: () => Engine;
  encode: EncodeJpeg;
  /** optional: without it, frames are JPEGs */
  encoders?: PlayerOptions['encoders'];
  decode: DecodeImage;
  /** called when an image is so late that the engine must be hanging */
  hung(silentMs: number): void;
  /** added to twenty times an image's usual duration; default 15 s */
  patienceMs?: number;
  log: Log;
}

const REPORT_INTERVAL_MS = 10_000;
/** A hanging driver returns neither an image nor an error, but a slow model may just need longer. */
const PATIENCE_MS = 15_000;
const PATIENCE_IMAGES = 20;

let dreams = 0;

/**
 * Requests one image after another from the engine and blends between them at 16 frames per second until the dream
 * ends.
 */
export function createDreaming(options: DreamingOptions): Dreaming {
  const { job, events, look, engine, encode, decode, log } = options;
  const dream = ++dreams;
  const { width, height, device, imageMs } = engine().loaded;
  const player = createPlayer({
    job,
    events,
    encode,
    encoders: options.encoders,
    log,
    failed: fail,
    waitsFor: () =>
      player.played() === 0
        ? 'The model is generating the first image'
        : 'The model has generated no new image',
  });
  let prompt: { id: string; text: string } | null = null;
  let isDrawing = false;
  let ended = false;
  let askedAt = 0;
  let reportedAt = 0;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let hungTimer: ReturnType<typeof setTimeout> | undefined;
  const patienceMs = (options.patienceMs ?? PATIENCE_MS) + PATIENCE_IMAGES * imageMs;
  const measured = { images: 0, held: 0, restarts: 0, mean: 0, deviation: 0 };

  const values = startingValues(lookControls(look), job);
  let image: Uint8ClampedArray | null = null;
  let decoded = loadStartImage();
  /** the camera's newest frame; null while it is off */
  let live: { jpeg: Uint8Array; pixels: Uint8ClampedArray | null } | null = null;
  let isReading = false;

  begin();
  const readyTimer = setTimeout(() => {
    events.loading(
      1,
      `The model generates about ${pictureRate(1000 / imageMs)} images per second on ${device}`,
    );
    events.ready();
  }, 0);

  function begin(): void {
    const seed = seedOf(job, values);
    engine().order({ type: 'start', dream, seed, look: turnedLook(look, values), image });
  }

  /** Scales the viewer's start image to the model's size. */
  async function loadStartImage(): Promise<void> {
    const brought = values[START_IMAGE_CONTROL.name];
    if (!brought && !image) return;
    try {
      image = brought ? await decode(String(brought), { width, height }) : null;
      if (!ended) begin();
    } catch (error) {
      log.warn('the start image can’t be read', { error });
    }
  }

  /** Waits for the start image, if there is one. */
  async function startDrawing(): Promise<void> {
    await decoded;
    if (ended || !prompt) return;
    engine().order({ type: 'prompt', dream, ...prompt });
    player.start();
    ask();
  }

  /** Only one image is in flight at a time, even after an engine restart. */
  function ask(): void {
    clearTimeout(askTimer);
    clearTimeout(hungTimer);
    hungTimer = setTimeout(() => options.hung(patienceMs), patienceMs);
    askedAt = performance.now();
    engine().order({ type: 'draw', dream, ...(live?.pixels && { live: live.pixels }) });
  }

  /** Decodes one frame at a time; newer ones replace the one that waits. */
  async function readLive(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let read: Uint8Array | null = null; live && live.jpeg !== read && !ended; ) {
      read = live.jpeg;
      const pixels = await decode(dataUriOf(read), { width, height }).catch(() => null);
      if (live && pixels) live.pixels = pixels;
    }
    isReading = false;
  }

  function measure({ held, reach, restarted }: DrawnImage): void {
    measured.images++;
    if (held > 0) measured.held++;
    if (reach) {
      measured.mean = Math.max(measured.mean, reach.mean);
      measured.deviation = Math.max(measured.deviation, reach.deviation);
    }
    if (restarted !== null) {
      measured.restarts++;
      log.warn('the dream started over', { reason: restarted, image: measured.images });
    }
    const now = performance.now();
    if (now - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = now;
    log.debug('drawing', { ...measured, note: player.note() });
  }

  function fail(message: string): void {
    if (ended) return;
    end();
    events.error(`The diffusion generator failed: ${message}`, 'The model failed.');
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(readyTimer);
    clearTimeout(askTimer);
    clearTimeout(hungTimer);
    player.end();
    if (measured.images > 0) log.info('the dream ended', { ...measured, note: player.note() });
  }

  return {
    prompt(id, text) {
      if (ended) return;
      prompt = { id, text };
      if (isDrawing) {
        engine().order({ type: 'prompt', dream, id, text });
        return;
      }
      isDrawing = true;
      void startDrawing();
    },
    control(name, value) {
      values[name] = value;
      if (ended) return;
      // before the first prompt there is no loop to continue
      if (name === START_IMAGE_CONTROL.name) decoded = loadStartImage();
      else if (!prompt) begin();
      else engine().order({ type: 'look', dream, look: turnedLook(look, values) });
    },
    video(frame) {
      live = frame && { jpeg: frame.jpeg, pixels: live?.pixels ?? null };
      void readLive();
    },
    pace: player.pace,
    coding: player.coding,
    image(drawn) {
      if (ended || drawn.dream !== dream) return;
      const now = performance.now();
      player.add([{ pixels: drawn.pixels, width, height, shown: drawn.shown }]);
      measure(drawn);
      clearTimeout(hungTimer);
      // a model that is faster than the frame rate waits
      clearTimeout(askTimer);
      askTimer = setTimeout(ask, Math.max(0, askedAt + 1000 / player.fps() - now));
    },
    engineIsAway: () => player.delayedBy('The model failed and is being reloaded'),
    engineIsBack() {
      if (ended) return;
      begin();
      if (!prompt) return;
      engine().order({ type: 'prompt', dream, ...prompt });
      ask();
    },
    fail,
    note: player.note,
    end,
  };
}

/** Without Node's Buffer, since browser tabs generate, too. */
const dataUriOf = (jpeg: Uint8Array): string =>
  `data:image/jpeg;base64,${btoa(Array.from(jpeg, (byte) => String.fromCharCode(byte)).join(''))}`;
