import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  address,
  type Given,
  isLoopback,
  isLoopbackHost,
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
  'lcm',
  'fal',
  'krea',
  'scope',
  'dreamverse',
  'joyai',
  'biome',
] as const;
export type GeneratorName = (typeof GENERATOR_NAMES)[number];

/** ComfyUI workflows that are included, by their names in `WORKFLOW`. */
const INCLUDED_WORKFLOWS = ['klein'] as const;
export const isIncludedWorkflow = (name: string): boolean => INCLUDED_WORKFLOWS.some((one) => one === name);

/** An engine's address, also as that of its websocket `/ws`. HTTP calls and sockets both derive theirs from it. */
const engineUrl = address({ schemes: ['http', 'https', 'ws', 'wss'], path: true }).transform((url) =>
  url.replace(/^ws/, 'http').replace(/\/ws$/, ''),
);

/** Settings of this machine's generator, for the server's own workers and for `bun run worker`. */
export const workerSettings = {
  RELAY_URL: setting(
    address({ schemes: ['ws', 'wss'], path: true }).optional(),
    'ws://localhost:PORT',
    m.worker_doc_relay_url,
  ),
  WORKER_NAME: setting(
    text.pipe(z.string().max(64)).optional(),
    m.worker_default_worker_name,
    m.worker_doc_worker_name,
  ),
  GENERATOR: setting(z.enum(GENERATOR_NAMES).default('demo'), 'demo', m.worker_doc_generator),
  ENGINE_URL: setting(engineUrl.optional(), m.worker_default_engine_url, m.worker_doc_engine_url),
  ENGINE_KEY: secret(key.optional(), '–', m.worker_doc_engine_key),
  WORKFLOW: setting(text.optional(), m.worker_default_workflow, m.worker_doc_workflow),
  MODEL: setting(text.default('sdxs'), 'sdxs', m.worker_doc_model),
  MODEL_BASE: setting(
    webUrl.default('https://huggingface.co'),
    'https://huggingface.co',
    m.worker_doc_model_base,
  ),
  MODEL_LICENCE: setting(
    z.literal('accepted', { error: m.worker_setting_accepted_or_unset }).optional(),
    '–',
    m.worker_doc_model_licence,
  ),
  DEVICE: setting(z.enum(['auto', 'cpu', 'webgpu', 'cuda']).default('auto'), 'auto', m.worker_doc_device),
};

export type EngineSettings = SettingsOf<typeof workerSettings>;

export function checkWorkerSettings(given: Given, fault: ReportFault): void {
  const { GENERATOR, ENGINE_KEY, WORKFLOW } = given;
  if (GENERATOR === 'fal' && !ENGINE_KEY) fault('ENGINE_KEY', m.worker_setting_fal_needs_key());
  if (GENERATOR === 'biome') checkBiome(given, fault);
  if (WORKFLOW && !isIncludedWorkflow(WORKFLOW) && !existsSync(WORKFLOW))
    fault('WORKFLOW', m.worker_setting_no_file());
}

/** Biome's terms allow its use by one person, on their own machine, that nobody else can reach, and no sales. */
function checkBiome(given: Given, fault: ReportFault): void {
  const { HOST, WORKERS, STRIPE_SECRET_KEY } = given;
  for (const name of ['ENGINE_URL', 'RELAY_URL', 'PUBLIC_URL', 'NODE_URL'])
    if (given[name] && !isLoopback(given[name])) fault(name, m.worker_setting_biome_loopback());
  if (HOST && !isLoopbackHost(HOST)) fault('HOST', m.worker_setting_biome_loopback());
  if (/^embedded:(?!1$)/.test(WORKERS ?? '')) fault('WORKERS', m.worker_setting_biome_one_person());
  if (STRIPE_SECRET_KEY) fault('STRIPE_SECRET_KEY', m.worker_setting_biome_no_plans());
}
