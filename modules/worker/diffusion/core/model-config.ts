import { z } from 'zod';
import { ModelFault } from '../../contract/faults.ts';
import { clipTokenizer } from './clip-tokenizer.ts';
import type { Look } from './dream.ts';
import { type ScheduleOptions, STABLE_DIFFUSION } from './schedule.ts';
import type { TokenizerConfig } from './tokens.ts';

/** A model's configuration as plain data, so that it can be sent to another process or thread. */
export interface ModelConfig {
  tokenizer: object;
  tokenizerConfig: TokenizerConfig;
  schedule: ScheduleOptions;
  /** scaling of the autoencoder's latents */
  scaling: number;
  look: Look;
}

const tokenizerConfig = z.object({
  pad_token: z.union([z.string(), z.object({ content: z.string() })]).nullish(),
});
const schedulerConfig = z.object({
  beta_start: z.number().default(STABLE_DIFFUSION.betaStart),
  beta_end: z.number().default(STABLE_DIFFUSION.betaEnd),
  beta_schedule: z.literal('scaled_linear', 'only scaled_linear is supported').optional(),
  num_train_timesteps: z.int().min(2).default(STABLE_DIFFUSION.trainSteps),
  prediction_type: z.enum(['epsilon', 'v_prediction']).default('epsilon'),
});
const vaeConfig = z.object({ _class_name: z.string().optional(), scaling_factor: z.number().optional() });

/**
 * Defaults for the model folder's look.json: a calm drift that redraws half of each image. Not tested with real weights
 * yet.
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
 * Reads a model's configuration files in the diffusers layout. Only the tokenizer's are required.
 * @param read returns a file's text by its path in the model, or null if it doesn't exist
 * @throws ModelFault naming the invalid file
 */
export async function readModelConfig(
  model: string,
  read: (path: string) => Promise<string | null>,
): Promise<ModelConfig> {
  async function parsed<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
    try {
      return schema.parse(JSON.parse((await read(path)) ?? '{}'));
    } catch (error) {
      const words = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      throw new ModelFault(`${path} of the model ${model} is invalid: ${words}`);
    }
  }
  async function tokenizer(): Promise<object> {
    const [json, merges] = [await read('tokenizer/tokenizer.json'), await read('tokenizer/merges.txt')];
    if (json !== null || merges === null)
      return parsed('tokenizer/tokenizer.json', z.looseObject({ model: z.looseObject({}) }));
    return clipTokenizer(await parsed('tokenizer/vocab.json', z.record(z.string(), z.int())), merges);
  }
  const scheduler = await parsed('scheduler/scheduler_config.json', schedulerConfig);
  const vae = await parsed('vae_decoder/config.json', vaeConfig);
  return {
    tokenizer: await tokenizer(),
    tokenizerConfig: await parsed('tokenizer/tokenizer_config.json', tokenizerConfig),
    schedule: {
      betaStart: scheduler.beta_start,
      betaEnd: scheduler.beta_end,
      trainSteps: scheduler.num_train_timesteps,
      prediction: scheduler.prediction_type,
    },
    look: await parsed('look.json', look),
    scaling: vae.scaling_factor ?? (vae._class_name === 'AutoencoderTiny' ? 1 : SCALING),
  };
}
