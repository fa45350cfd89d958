import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  address,
  type Given,
  isLoopback,
  type SettingsOf,
  setting,
  type TellFault,
  text,
  token,
  webUrl,
  whole,
} from '../../src/kit/settings/setting.ts';
import { readAddress } from '../../src/kit/settings/setting-address.ts';

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

/** An amount of money, as in 2.5. */
const usd = text
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 2.5')
  .transform(Number)
  .refine((amount) => amount > 0, 'must be more than 0');

/** What draws, hears and helps while somebody dreams. */
export const streamSettings = {
  LLM_BASE_URL: setting(
    webUrl.optional(),
    '–',
    'agent mode, and names that are proposed for dreams: any OpenAI-compatible server, as in `http://localhost:11434/v1`; without it agent mode is off, and names come from the first prompt',
  ),
  LLM_API_KEY: setting(text.optional(), '–', 'key for it, where it wants one'),
  LLM_MODEL: setting(text.optional(), 'the first that the server lists', 'the model to ask'),
  ASR_BASE_URL: setting(
    webUrl.optional(),
    '–',
    'speech transcribed on a server, for browsers without WebGPU: any with OpenAI’s `/audio/transcriptions`',
  ),
  ASR_API_KEY: setting(text.optional(), '–', 'key for it, where it wants one'),
  ASR_MODEL: setting(text.default('whisper-1'), 'whisper-1', 'the model to ask'),
  VOICE_MODEL: setting(
    text
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a model name such as onnx-community/whisper-base')
      .refine((name) => !name.split('/').includes('..'), 'must be a model name')
      .default('onnx-community/whisper-base'),
    'onnx-community/whisper-base',
    'Whisper model that browsers run',
  ),
  VOICE_MODEL_BASE: setting(
    text.default('https://huggingface.co'),
    'https://huggingface.co',
    'where browsers get it: the model hub, another http(s) URL, or a folder here that holds `VOICE_MODEL/…` and is then served by us',
  ),
  WORKER_TOKEN: setting(token.optional(), 'generated into DATA_DIR', 'what a worker presents'),
  WORKERS: setting(
    text
      .regex(/^(embedded(:\d{1,2})?|fleet|runpod)$/, 'must be embedded, embedded:SLOTS, fleet or runpod')
      .default('embedded'),
    'embedded',
    '`embedded[:slots]` starts workers here (of the painter half as many as there are cores, of a model 1); `fleet` waits for workers that dial in; `runpod` has a GPU started at RunPod for each dream',
  ),
  RUNPOD_API_KEY: setting(text.optional(), '–', 'of the account whose GPUs `WORKERS=runpod` starts'),
  RUNPOD_ENDPOINT_ID: setting(
    text.regex(/^[\w-]+$/, 'must be the id of an endpoint, of letters and digits').optional(),
    '–',
    'its serverless endpoint, whose image runs `bun run worker --runpod`',
  ),
  RUNPOD_API_BASE: setting(
    webUrl.default('https://api.runpod.ai/v2'),
    'https://api.runpod.ai/v2',
    'another host that speaks RunPod’s API',
  ),
  RUNPOD_MAX_JOBS: setting(
    whole(1, 1000).default(3),
    '3',
    'GPUs that it starts at once; beyond them people wait in line',
  ),
  RUNPOD_MAX_USD_PER_HOUR: setting(
    usd.optional(),
    '–',
    'what they may cost in any hour, by GPU_USD_PER_HOUR; beyond it people wait in line',
  ),
  GPU_USD_PER_HOUR: setting(usd.optional(), '–', 'price of a GPU’s hour, for the cost that operators see'),
  RELAY_URL: setting(
    address({ schemes: ['ws', 'wss'], path: true }).optional(),
    'ws://localhost:PORT',
    'only for `bun run worker`: the relay that the worker dials',
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
  ENGINE_KEY: setting(text.optional(), '–', 'key for it, where it wants one; `fal` always does'),
  WORKFLOW: setting(
    text.optional(),
    'one that comes along',
    'the workflow that `comfyui` draws with: a file in ComfyUI’s API format with `{prompt}` and the other slots in it',
  ),
  NONCOMMERCIAL_ENGINES: setting(
    z.literal('allowed', 'must be allowed, or not set').optional(),
    '–',
    '`allowed` lets `krea` and `scope` draw on a box that sells plans, which their licences don’t: only with their makers’ leave',
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
  COMPILE_JOBS: setting(whole(1, 16).default(1), '1', 'recordings compiled at once'),
  STREAM_SECONDS: setting(whole(5, 86_400).default(300), '300', 'length of a dream in seconds'),
  DRAIN_SECONDS: setting(
    whole(0, 86_400).default(330),
    '330',
    'how long a node of several waits for its live dreams after SIGTERM; a lone server ends them at once',
  ),
};

export interface StreamConfig extends Omit<SettingsOf<typeof streamSettings>, 'WORKERS'> {
  workers: { kind: 'embedded'; slots: number | undefined } | { kind: 'fleet' } | { kind: 'runpod' };
  /** where the voice model lies on this box, when browsers get it from us */
  voiceModelFolder: string | null;
}

const isAddress = (value: string) => /^https?:\/\//.test(value);

export function checkStreamSettings(given: Given, fault: TellFault): void {
  const { VOICE_MODEL_BASE: base, GENERATOR, ENGINE_KEY, WORKFLOW } = given;
  const voiceHub = base && isAddress(base) && readAddress(base, { schemes: ['http', 'https'], path: true });
  if (typeof voiceHub === 'string') fault('VOICE_MODEL_BASE', voiceHub);
  if (base && !isAddress(base) && !existsSync(base)) fault('VOICE_MODEL_BASE', 'there is no such folder');
  if (GENERATOR === 'fal' && !ENGINE_KEY)
    fault('ENGINE_KEY', 'fal draws for a key only; see fal.ai/dashboard/keys');
  if (WORKFLOW && !existsSync(WORKFLOW)) fault('WORKFLOW', 'there is no such file');
  if (given.RUNPOD_API_BASE?.startsWith('http://') && !isLoopback(given.RUNPOD_API_BASE)) {
    fault('RUNPOD_API_BASE', 'must be https, since the key travels there');
  }
  if (given.RUNPOD_MAX_USD_PER_HOUR && !given.GPU_USD_PER_HOUR) {
    fault('GPU_USD_PER_HOUR', 'must be set, too: RUNPOD_MAX_USD_PER_HOUR is reckoned by it');
  }
  if (given.WORKERS?.trim() === 'runpod') checkRunpod(given, fault);
}

function checkRunpod(given: Given, fault: TellFault): void {
  for (const name of ['RUNPOD_API_KEY', 'RUNPOD_ENDPOINT_ID']) {
    if (!given[name]) fault(name, 'must be set for WORKERS=runpod');
  }
  // A RunPod on this box is one for trying things out; its workers are here, too.
  if (given.RUNPOD_API_BASE && isLoopback(given.RUNPOD_API_BASE)) return;
  const name = given.NODE_URL ? 'NODE_URL' : 'PUBLIC_URL';
  const address = given[name];
  if (!address || isLoopback(address)) {
    fault(
      name,
      'must be an address that RunPod’s workers reach: with WORKERS=runpod they dial in from outside',
    );
  }
}

/** What follows from them. */
export function streamConfig(
  settings: SettingsOf<typeof streamSettings>,
): Pick<StreamConfig, 'workers' | 'voiceModelFolder'> {
  const slots = settings.WORKERS.split(':')[1];
  return {
    workers:
      settings.WORKERS === 'fleet' || settings.WORKERS === 'runpod'
        ? { kind: settings.WORKERS }
        : { kind: 'embedded', slots: slots ? Number(slots) : undefined },
    voiceModelFolder: isAddress(settings.VOICE_MODEL_BASE) ? null : resolve(settings.VOICE_MODEL_BASE),
  };
}
