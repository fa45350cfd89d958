import {
  type CodingOrder,
  type Generator,
  type GeneratorEvents,
  type GeneratorJob,
  NATIVE,
} from '../generator/generator.ts';
import { clampFps, startTicker } from '../generator/ticker.ts';
import { numberOf, SEED_CONTROL, seedOf, startingValues } from '../generator/values.ts';
import {
  codecsOf,
  createVideoCoder,
  type EncodedFrame,
  type SyncVideoEncoder,
  type VideoEncoders,
} from '../generator/video-coder.ts';
import { m } from '../kit/texts/m.ts';
import type { Control, ControlValue } from '../protocol/controls.ts';
import { createDream, type Dream } from './dream.ts';
import { noiseFields } from './noise.ts';
import { receiptOf } from './reading/receipt-of.ts';

const DEFAULT_QUALITY = 80;

const controls = (): Control[] => [
  SEED_CONTROL,
  {
    kind: 'number',
    name: 'motion',
    label: m.painter_control_motion(),
    live: true,
    min: 0.2,
    max: 2,
    step: 0.1,
    default: 1,
  },
  { kind: 'switch', name: 'grain', label: m.painter_control_grain(), live: true, default: true },
];

/**
 * A generator that only needs a CPU: it paints scenes from the meaning of a prompt's words.
 * @param encoders default: none, so frames are JPEGs
 */
export function createPainter(encoders?: VideoEncoders<SyncVideoEncoder>): Generator {
  let session: ReturnType<typeof startSession> | null = null;
  return {
    name: 'demo',
    version: '1',
    isAi: false,
    ...NATIVE,
    codecs: encoders && codecsOf(encoders),
    controls: controls(),
    start(job, events) {
      session?.end();
      session = startSession(job, events, encoders);
    },
    prompt(id, text) {
      session?.prompt(id, text);
    },
    control(name, value) {
      session?.control(name, value);
    },
    pace(fps, quality, kbps) {
      session?.pace(fps, quality, kbps);
    },
    coding(order) {
      session?.coding(order);
    },
    async stop() {
      session?.end();
      session = null;
    },
  };
}

function startSession(
  job: GeneratorJob,
  events: GeneratorEvents,
  encoders: VideoEncoders<SyncVideoEncoder> | undefined,
) {
  let dream: Dream | null = null;
  let early: { id: string; text: string } | null = null;
  const values = startingValues(controls(), job);
  let fps = clampFps(job.fps);
  let quality = DEFAULT_QUALITY;
  const { width, height, watermark } = job;
  const coder = createVideoCoder(encoders, () => ({ width, height, fps, watermark }), job.codec, {
    opened: (encoder) => console.info(`frames go out as video: ${encoder}`),
    fault: (error) => console.warn('no video: frames are JPEGs', error),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopTicking = () => {};
  let ended = false;

  const warmUp = [
    () => events.loading(0, m.painter_loading_pigments()),
    () => void noiseFields(),
    () => events.loading(0.6, m.painter_loading_canvas()),
    rehearse,
    () => {
      dream = begin();
      if (early) dream.prompt(early.id, early.text);
      events.loading(1, null);
      events.ready();
      if (early) run(dream);
    },
  ];
  timer = setTimeout(warm, 0);

  function begin(): Dream {
    return createDream({ width: job.width, height: job.height, seed: seedOf(job, values) });
  }

  function warm(): void {
    if (ended) return;
    attempt(() => warmUp.shift()?.());
    if (warmUp.length > 0 && !ended) timer = setTimeout(warm, 0);
  }

  function run(from: Dream): void {
    stopTicking = startTicker(
      () => fps,
      () => attempt(() => drawFrame(from)),
    );
  }

  function drawFrame(from: Dream): void {
    const timestamp = Date.now();
    const { drawn, shown, understood } = from.next(fps, {
      motion: numberOf(values, 'motion'),
      grain: values.grain === true,
    });
    if (!drawn) return;
    const video = videoOf(from, timestamp);
    const coded = video?.accessUnit ?? from.jpeg(quality);
    if (shown !== null && understood) events.promptShown(shown, receiptOf(understood), understood.changed);
    events.frame(coded, timestamp, video ?? undefined);
  }

  /** Null if the frame must be a JPEG. */
  function videoOf(from: Dream, at: number): EncodedFrame | null {
    const { encoder } = coder;
    if (!encoder) return null;
    try {
      return encoder.encode({ data: from.pixels(), width: job.width, height: job.height, channels: 4 }, at);
    } catch (error) {
      coder.failed(encoder, error);
      return null;
    }
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch (cause) {
      end();
      events.error(
        m.painter_error_failed({ reason: cause instanceof Error ? cause.message : String(cause) }),
      );
    }
  }

  function end(): void {
    ended = true;
    clearTimeout(timer);
    stopTicking();
    coder.close();
  }

  let running = false;
  return {
    end,
    prompt(id: string, text: string) {
      if (ended) return;
      if (!dream) {
        early = { id, text };
        running = true;
        return;
      }
      dream.prompt(id, text);
      if (!running) run(dream);
      running = true;
    },
    control(name: string, value: ControlValue) {
      values[name] = value;
      if (name === 'seed' && dream && !running) dream = begin();
    },
    coding: (order: CodingOrder) => coder.order(order),
    pace(wantedFps: number, wantedQuality: number, kbps?: number) {
      coder.rate(kbps);
      fps = clampFps(wantedFps);
      quality = Math.round(Math.min(100, Math.max(1, wantedQuality || DEFAULT_QUALITY)));
    },
  };
}

/** Paints a few frames that are never sent, so that the code is compiled before the first prompt. */
function rehearse(): void {
  const dream = createDream({ width: NATIVE.width, height: NATIVE.height, seed: 1 });
  dream.prompt('', 'mountains under clouds by a lake');
  dream.next(NATIVE.fps);
  dream.jpeg(DEFAULT_QUALITY);
}
