import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  address,
  type Given,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
  webUrl,
} from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

export const GENERATOR_NAMES = [
  'demo',
  'diffusion',
  'helios',
  'comfyui',
  'sdcpp',
  'fal',
  'krea',
  'scope',
] as const;
export type GeneratorName = (typeof GENERATOR_NAMES)[number];

/** Settings of this machine's generator, for the server's own workers and for `bun run worker`. */
export const workerSettings = {
  RELAY_URL: setting(
    address({ schemes: ['ws', 'wss'], path: true }).optional(),
    'ws://localhost:PORT',
    'only for `bun run worker`: the relay that the worker connects to',
  ),
  WORKER_NAME: setting(
    text.pipe(z.string().max(64)).optional(),
    'the host name with a hash of its settings',
    'only for `bun run worker`: the worker’s id on the Workers page, by which it stays drained after a restart; workers with the same settings on one machine need one each',
  ),
  GENERATOR: setting(
    z.enum(GENERATOR_NAMES).default('demo'),
    'demo',
    'what generates the images on this machine, in the server’s own workers and in `bun run worker`: the `demo` painter, a `diffusion` model, or an engine that is already running: `helios`, `comfyui`, `sdcpp`, `fal`, `krea`, `scope`',
  ),
  ENGINE_URL: setting(
    webUrl.optional(),
    'the engine’s default address on this machine',
    'where the engine listens, such as `http://gpu:8188`',
  ),
  ENGINE_KEY: secret(key.optional(), '–', 'its key, if it needs one; `fal` always does'),
  WORKFLOW: setting(
    text.optional(),
    'an included one',
    'the workflow for `comfyui`: a file in ComfyUI’s API format that contains `{prompt}` and the other slots',
  ),
  MODEL: setting(
    text.default('sdxs'),
    'sdxs',
    'the `diffusion` model: a preset (`sdxs`, `sdxs-int8` for a processor, `sd-turbo`), a folder in the diffusers ONNX layout, or `owner/name` on the model hub; downloaded once into DATA_DIR/models',
  ),
  MODEL_BASE: setting(
    webUrl.default('https://huggingface.co'),
    'https://huggingface.co',
    'where models are downloaded from: the model hub, or a mirror with the same API',
  ),
  MODEL_LICENCE: setting(
    z.literal('accepted', { error: m.worker_setting_accepted_or_unset }).optional(),
    '–',
    '`accepted` once you have read the model’s licence, which is shown before anything is downloaded; in a terminal you are asked',
  ),
  DEVICE: setting(
    z.enum(['auto', 'cpu', 'webgpu', 'cuda']).default('auto'),
    'auto',
    'what the model runs on; `cuda` is a separate download. It falls back to the processor and says why',
  ),
};

export type EngineSettings = SettingsOf<typeof workerSettings>;

export function checkWorkerSettings({ GENERATOR, ENGINE_KEY, WORKFLOW }: Given, fault: ReportFault): void {
  if (GENERATOR === 'fal' && !ENGINE_KEY) fault('ENGINE_KEY', m.worker_setting_fal_needs_key());
  if (WORKFLOW && !existsSync(WORKFLOW)) fault('WORKFLOW', m.worker_setting_no_file());
}
