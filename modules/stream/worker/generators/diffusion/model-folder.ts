import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Look } from './core/dream.ts';
import { type ScheduleOptions, STABLE_DIFFUSION } from './core/schedule.ts';
import { ModelFault } from './core/session.ts';
import type { TokenizerConfig } from './core/tokens.ts';

export const GRAPHS = ['text_encoder', 'unet', 'vae_encoder', 'vae_decoder'] as const;
export type GraphName = (typeof GRAPHS)[number];

/** A model that is all there; plain data, so that it can be handed to the engine's process. */
export interface ModelFiles {
  name: string;
  folder: string;
  graphs: Record<GraphName, string>;
  tokenizer: object;
  tokenizerConfig: TokenizerConfig;
  schedule: ScheduleOptions;
  /** of the autoencoder's latents */
  scaling: number;
  look: Look;
}

const tokenizerConfig = z.object({
  pad_token: z.union([z.string(), z.object({ content: z.string() })]).nullish(),
});
const schedulerConfig = z.object({
  beta_start: z.number().default(STABLE_DIFFUSION.betaStart),
  beta_end: z.number().default(STABLE_DIFFUSION.betaEnd),
  beta_schedule: z.literal('scaled_linear', 'only scaled_linear is known here').optional(),
  num_train_timesteps: z.int().min(2).default(STABLE_DIFFUSION.trainSteps),
  prediction_type: z.enum(['epsilon', 'v_prediction']).default('epsilon'),
});
const vaeConfig = z.object({ _class_name: z.string().optional(), scaling_factor: z.number().optional() });

/**
 * How dreams move; look.json in the model's folder may say otherwise. A calm drift, of which half is drawn anew in each
 * picture. Nobody has seen these with true weights yet.
 */
const look = z.strictObject({
  feedback: z.number().min(0).max(0.95).default(0.5),
  wander: z.number().min(0).max(1).default(0.06),
  guidance: z.number().min(1).max(10).default(1),
  delta: z.number().min(0).max(2).default(1),
  turn: z.int().min(1).max(240).default(8),
  camera: z
    .strictObject({ zoom: z.number().min(-0.05).max(0.05), pan: z.number().min(0).max(0.05) })
    .default({ zoom: 0.004, pan: 0.003 }),
  similar: z
    .strictObject({ threshold: z.number().min(0).max(1), mostSkips: z.int().min(0).max(10) })
    .default({ threshold: 0.99, mostSkips: 2 }),
});

const SCALING = 0.18215;

/**
 * Reads a model in the diffusers ONNX layout. The four graphs and tokenizer/tokenizer.json must be there; the small
 * configuration files beside them are read where they are.
 * @throws ModelFault naming every file that is missing
 */
export async function readModelFolder(name: string, folder: string): Promise<ModelFiles> {
  const paths = GRAPHS.map((graph) => `${graph}/model.onnx`);
  const missing = ['tokenizer/tokenizer.json', ...paths].filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) {
    throw new ModelFault(
      `The model ${name} is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing in ${folder}. ` +
        `It takes tokenizer/tokenizer.json, ${paths.join(', ')} (the diffusers ONNX layout).`,
    );
  }
  const read = <T extends z.ZodType>(path: string, schema: T) => readJson(name, folder, path, schema);
  const scheduler = await read('scheduler/scheduler_config.json', schedulerConfig);
  const vae = await read('vae_decoder/config.json', vaeConfig);
  return {
    name,
    folder,
    graphs: Object.fromEntries(GRAPHS.map((graph) => [graph, join(folder, graph, 'model.onnx')])) as Record<
      GraphName,
      string
    >,
    tokenizer: await read('tokenizer/tokenizer.json', z.looseObject({ model: z.looseObject({}) })),
    tokenizerConfig: await read('tokenizer/tokenizer_config.json', tokenizerConfig),
    schedule: {
      betaStart: scheduler.beta_start,
      betaEnd: scheduler.beta_end,
      trainSteps: scheduler.num_train_timesteps,
      prediction: scheduler.prediction_type,
    },
    look: await read('look.json', look),
    scaling: vae.scaling_factor ?? (vae._class_name === 'AutoencoderTiny' ? 1 : SCALING),
  };
}

/** A file that is not there reads as an empty one. */
async function readJson<T extends z.ZodType>(
  name: string,
  folder: string,
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const file = join(folder, path);
  try {
    return schema.parse(existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {});
  } catch (error) {
    const words = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ModelFault(`${path} of the model ${name} in ${folder} is not what it should be: ${words}`);
  }
}
