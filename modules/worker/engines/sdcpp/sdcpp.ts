import { z } from 'zod';
import { numberOf, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { type Control, defaultsOf } from '../../../protocol/controls.ts';
import {
  type EngineAdapter,
  type EngineConfig,
  type EngineDream,
  EngineFault,
  FIRST_IMAGE_MS,
} from '../kit/adapter.ts';
import { callEngine } from '../kit/call-engine.ts';
import { createImageLoop, type ImageRequest } from '../kit/image-loop.ts';
import { createStyles, loopControls, negativeControl } from '../kit/loop-controls.ts';

const DEFAULT_URL = 'http://127.0.0.1:1234';
const LABEL = 'stable-diffusion.cpp';
/** 16:9 in whole latents, a size that small models were trained on */
const SIZE = { width: 576, height: 320 };
/** A CPU may need minutes per image, and the server doesn't respond meanwhile. */
const IMAGE_MS = FIRST_IMAGE_MS;

const capabilities = z.object({
  model: z.object({ stem: z.string() }),
  supported_modes: z.array(z.string()).optional(),
  defaults_by_mode: z
    .object({
      img_gen: z.object({
        sample_params: z.object({
          sample_steps: z.number().optional(),
          guidance: z.object({ txt_cfg: z.number() }).optional(),
        }),
      }),
    })
    .optional(),
  loras: z.array(z.object({ name: z.string(), path: z.string() })).default([]),
});
const answer = z.object({ images: z.array(z.string()).min(1) });

/**
 * stable-diffusion.cpp's server: single images over HTTP, each based on the last (the sdapi calls in
 * `examples/server/api.md`).
 */
export function createSdcppAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let styles = createStyles([]);
  let isWarm = false;

  async function look(signal: AbortSignal) {
    const answered = await callEngine({
      label: LABEL,
      url: `${url}/sdcpp/v1/capabilities`,
      init: { signal },
    });
    const parsed = capabilities.safeParse(answered);
    if (!parsed.success)
      throw new EngineFault(
        m.worker_engine_other({ url, engine: LABEL }),
        false,
        m.worker_engine_other_public({ engine: LABEL }),
      );
    if (parsed.data.supported_modes?.includes('img_gen') === false)
      throw new EngineFault(
        m.worker_sdcpp_wrong_model({ engine: LABEL, model: parsed.data.model.stem }),
        true,
      );
    return parsed.data;
  }

  async function draw({ prompt, seed, base, values, signal }: ImageRequest): Promise<Uint8Array[]> {
    const style = styles.pathOf(values);
    const body = {
      prompt,
      seed,
      ...SIZE,
      negative_prompt: values.negative,
      steps: numberOf(values, 'steps'),
      cfg_scale: numberOf(values, 'guidance'),
      ...(style && { lora: [{ path: style, multiplier: 1 }] }),
      ...(base && {
        init_images: [Buffer.from(await base.png()).toString('base64')],
        denoising_strength: numberOf(values, 'strength'),
      }),
    };
    const answered = await callEngine({
      label: LABEL,
      url: `${url}/sdapi/v1/${base ? 'img2img' : 'txt2img'}`,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      },
      timeoutMs: IMAGE_MS,
    });
    const parsed = answer.safeParse(answered);
    // The server always generates from scratch, so an empty answer is a fault and never means “nothing has changed”.
    if (!parsed.success) throw new EngineFault(m.worker_engine_no_image({ engine: LABEL }));
    return parsed.data.images.map((image) => Buffer.from(image, 'base64'));
  }

  return {
    name: 'sdcpp',
    label: LABEL,
    firstPatienceMs: IMAGE_MS,
    patienceMs: IMAGE_MS,
    async prepare(report, signal) {
      const { model, loras, defaults_by_mode: defaults } = await look(signal);
      styles = createStyles(loras);
      const params = defaults?.img_gen.sample_params;
      const controls = [...controlsOf(params?.sample_steps, params?.guidance?.txt_cfg), ...styles.controls];
      if (!isWarm) {
        report(m.worker_sdcpp_warming({ engine: LABEL, model: model.stem }));
        const values = defaultsOf(controls);
        await draw({ prompt: 'a calm sea at dusk', seed: 1, base: null, values, signal });
        isWarm = true;
      }
      return { version: model.stem, controls };
    },
    open: (dream: EngineDream, events) =>
      createImageLoop({ label: LABEL, dream, events, size: SIZE, draw, close: async () => {} }),
  };
}

/** Controls with the server's own defaults, which suit one-step models too. */
function controlsOf(steps = 1, guidance = 1): Control[] {
  return [
    ...loopControls(),
    negativeControl(),
    slider('steps', m.worker_control_steps(), { min: 1, max: 20, step: 1, default: steps }),
    slider('guidance', m.worker_control_guidance(), { min: 1, max: 12, step: 0.5, default: guidance }),
  ];
}
