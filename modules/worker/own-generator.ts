import { cpus } from 'node:os';
import { GeneratorFault } from './contract/faults.ts';
import type { GeneratorName } from './contract/settings.ts';
import { fetchSettings } from './diffusion/system-settings.ts';
import type { GeneratorConfig } from './generators.ts';

const CHECKS: Partial<Record<GeneratorName, (config: GeneratorConfig) => Promise<unknown>>> = {
  diffusion: async (config) => (await import('./diffusion/fetch-model.ts')).checkModel(config),
  comfyui: async ({ WORKFLOW }) => (await import('./engines/comfyui/workflow.ts')).readWorkflow(WORKFLOW),
};

/**
 * Explains why the generator can never work as configured, as far as that is known without downloading or loading
 * anything; null if it may work. At a terminal, prompts for consent to the model's licence.
 */
export async function generatorFault(config: GeneratorConfig): Promise<string | null> {
  // imported on demand: servers whose frames come from elsewhere don't need it
  const check = CHECKS[config.GENERATOR];
  try {
    await check?.(config);
    return null;
  } catch (error) {
    if (error instanceof GeneratorFault) return error.message;
    throw error;
  }
}

/** Default number of concurrent dreams. One keeps a model or an engine fully busy. */
export const usualSlots = ({ GENERATOR }: GeneratorConfig): number =>
  GENERATOR === 'demo' ? Math.max(1, Math.floor(cpus().length / 2)) : 1;

/**
 * Environment for worker processes: the settings that they need, plus system variables if they access the network or a
 * GPU.
 */
export function generatorEnv(config: GeneratorConfig): Record<string, string> {
  const { GENERATOR, MODEL, MODEL_BASE, MODEL_LICENCE, DEVICE, DATA_DIR } = config;
  const { ENGINE_URL, ENGINE_KEY, WORKFLOW } = config;
  if (GENERATOR === 'demo') return {};
  if (GENERATOR !== 'diffusion')
    return { ...fetchSettings(), ...set({ GENERATOR, ENGINE_URL, ENGINE_KEY, WORKFLOW }) };
  return {
    ...fetchSettings(),
    ...set({ GENERATOR, MODEL, MODEL_BASE, MODEL_LICENCE, DEVICE, DATA_DIR }),
  };
}

const set = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
