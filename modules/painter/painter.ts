import {
  type CodingOrder,
  type Generator,
  type GeneratorEvents,
  type GeneratorJob,
  type JobPast,
  NATIVE,
  type PromptTiming,
  type VideoFrame,
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
import { CODEC } from '../protocol/codecs.ts';
import type { Control, ControlValue, ControlValues } from '../protocol/controls.ts';
import { AT_REST, readHeld } from '../protocol/steering.ts';
import { PAINTER_FACTS } from './contract/facts.ts';
import { createDream, type Dream, type DreamStyle } from './dream.ts';
import { createMirror, MIRROR } from './layers/effects/mirror.ts';
import { noiseFields } from './noise.ts';
import { receiptOf } from './reading/receipt-of.ts';
import { type DreamSound, openDreamSound } from './sound/dream-sound.ts';
import { noiseBands } from './sound/noise-bands.ts';

const DEFAULT_QUALITY = 80;
/** Longest time without an answer to messages. */
const SLICE_MS = 40;

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
  camera(),
  { kind: 'switch', name: 'grain', label: m.painter_control_grain(), live: true, default: true },
  { kind: 'video', name: 'mirror', label: m.painter_control_mirror(), live: true, ...MIRROR },
];

/** Letters next to each other on every layout that has them; arrows turn it. */
const camera = (): Control => ({
  kind: 'axes',
  name: 'camera',
  label: m.painter_control_camera(),
  live: true,
  axes: [
    {
      ...{ name: 'pan', label: m.painter_camera_pan(), keys: ['ArrowLeft', 'ArrowRight'] },
      ...{ stick: 'left-x', pointer: 'x' },
    },
    {
      name: 'tilt',
      label: m.painter_camera_tilt(),
      keys: ['ArrowUp', 'ArrowDown'],
      stick: 'left-y',
      pointer: 'y',
    },
    { name: 'walk', label: m.painter_camera_walk(), keys: ['KeyW', 'KeyS'], stick: 'right-y' },
    { name: 'zoom', label: m.painter_camera_zoom(), keys: ['KeyA', 'KeyD'], stick: 'right-x' },
  ],
  buttons: [{ name: 'home', label: m.painter_camera_home(), key: 'KeyC', pad: 0 }],
  default: AT_REST,
});

interface Painter extends Generator {
  /** Prepares for the first dream, which would otherwise wait for it. Does nothing during a dream. */
  warmUp(): Promise<void>;
}

/**
 * A generator that only needs a CPU: it paints scenes from the meaning of a prompt's words.
 * @param encoders default: none, so frames are JPEGs
 */
export function createPainter(encoders?: VideoEncoders<SyncVideoEncoder>): Painter {
  let session: ReturnType<typeof startSession> | null = null;
  return {
    async warmUp() {
      if (!session) rehearse();
      if (!session) await rehearseVideo(encoders);
    },
    name: 'demo',
    version: '1',
    isAi: false,
    ...PAINTER_FACTS,
    ...NATIVE,
    codecs: encoders && codecsOf(encoders),
    controls: controls(),
    start(job, events) {
      session?.end();
      session = startSession(job, events, encoders);
    },
    prompt(id, text, timing) {
      session?.prompt(id, text, timing);
    },
    control(name, value, frame) {
      session?.control(name, value, frame);
    },
    video(_, frame) {
      session?.video(frame);
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
  let early: { id: string; text: string; timing: PromptTiming } | null = null;
  const values = startingValues(controls(), job);
  /** frames of the dream that it continues */
  const earlier = (job.past?.frame ?? 1) - 1;
  /** frames of this dream so far */
  let frames = 0;
  /** changes of controls that wait for their frames */
  let changes: { name: string; value: ControlValue; frame: number }[] = [];
  let resumed: string | null = null;
  let fps = clampFps(job.fps);
  let quality = DEFAULT_QUALITY;
  const { width, height, watermark } = job;
  const coder = createVideoCoder(encoders, () => ({ width, height, fps, watermark }), job.codec, {
    opened: (encoder) => console.info(`frames go out as video: ${encoder}`),
    fault: (error) => console.warn('no video: frames are JPEGs', error),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopTicking = () => {};
  const mirror = createMirror();
  let sound: DreamSound | null = null;
  let ended = false;

  let running = false;

  const preparations: Step[] = [
    () => events.loading(0, m.painter_loading_pigments()),
    () => void noiseFields(),
    () => void (events.sound && noiseBands()),
    () => events.loading(0.6, m.painter_loading_canvas()),
    rehearse,
  ];
  const warmUp: Step[] = [
    ...(isRehearsed ? [] : preparations),
    () => {
      dream = begin();
    },
  ];
  if (job.past) warmUp.push(pastOf(job.past));
  warmUp.push(() => {
    events.loading(1, null);
    events.ready();
    if (early) prompt(early.id, early.text, early.timing);
  });
  timer = setTimeout(warm, 0);

  function begin(): Dream {
    return createDream({ width: job.width, height: job.height, seed: seedOf(job, values) });
  }

  function warm(): void {
    if (ended) return;
    attempt(() => {
      const step = warmUp.shift();
      if (step?.() === true) warmUp.unshift(step);
    });
    if (warmUp.length > 0 && !ended) timer = setTimeout(warm, 0);
  }

  /** Goes through the dream that this one continues, a little at a time. */
  function pastOf(past: JobPast): Step {
    const pastValues = startingValues(controls(), { ...job, controls: past.controls });
    const shots = past.shots.toSorted((a, b) => a.frame - b.frame);
    let at = 1;
    let isRead = false;
    return () => {
      if (!dream) return false;
      if (!isRead)
        for (const { prompt: text, frame, soft } of shots)
          if (text !== undefined) dream.prompt('', text, { frame, softSeconds: soft });
      isRead = true;
      const until = performance.now() + SLICE_MS;
      while (at <= earlier && performance.now() < until) {
        while (shots[0] && shots[0].frame <= at) Object.assign(pastValues, shots.shift()?.controls);
        dream.skip(fps, styleOf(pastValues));
        at += 1;
      }
      events.loading(at / past.frame, m.painter_loading_past());
      return at <= earlier;
    };
  }

  function run(from: Dream): void {
    sound = openDreamSound(seedOf(job, values), earlier / fps, events);
    stopTicking = startTicker(
      () => fps,
      () => attempt(() => drawFrame(from)),
    );
  }

  function drawFrame(from: Dream): void {
    const started = Date.now();
    for (const { name, value, frame } of changes) if (frame <= frames + 1) values[name] = value;
    changes = changes.filter(({ frame }) => frame > frames + 1);
    const { drawn, shown, understood } = from.next(fps, { ...styleOf(values), mirror });
    if (!drawn) return;
    // the first frame also builds its scene, for which the sound doesn't wait
    const timestamp = frames === 0 ? Date.now() : started;
    frames += 1;
    const video = videoOf(from, timestamp);
    const coded = video?.accessUnit ?? from.jpeg(quality);
    if (resumed !== null) events.promptShown(resumed);
    resumed = null;
    if (shown && understood) events.promptShown(shown, receiptOf(understood), understood.changed);
    events.frame(coded, timestamp, video ?? undefined);
    sound?.frame(from.scene(), timestamp);
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
    sound?.end();
    coder.close();
  }

  function prompt(id: string, text: string, { frame, softSeconds, resumes, more }: PromptTiming = {}): void {
    if (ended) return;
    if (!dream || warmUp.length > 0) {
      early = { id, text, timing: { frame, softSeconds, resumes } };
      return;
    }
    if (resumes && earlier > 0) resumed = id;
    else dream.prompt(id, text, { softSeconds, ...(frame !== undefined && { frame: earlier + frame }) });
    if (!running && !more) {
      running = true;
      run(dream);
    }
  }

  return {
    end,
    prompt,
    control(name: string, value: ControlValue, frame?: number) {
      if (frame !== undefined && frame > frames + 1) {
        changes.push({ name, value, frame });
        return;
      }
      values[name] = value;
      if (name === 'seed' && dream && !running) dream = begin();
    },
    video(frame: VideoFrame | null) {
      if (frame) void mirror.show(frame.jpeg);
      else mirror.hide();
    },
    coding: (order: CodingOrder) => coder.order(order),
    pace(wantedFps: number, wantedQuality: number, kbps?: number) {
      coder.rate(kbps);
      fps = clampFps(wantedFps);
      quality = Math.round(Math.min(100, Math.max(1, wantedQuality || DEFAULT_QUALITY)));
    },
  };
}

/** A step of the preparations. Returns true to be called again. */
type Step = () => unknown;

const styleOf = (values: ControlValues): DreamStyle => ({
  motion: numberOf(values, 'motion'),
  grain: values.grain === true,
  held: readHeld(values.camera),
});

/** Code, once compiled, serves all dreams of this process. */
let isRehearsed = false;

/** Paints frames that are never sent, so that the code is compiled before the first prompt. */
function rehearse(): void {
  const dream = createDream({ width: NATIVE.width, height: NATIVE.height, seed: 1 });
  for (const words of ['mountains under clouds by a lake', 'a fox in the snow']) {
    dream.prompt('', words);
    dream.next(NATIVE.fps);
  }
  dream.jpeg(DEFAULT_QUALITY);
  isRehearsed = true;
}

/** Loads an encoder's library. Dreams report encoders that don't open. */
async function rehearseVideo(encoders: VideoEncoders<SyncVideoEncoder> | undefined): Promise<void> {
  const { width, height, fps } = NATIVE;
  const encoder = await encoders?.[CODEC.h264]?.({ width, height, fps }).catch(() => null);
  encoder?.close();
}
