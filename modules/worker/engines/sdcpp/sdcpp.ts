import { z } from 'zod';
import { numberOf, SEED_CONTROL, START_IMAGE_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { type Control, defaultsOf } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, EngineFault, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { createImageLoop, type ImageRequest } from '../kit/image-loop.ts';
import { cameraControl, createStyles, loopControls, negativeControl } from '../kit/loop-controls.ts';
import { splitAvi } from './avi.ts';
import { clipOrder, openClipSession } from './clips.ts';
import { runClipJob } from './jobs.ts';

const DEFAULT_URL = 'http://127.0.0.1:1234';
const LABEL = 'stable-diffusion.cpp';
/** 16:9 in whole latents, a size that small models were trained on */
const SIZE = { width: 576, height: 320 };
/** The same for video models, whose latents are twice as coarse; fits small cards. */
const CLIP_SIZE = { width: 512, height: 288 };
const CLIP_FPS = 16;
/** Two seconds at 16 frames per second. The server only makes clips of 4n + 1. */
const CLIP_FRAMES = 33;
const MIN_CLIP_FRAMES = 5;
const MAX_CLIP_FRAMES = 121;
/** A CPU may need minutes per image, and the server doesn't respond meanwhile. */
const IMAGE_MS = FIRST_IMAGE_MS;
const WARM_CLIP_MS = 30 * 60_000;
const WARM_PROMPT = 'a calm sea at dusk';

const sampling = z.object({
  sample_steps: z.number().int().positive().optional().catch(undefined),
  guidance: z.object({ txt_cfg: z.number() }).optional().catch(undefined),
});
const side = z.number().int().min(64).max(2048).optional().catch(undefined);
const capabilities = z.object({
  model: z.object({ stem: z.string() }),
  supported_modes: z.array(z.string()).optional(),
  defaults_by_mode: z
    .object({
      img_gen: z.object({ sample_params: sampling }).optional(),
      vid_gen: z
        .object({
          sample_params: sampling,
          width: side,
          height: side,
          fps: z.number().min(1).max(60).optional().catch(undefined),
          video_frames: z.number().int().optional().catch(undefined),
        })
        .optional(),
    })
    .optional(),
  loras: z
    .array(z.unknown())
    .default([])
    .transform((all) => all.flatMap((one) => lora.safeParse(one).data ?? [])),
});
const lora = z.object({ name: z.string(), path: z.string() });
type Capabilities = z.infer<typeof capabilities>;

const answer = z.object({ images: z.array(z.string()).min(1) });

/**
 * stable-diffusion.cpp's server (`examples/server/api.md`). With an image model: single images over HTTP, each based on
 * the last. With a video model: clips, each of which continues the last.
 */
export function createSdcppAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let styles = createStyles([]);
  let clips: ClipFormat | null = null;
  let isWarm = false;

  async function inspect(signal: AbortSignal): Promise<Capabilities> {
    const answered = await callEngine({
      label: LABEL,
      url: `${url}/sdcpp/v1/capabilities`,
      init: { signal },
    });
    const parsed = capabilities.safeParse(answered);
    if (!parsed.success) throw otherServer(LABEL, url);
    const { model, supported_modes: modes = ['img_gen'] } = parsed.data;
    if (!modes.includes('img_gen') && !modes.includes('vid_gen'))
      throw new EngineFault(m.worker_sdcpp_wrong_model({ engine: LABEL, model: model.stem }), true);
    return parsed.data;
  }

  async function draw({ prompt, seed, base, values, signal }: ImageRequest): Promise<Uint8Array[]> {
    const style = styles.chosen(values);
    const body = {
      prompt,
      seed,
      ...SIZE,
      negative_prompt: values.negative,
      steps: numberOf(values, 'steps'),
      cfg_scale: numberOf(values, 'guidance'),
      ...(style && { lora: [{ path: style.path, multiplier: style.strength }] }),
      ...(base && {
        init_images: [Buffer.from(await base.png()).toString('base64')],
        denoising_strength: numberOf(values, 'strength'),
      }),
    };
    const answered = await callEngine({
      label: LABEL,
      url: `${url}/sdapi/v1/${base ? 'img2img' : 'txt2img'}`,
      init: { signal },
      json: body,
      timeoutMs: IMAGE_MS,
    });
    const parsed = answer.safeParse(answered);
    // The server always generates from scratch, so an empty answer is a fault and never means “nothing has changed”.
    if (!parsed.success) throw new EngineFault(m.worker_engine_no_image({ engine: LABEL }));
    return parsed.data.images.map((image) => Buffer.from(image, 'base64'));
  }

  /** Loads everything before a person waits, by generating one image or the shortest clip. */
  async function warm(controls: readonly Control[], report: () => void, signal: AbortSignal): Promise<void> {
    const values = defaultsOf(controls);
    const first = { prompt: WARM_PROMPT, seed: 1, base: null };
    if (!clips) return void (await draw({ ...first, values, signal }));
    const order = clipOrder(first, { ...values, frames: MIN_CLIP_FRAMES }, { ...clips, style: undefined });
    const made = await runClipJob({
      ...{ label: LABEL, url, order, signal },
      timeoutMs: WARM_CLIP_MS,
      moved: report,
    });
    const { sound } = splitAvi(made.avi, LABEL);
    // some models only support one rate, whatever was requested
    clips = { ...clips, fps: made.fps, hasSound: sound !== null };
  }

  return {
    name: 'sdcpp',
    label: LABEL,
    get contentFps() {
      return clips?.fps;
    },
    get hasSound() {
      return clips?.hasSound ?? false;
    },
    get isClips() {
      return clips !== null;
    },
    firstPatienceMs: IMAGE_MS,
    patienceMs: IMAGE_MS,
    async prepare(report, signal) {
      const found = await inspect(signal);
      const { model, supported_modes: modes, defaults_by_mode: defaults } = found;
      styles = createStyles(found.loras);
      const params = defaults?.[modes?.includes('vid_gen') ? 'vid_gen' : 'img_gen']?.sample_params;
      if (modes?.includes('vid_gen')) clips ??= clipFormat(found);
      const controls = [
        // a camera would have to wait for whole clips
        ...(clips ? clipControls(clips.frames) : [...loopControls(), cameraControl(SIZE)]),
        ...samplingControls(params?.sample_steps, params?.guidance?.txt_cfg),
        ...styles.controls,
      ];
      if (!isWarm) {
        const warming = () => report(m.worker_sdcpp_warming({ engine: LABEL, model: model.stem }));
        warming();
        await warm(controls, warming, signal);
        isWarm = true;
      }
      return { version: model.stem, controls };
    },
    open: (dream, events) =>
      clips
        ? openClipSession({ label: LABEL, url, dream, events, ...clips, style: styles.chosen })
        : createImageLoop({ label: LABEL, dream, events, size: SIZE, draw, close: async () => {} }),
  };
}

interface ClipFormat {
  size: { width: number; height: number };
  fps: number;
  frames: number;
  /** its clips have sound, as the first one has shown */
  hasSound: boolean;
}

/** The server's own defaults where its operator has set them: without, its size is a square and its length one frame. */
function clipFormat({ defaults_by_mode }: Capabilities): ClipFormat {
  const { width, height, fps, video_frames: frames = 1 } = defaults_by_mode?.vid_gen ?? {};
  return {
    size: width && height && width !== height ? { width, height } : CLIP_SIZE,
    fps: fps ?? CLIP_FPS,
    hasSound: false,
    frames: frames < MIN_CLIP_FRAMES ? CLIP_FRAMES : Math.min(MAX_CLIP_FRAMES, wholeClip(frames)),
  };
}

const wholeClip = (frames: number) => Math.floor((frames - 1) / 4) * 4 + 1;

const clipControls = (frames: number): Control[] => [
  SEED_CONTROL,
  START_IMAGE_CONTROL,
  {
    ...slider('frames', m.worker_control_clip(), { min: MIN_CLIP_FRAMES, max: 81, step: 4, default: frames }),
    hint: m.worker_control_clip_hint(),
  },
];

/** Controls with the server's own defaults, which suit one-step models too. */
const samplingControls = (steps = 1, guidance = 1): Control[] => [
  negativeControl(),
  slider('steps', m.worker_control_steps(), { min: 1, max: 20, step: 1, default: steps }),
  slider('guidance', m.worker_control_guidance(), { min: 1, max: 12, step: 0.5, default: guidance }),
];
