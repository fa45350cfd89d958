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

/** Settings of this box's generator, for the server's own workers and for `bun run worker`. */
export const workerSettings = {
  RELAY_URL: setting(
    address({ schemes: ['ws', 'wss'], path: true }).optional(),
    'ws://localhost:PORT',
    'only for `bun run worker`: the relay that the worker dials',
  ),
  WORKER_NAME: setting(
    text.pipe(z.string().max(64)).optional(),
    'the host name with a mark of its settings',
    'only for `bun run worker`: the id of the worker on the Workers page, by which a drain holds after a restart; workers with the same settings on one machine want one each',
  ),
  GENERATOR: setting(
    z.enum(GENERATOR_NAMES).default('demo'),
    'demo',
    'what draws on this box, in the server’s own workers and in `bun run worker`: the `demo` painter, a `diffusion` model, or an engine that runs already: `helios`, `comfyui`, `sdcpp`, `fal`, `krea`, `scope`',
  ),
  ENGINE_URL: setting(
    webUrl.optional(),
    "the engine's usual one on this box",
    'where the engine listens, as in `http://gpu:8188`',
  ),
  ENGINE_KEY: secret(key.optional(), '–', 'key for it, where it wants one; `fal` always does'),
  WORKFLOW: setting(
    text.optional(),
    'one that comes along',
    'the workflow that `comfyui` draws with: a file in ComfyUI’s API format with `{prompt}` and the other slots in it',
  ),
  MODEL: setting(
    text.default('sdxs'),
    'sdxs',
    'the `diffusion` model: a preset (`sdxs`, `sdxs-int8` for a processor, `sd-turbo`), a folder in the diffusers ONNX layout, or `owner/name` on the model hub; fetched once into DATA_DIR/models',
  ),
  MODEL_BASE: setting(
    webUrl.default('https://huggingface.co'),
    'https://huggingface.co',
    'where it is fetched: the model hub, or a mirror that speaks as it does',
  ),
  MODEL_LICENCE: setting(
    z.literal('accepted', 'must be accepted, or not set').optional(),
    '–',
    '`accepted` once you have read the licence of the model, which is shown before anything is fetched; at a terminal you are asked',
  ),
  DEVICE: setting(
    z.enum(['auto', 'cpu', 'webgpu', 'cuda']).default('auto'),
    'auto',
    'what the model draws on; `cuda` is a download of its own. It falls back to the processor and says why',
  ),
};

export type EngineSettings = SettingsOf<typeof workerSettings>;

export function checkWorkerSettings({ GENERATOR, ENGINE_KEY, WORKFLOW }: Given, fault: ReportFault): void {
  if (GENERATOR === 'fal' && !ENGINE_KEY)
    fault('ENGINE_KEY', 'fal draws for a key only; see fal.ai/dashboard/keys');
  if (WORKFLOW && !existsSync(WORKFLOW)) fault('WORKFLOW', 'there is no such file');
}
